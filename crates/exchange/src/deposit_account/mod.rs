//! Deposit accounts: the permanent address or bank reference to which a profile's money can be sent at any time, without an order.

mod reference;
pub(crate) mod store;

use chrono::{DateTime, Utc};
use kernel::{Currency, DepositAccountId, Payway, ProfileId, UserId};

pub(crate) use reference::references_in;

use crate::transaction::Instructions;

/// Where a profile's money can be sent at any time. There is one for each currency and payway of a profile, and it never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositAccount {
    /// Its id.
    pub id: DepositAccountId,
    /// Whose it is.
    pub profile: ProfileId,
    /// The person who opened it.
    pub user: Option<UserId>,
    /// What can be sent.
    pub currency: Currency,
    /// How.
    pub payway: Payway,
    /// What the payer needs to know.
    pub instructions: Instructions,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
}
