//! Payout attempts: the transactions built for a payout. One of them is live. Those that it has replaced spend the same
//! inputs, so at most one of all is mined.

pub(super) mod store;

use chrono::{DateTime, Utc};

use crate::chain::TxPlan;

/// A signed attempt of a payout that can still be mined. All of them spend the same inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attempt {
    /// Its number.
    pub(super) number: i32,
    /// Its plan.
    pub(super) plan: TxPlan,
    /// Its transaction id.
    pub(super) txid: String,
    /// Whether the worker broadcasts it.
    pub(super) is_live: bool,
    /// The number of the attempt that it replaces.
    pub(super) replaces: Option<i32>,
    /// Whether it may have been broadcast.
    pub(super) was_broadcast: bool,
    /// When it was built.
    pub(super) made_at: DateTime<Utc>,
}
