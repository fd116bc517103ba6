//! Links by which the status of a transaction is seen without a sign-in.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ProfileId, StatusLinkId, TransactionId};

pub(crate) mod store;

/// How long a link works.
pub const LIFE: TimeDelta = TimeDelta::days(30);

/// A link to the status of a transaction. Its token is derived from its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusLink {
    /// The id.
    pub id: StatusLinkId,
    /// The profile that made it.
    pub profile: ProfileId,
    /// The transaction.
    pub transaction: TransactionId,
    /// When it stops working.
    pub expires_at: DateTime<Utc>,
}
