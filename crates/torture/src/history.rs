//! What people were told: the only thing besides the database that the checker looks at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What a person asked for under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    Order,
    Cancel,
    Card,
    Blik,
    Refund,
    Deposit,
    UpdateAmount,
}

impl Deed {
    /// The reason that the history of a transaction gives for the step that this makes; an order is the first step.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::Order => None,
            Self::Cancel => Some("cancelled"),
            Self::Card => Some("card_given"),
            Self::Blik => Some("blik_given"),
            Self::Refund => Some("refund_ordered"),
            Self::Deposit => Some("deposited"),
            Self::UpdateAmount => Some("amount_updated"),
        }
    }
}

/// A final answer to a deed.
#[derive(Clone, Debug)]
pub struct Told {
    pub deed: Deed,
    pub key: String,
    /// The transaction it was about; for an order that was refused there is none.
    pub transaction: Option<String>,
    /// Whether the answer was a yes.
    pub done: bool,
    /// The HTTP status, and for a yes the transaction's status in it.
    pub status: u16,
    pub stands: Option<String>,
}

/// What everybody saw.
#[derive(Debug, Default)]
pub struct History {
    inner: Mutex<Seen>,
}

/// See [`History`].
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub told: Vec<Told>,
    /// Keys that never got a final answer.
    pub unanswered: Vec<(Deed, String)>,
    /// Ends that people saw: nothing may follow them.
    pub ended: BTreeMap<String, String>,
    /// Transactions whose payment a chain took back.
    pub reorganised: Vec<String>,
    /// What serves once, by a name of its own, and how often it was taken.
    pub taken: BTreeMap<String, u64>,
    /// What people were told last of themselves, by person and what it is about.
    pub facts: BTreeMap<(String, &'static str), String>,
    /// Sessions that were told to have ended.
    pub ended_sessions: Vec<String>,
    /// People without money, whom operators try their hands on.
    pub newcomers: Vec<String>,
    /// Copies of their data that people read to the end.
    pub copies: u64,
    /// Whose copy had which transaction.
    pub copied: BTreeSet<(String, String)>,
    /// What must never be seen, with the invariant it breaks.
    pub broken: Vec<(&'static str, String)>,
    /// Answers that were compared with the first one to their key, and keys that came with another body.
    pub repeats: u64,
    pub mismatches: u64,
    /// Deeds that were delivered once more on purpose, whatever became of it.
    pub doubled: u64,
    pub retries: u64,
    pub asked: u64,
    /// Since when somebody waited for an answer that stays, and how long.
    pub waits: Vec<(Instant, Duration)>,
    /// The longest that anybody waited for an answer.
    pub worst: Duration,
    /// What was asked then, and how often each status was heard (0 is no answer).
    pub worst_at: String,
}

impl History {
    /// Changes it.
    pub fn note<T>(&self, change: impl FnOnce(&mut Seen) -> T) -> T {
        change(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what `who` was told last about `what`.
    pub fn fact(&self, who: &str, what: &'static str, value: impl Into<String>) {
        self.note(|seen| seen.facts.insert((who.to_owned(), what), value.into()));
    }

    /// Nobody knows any more how it stands: an answer was lost.
    pub fn forget(&self, who: &str, what: &'static str) {
        self.note(|seen| seen.facts.remove(&(who.to_owned(), what)));
    }

    /// As it stands.
    pub fn seen(&self) -> Seen {
        self.note(|seen| seen.clone())
    }
}
