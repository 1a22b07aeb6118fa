//! The facts that are accepted while a program is verified, told as its certificate where one is wanted.
//!
//! So a certificate costs no second analysis, and proves what the report says is proved.

use verifier::{Shown, written};

use crate::arguments::WorkOrder;
use crate::escape;
use crate::message::Message;

/// What was accepted so far.
pub(crate) struct Kept {
    is_wanted: bool,
    shown: Vec<Shown>,
}

impl Kept {
    /// Nothing yet.
    pub(crate) fn new(order: &WorkOrder) -> Kept {
        Kept { is_wanted: order.certificate, shown: Vec::new() }
    }

    /// Keeps what was accepted, when that is wanted.
    pub(crate) fn add(&mut self, shown: Shown) {
        if self.is_wanted {
            self.shown.push(shown);
        }
    }

    /// The certificate, when one is wanted.
    pub(crate) fn message(&self) -> Option<Message> {
        let text = || written(&self.shown).map_err(|why| escape::text(&why));
        self.is_wanted.then(|| Message::Certificate(text()))
    }
}
