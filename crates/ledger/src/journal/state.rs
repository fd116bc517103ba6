//! The part of the ledger that a batch touches, in memory between loading and writing.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use kernel::MAX_ATOMS;
use uuid::Uuid;

use crate::{Account, ChangeKey, Limit, Receipt};

/// The four totals of an account, in atoms, never negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub debits_posted: i128,
    pub credits_posted: i128,
    pub debits_pending: i128,
    pub credits_pending: i128,
}

impl Totals {
    /// The posted balance: credits less debits.
    pub fn balance(&self) -> i128 {
        self.credits_posted - self.debits_posted
    }

    /// The amount that may still be debited under [`Limit::DebitsWithinCredits`]. Saturates for accounts without that
    /// limit, whose debt may exceed the range.
    pub fn available(&self) -> i128 {
        self.balance().saturating_sub(self.debits_pending)
    }

    /// Whether every total fits its column.
    pub fn fits(&self) -> bool {
        [self.debits_posted, self.credits_posted, self.debits_pending, self.credits_pending]
            .iter()
            .all(|total| (0..=MAX_ATOMS).contains(total))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AccountState {
    pub account: Account,
    pub limit: Limit,
    pub figures: Totals,
    pub version: i64,
    /// The version in the database; 0 for an account that this batch opens.
    pub stored_version: i64,
}

impl AccountState {
    /// A new account without transfers.
    pub fn opened(account: Account) -> Self {
        let limit = account.book.limit();
        Self { account, limit, figures: Totals::default(), version: 0, stored_version: 0 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HoldStatus {
    Open,
    Posted,
    Voided,
    Expired,
}

impl HoldStatus {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Posted => "posted",
            Self::Voided => "voided",
            Self::Expired => "expired",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HoldState {
    pub debit: i64,
    pub credit: i64,
    pub amount: i128,
    pub expires_at: Option<DateTime<Utc>>,
    pub status: HoldStatus,
    /// Whether the database has it already.
    pub stored: bool,
    /// Whether this batch ended it.
    pub ended_now: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RecordState {
    pub kind: String,
    pub owner: Uuid,
    pub version: i64,
}

/// Everything that the changes of one batch refer to. Anything absent does not exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct State {
    /// By key. Ordered, because rows are locked and written in this order.
    pub accounts: BTreeMap<i64, AccountState>,
    pub holds: BTreeMap<Uuid, HoldState>,
    pub records: HashMap<Uuid, RecordState>,
    /// The versions of counters.
    pub counters: HashMap<Uuid, i64>,
    pub receipts: HashMap<ChangeKey, Receipt>,
    /// The transfers of this batch.
    pub transfers: HashSet<Uuid>,
}
