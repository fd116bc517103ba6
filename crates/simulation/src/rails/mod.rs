//! The outside, played: it remembers what it did, whatever happens to the house, and tells of it until it is heard. Rails are
//! honest here: what they say once is so, and they take back only what they know to be heard.

pub mod bank;
pub mod chain;
pub mod charges;
pub mod departures;

use std::collections::BTreeMap;

use exchange::rails::RailEvent;
use kernel::{Amount, Currency};

/// What a rail has to tell.
#[derive(Debug, Clone)]
pub struct News {
    /// What.
    pub event: RailEvent,
    /// News of one subject are told one after the other.
    pub subject: String,
    /// Whether the house has taken it.
    pub heard: bool,
    /// Whether it is being told right now.
    pub telling: bool,
}

impl News {
    /// News that nobody has heard yet.
    #[must_use]
    pub const fn of(event: RailEvent, subject: String) -> Self {
        Self { event, subject, heard: false, telling: false }
    }
}

/// What the rails really hold for the house, in atoms by the ledger's names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holdings(pub BTreeMap<(String, Currency), i128>);

impl Holdings {
    /// Money came in.
    pub fn gain(&mut self, rail: &str, amount: Amount) {
        *self.0.entry((rail.to_owned(), amount.currency())).or_default() += amount.atoms();
    }

    /// Money went out.
    pub fn lose(&mut self, rail: &str, amount: Amount) {
        *self.0.entry((rail.to_owned(), amount.currency())).or_default() -= amount.atoms();
    }
}

/// What a call came to on its way: the same for every rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// It never arrived.
    Unsent,
    /// It arrived, and its answer did not.
    Unanswered,
    /// It went well.
    Clear,
}
