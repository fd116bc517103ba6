//! The simulated rails. They remember their actions through crashes of the platform, and repeat a report until it is
//! processed. They are honest: a report is always true, and they reverse only payments that the platform has booked.

pub mod bank;
pub mod chain;
pub mod chain_payouts;
pub mod charges;
pub mod issuer;

use std::collections::BTreeMap;

use exchange::rails::RailEvent;
use kernel::{Amount, Currency, TransactionId};

/// A payment that the platform asks a rail to make, or a charge that it asks an acquirer to make.
#[derive(Debug, Clone, Copy)]
pub struct RailPayment {
    /// The slot of its order.
    pub slot: u8,
    /// The transaction.
    pub transaction: TransactionId,
    /// The ledger's code of the rail.
    pub rail: &'static str,
    /// The amount.
    pub amount: Amount,
}

/// A report of a rail.
#[derive(Debug, Clone)]
pub struct RailReport {
    /// The event.
    pub event: RailEvent,
    /// Reports about one subject are delivered in order.
    pub subject: String,
    /// Whether the platform has processed it.
    pub heard: bool,
    /// Whether a task is delivering it.
    pub telling: bool,
}

impl RailReport {
    /// A new report.
    #[must_use]
    pub const fn of(event: RailEvent, subject: String) -> Self {
        Self { event, subject, heard: false, telling: false }
    }
}

/// The platform's real holdings on the rails, in atoms, by the ledger's codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holdings(pub BTreeMap<(String, Currency), i128>);

impl Holdings {
    /// Adds incoming money.
    pub fn gain(&mut self, rail: &str, amount: Amount) {
        *self.0.entry((rail.to_owned(), amount.currency())).or_default() += amount.atoms();
    }

    /// Subtracts outgoing money.
    pub fn lose(&mut self, rail: &str, amount: Amount) {
        *self.0.entry((rail.to_owned(), amount.currency())).or_default() -= amount.atoms();
    }
}

/// The outcome of a call to a rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// The request is lost.
    Unsent,
    /// The request arrives, and the answer is lost.
    Unanswered,
    /// The answer arrives.
    Clear,
}
