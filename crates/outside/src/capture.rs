//! Streams of a child, each served by a thread so that none can block another.
//!
//! A stream that is read tells when it ends and when it is longer than allowed. What was read is kept apart, so that a
//! thread whose stream never ends can be left behind.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Something that a run waits for.
pub(crate) enum Event {
    /// The program ended.
    Ended(io::Result<ExitStatus>),
    /// One of the streams it writes has ended.
    StreamEnded,
    /// One of the streams it writes is too long.
    TooMuch,
}

/// What was read of a stream so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captured {
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl Captured {
    /// Reads a stream in the background, at most `most` bytes of it.
    pub(crate) fn of(stream: impl Read + Send + 'static, most: usize, events: Sender<Event>) -> Captured {
        let captured = Captured::default();
        let sink = captured.clone();
        thread::spawn(move || {
            let event = if sink.fill(stream, most) { Event::StreamEnded } else { Event::TooMuch };
            // Nobody listens any more when the run is over.
            let _ = events.send(event);
        });
        captured
    }

    /// Takes what was read.
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads to the end, and says whether that was within `most` bytes.
    fn fill(&self, mut stream: impl Read, most: usize) -> bool {
        let mut part = [0; 1 << 14];
        loop {
            let count = match stream.read(&mut part) {
                Ok(0) => return true,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // A stream that cannot be read has ended.
                Err(_) => return true,
            };
            let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            let room = most - bytes.len();
            bytes.extend_from_slice(&part[..count.min(room)]);
            if count > room {
                return false;
            }
        }
    }
}

/// Writes to a stream in the background and closes it. A child need not read what it is given.
pub(crate) fn feed(mut stream: impl Write + Send + 'static, input: Vec<u8>) {
    thread::spawn(move || {
        let _ = stream.write_all(&input);
    });
}
