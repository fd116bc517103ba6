//! What an attempt of a job comes to: what it tells the transaction, and when it is tried again.

use chrono::{DateTime, Utc};

use crate::rails::RailEvent;
use crate::transaction::Command;

/// What an attempt came to. All of it is told, in this order, before the attempt ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// To be told.
    pub told: Vec<Told>,
    /// How the attempt ends.
    pub end: End,
}

/// Something to be told to the transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// What a rail said; takes effect once.
    Event(RailEvent),
    /// What the job itself asks for, and who it says it is.
    Command(Command, String),
}

/// How an attempt of a job ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// For good.
    Done,
    /// It looks again at that time, for the reason given.
    Again(DateTime<Utc>, &'static str),
    /// An operator has it.
    Dead(&'static str),
}

impl News {
    /// There is nothing to say, and nothing more to do.
    #[must_use]
    pub const fn none() -> Self {
        Self { told: Vec::new(), end: End::Done }
    }

    /// This is said, and nothing more is to be done.
    #[must_use]
    pub const fn last(told: Vec<Told>) -> Self {
        Self { told, end: End::Done }
    }
}
