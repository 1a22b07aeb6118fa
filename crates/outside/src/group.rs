//! A process group that ends as a whole.
//!
//! The group is that of an *anchor*, a shell that does nothing but read its standard input. While the anchor is not
//! waited for, the system gives its number to no other process or group, so a signal to the group meets nobody
//! else. When we end, for whatever reason, the anchor's input ends, and it kills the group itself.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

/// A group with its anchor.
pub(crate) struct Group {
    anchor: Child,
}

impl Group {
    /// A new group that has only its anchor.
    pub(crate) fn new() -> io::Result<Group> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "read -r line; kill -s KILL 0"]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Group { anchor: shell.spawn()? })
    }

    /// Makes what the command starts a member.
    pub(crate) fn adopt(&self, command: &mut Command) -> io::Result<()> {
        let number = i32::try_from(self.anchor.id()).map_err(io::Error::other)?;
        command.process_group(number);
        Ok(())
    }
}

impl Drop for Group {
    /// Ends every process of the group. `KILL` cannot be ignored.
    fn drop(&mut self) {
        let mut kill = Command::new("/bin/sh");
        kill.args(["-c", "kill -s KILL -- \"-$1\"", "sh", &self.anchor.id().to_string()]);
        kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Should no shell start any more, the anchor still kills the group when its input ends.
        let _ = kill.status();
        drop(self.anchor.stdin.take());
        let _ = self.anchor.wait();
    }
}
