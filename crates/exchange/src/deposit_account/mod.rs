//! Deposit accounts: the permanent address or bank reference by which a customer deposits at any time, without an
//! order.

mod reference;
pub(crate) mod store;

use chrono::{DateTime, Utc};
use kernel::{Currency, DepositAccountId, Payway, ProfileId, UserId};

pub(crate) use reference::references_in;

use crate::transaction::Instructions;

/// A profile's permanent deposit address or bank reference. A profile has one per currency and payway, and it never
/// changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositAccount {
    /// The account's id.
    pub id: DepositAccountId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The person who opened it.
    pub user: Option<UserId>,
    /// The currency to deposit.
    pub currency: Currency,
    /// The payway to deposit by.
    pub payway: Payway,
    /// The payment instructions for the payer.
    pub instructions: Instructions,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
}
