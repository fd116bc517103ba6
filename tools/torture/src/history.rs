//! The recorded answers to users: besides the database, the checker's only input.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// A user's action under an idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    Order,
    Cancel,
    Card,
    Blik,
    Refund,
    Deposit,
    UpdateAmount,
}

impl Action {
    /// The reason in a transaction's history for the step of this action; an order is the first step.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::Order => None,
            Self::Cancel => Some("cancelled"),
            Self::Card => Some("card_given"),
            Self::Blik => Some("code_given"),
            Self::Refund => Some("refund_ordered"),
            Self::Deposit => Some("deposited"),
            Self::UpdateAmount => Some("amount_updated"),
        }
    }
}

/// The final answer to an action.
#[derive(Clone, Debug)]
pub struct RecordedAnswer {
    pub action: Action,
    pub key: String,
    /// The transaction; `None` for a refused order.
    pub transaction: Option<String>,
    /// Whether the action was accepted.
    pub done: bool,
    /// The HTTP status and, for an accepted action, the transaction's status.
    pub status: u16,
    pub stands: Option<String>,
}

/// The record of all users' answers.
#[derive(Debug, Default)]
pub struct History {
    inner: Mutex<Seen>,
}

/// The content of [`History`].
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub told: Vec<RecordedAnswer>,
    /// Keys without a final answer.
    pub unanswered: Vec<(Action, String)>,
    /// Final states that users saw: they must not change.
    pub ended: BTreeMap<String, String>,
    /// Transactions whose payment a reorganisation removed.
    pub reorganised: Vec<String>,
    /// One-time items by name, and the number of their uses.
    pub taken: BTreeMap<String, u64>,
    /// The last known facts about users' accounts, by user and subject.
    pub facts: BTreeMap<(String, &'static str), String>,
    /// Sessions that were reported as ended.
    pub ended_sessions: Vec<String>,
    /// Users without money, on whom operators act.
    pub newcomers: Vec<String>,
    /// The number of data exports that users read completely.
    pub copies: u64,
    /// The owner of each export, with each transaction in it.
    pub copied: BTreeSet<(String, String)>,
    /// Observed violations, with their invariants.
    pub broken: Vec<(&'static str, String)>,
    /// Answers that were compared with the first one for their key, and keys that were reused with another body.
    pub repeats: u64,
    pub mismatches: u64,
    /// Actions that were deliberately repeated, whatever the result.
    pub doubled: u64,
    pub retries: u64,
    pub asked: u64,
    /// The start and the duration of each wait for a final answer.
    pub waits: Vec<(Instant, Duration)>,
    /// The longest wait for an answer.
    pub worst: Duration,
    /// The request of the longest wait, and the number of each status received (0 is no answer).
    pub worst_at: String,
}

impl History {
    /// Changes the record.
    pub fn note<T>(&self, change: impl FnOnce(&mut Seen) -> T) -> T {
        change(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records the last known value of `what` for `who`.
    pub fn fact(&self, who: &str, what: &'static str, value: impl Into<String>) {
        self.note(|seen| seen.facts.insert((who.to_owned(), what), value.into()));
    }

    /// Removes a fact that a lost answer has made uncertain.
    pub fn forget(&self, who: &str, what: &'static str) {
        self.note(|seen| seen.facts.remove(&(who.to_owned(), what)));
    }

    /// A copy of the record.
    pub fn seen(&self) -> Seen {
        self.note(|seen| seen.clone())
    }
}
