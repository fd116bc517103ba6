use chrono::{DateTime, Utc};
use kernel::Amount;
use uuid::Uuid;

use crate::Account;

/// Money moving from one account to another of the same currency: one row that carries both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// UUIDv7 of the caller's; a hold is later named by it. Never used twice.
    pub id: Uuid,
    /// The account that gives: a customer's balance falls, a rail's holdings rise.
    pub debit: Account,
    /// The account that receives: a customer's balance rises, a rail's holdings fall.
    pub credit: Account,
    /// How much, above zero; for [`TransferKind::VoidHold`] and [`TransferKind::ExpireHold`] what the hold held.
    pub amount: Amount,
    /// Whether it moves money now, or first holds it.
    pub kind: TransferKind,
    /// What it is, for statements: "collect", "our_fee", "convert".
    pub code: &'static str,
}

/// The two phases of a transfer (pending, then posted or voided), after the field's two-phase model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferKind {
    /// Moves the money at once.
    Post,
    /// Holds it: pending on both accounts, already out of what the giver may spend.
    Hold {
        /// From then on it can only be released.
        expires_at: Option<DateTime<Utc>>,
    },
    /// Moves held money, all of it or less; what is left over is released.
    PostHold {
        /// The hold's transfer.
        hold: Uuid,
    },
    /// Releases a hold; nothing moves.
    VoidHold {
        /// The hold's transfer.
        hold: Uuid,
    },
    /// Releases a hold because its time has passed; refused before.
    ExpireHold {
        /// The hold's transfer.
        hold: Uuid,
    },
}

impl TransferKind {
    /// The hold that it ends, if it does.
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
    /// A transfer that moves money at once.
    #[must_use]
    pub const fn post(id: Uuid, debit: Account, credit: Account, amount: Amount, code: &'static str) -> Self {
        Self { id, debit, credit, amount, kind: TransferKind::Post, code }
    }
}
