//! Being asked to end: the two signals of a user and of a system that wants us gone.
//!
//! They are taken by a thread of their own instead of ending the process, so that what is done can be told first. Programs
//! that are run get them as usual: the standard library gives each child an empty mask.

use std::thread;

use nix::sys::signal::{SigSet, Signal};

/// From now on calls `first` when the process is asked to end, and `again` each further time. Holds for this thread and for
/// those that it starts afterwards, so it must come before them.
///
/// # Errors
/// When the system does not allow it, in words; then nothing has changed.
pub fn when_interrupted(
    first: impl FnOnce() + Send + 'static,
    again: impl Fn() + Send + 'static,
) -> Result<(), String> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGINT);
    signals.add(Signal::SIGTERM);
    signals.thread_block().map_err(|error| error.to_string())?;
    thread::spawn(move || {
        if signals.wait().is_ok() {
            first();
        }
        while signals.wait().is_ok() {
            again();
        }
    });
    Ok(())
}
