//! A transfer between two accounts: immediate, or as a hold that is posted, voided or expired.

use chrono::{DateTime, Utc};
use kernel::Amount;
use uuid::Uuid;

use crate::Account;

/// A transfer between two accounts of one currency: one row with both entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// A UUIDv7 chosen by the caller, unique. For a hold, later transfers refer to it.
    pub id: Uuid,
    /// The debited account: a customer's balance falls, a rail's holdings rise.
    pub debit: Account,
    /// The credited account: a customer's balance rises, a rail's holdings fall.
    pub credit: Account,
    /// The amount, above zero; for [`TransferKind::VoidHold`] and [`TransferKind::ExpireHold`] the held amount.
    pub amount: Amount,
    /// Immediate, or a phase of a hold.
    pub kind: TransferKind,
    /// The transfer code for statements: "collect", "our_fee", "convert".
    pub code: &'static str,
}

/// The kind of transfer: immediate, or one of the two phases (pending, then posted or voided).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferKind {
    /// Posts the amount immediately.
    Post,
    /// Holds the amount: pending on both accounts, and no longer available to the debited one.
    Hold {
        /// When the hold expires. After that it can only be released.
        expires_at: Option<DateTime<Utc>>,
    },
    /// Posts a hold, fully or partially; the rest is released.
    PostHold {
        /// The transfer that created the hold.
        hold: Uuid,
    },
    /// Releases a hold without posting.
    VoidHold {
        /// The transfer that created the hold.
        hold: Uuid,
    },
    /// Releases an expired hold; refused before its expiry.
    ExpireHold {
        /// The transfer that created the hold.
        hold: Uuid,
    },
}

impl TransferKind {
    /// The hold that the transfer ends, if any.
    #[must_use]
    pub const fn ends(self) -> Option<Uuid> {
        match self {
            Self::Post | Self::Hold { .. } => None,
            Self::PostHold { hold } | Self::VoidHold { hold } | Self::ExpireHold { hold } => Some(hold),
        }
    }

    /// The name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Post => "post",
            Self::Hold { .. } => "hold",
            Self::PostHold { .. } => "post_hold",
            Self::VoidHold { .. } => "void_hold",
            Self::ExpireHold { .. } => "expire_hold",
        }
    }
}

impl Transfer {
    /// An immediate transfer.
    #[must_use]
    pub const fn post(id: Uuid, debit: Account, credit: Account, amount: Amount, code: &'static str) -> Self {
        Self { id, debit, credit, amount, kind: TransferKind::Post, code }
    }
}
