//! The ports of the exchange to the rails, which `providers` and `custody` implement, and the one form of rail events.
//! Every call that moves money carries a `key`: the provider's idempotency key. After an unclear answer, the outcome is
//! looked up by that key; the call is never repeated blindly.

use kernel::TransactionId;

mod bank;
mod bank_desk;
mod card;
mod chain;
mod code;
mod connection;
mod connection_desk;
mod connection_health;
mod device;
mod dispute;
mod event;
mod hot_wallet;
mod launch;
mod payout_fee;
mod statement_due;
mod wallet;

pub use crate::decline::{Decline, DeclineCode};
pub use bank::*;
pub use bank_desk::*;
pub use card::*;
pub use chain::*;
pub use code::*;
pub use connection::{Connected, Connections, EverythingConnected};
pub use connection_desk::{
    ConnectionDesk, ConnectionError, ConnectionKind, ConnectionList, ConnectionSecrets, ConnectionSettings,
    ConnectionState, ConnectionTest, MadeConnection,
};
pub use connection_health::{ConnectedTo, ConnectionHealth, HealthState};
pub use device::{DeviceChannel, DeviceInfo, PixelSize};
pub use dispute::{DisputeReport, DisputeState};
pub use event::{RailEvent, RailEventKind, Target};
pub use hot_wallet::{HotAdvice, HotWallet, HotWallets};
pub use launch::{Launch, LaunchField};
pub use payout_fee::{FeeBounds, FeeRefusal, PayoutFee, PayoutFees, PayoutTransaction, RaiseError};
pub use statement_due::is_statement_missing;
pub use wallet::{WalletInput, WalletKind, WalletRequest, WalletSession};

/// Why a call to a rail failed. The outcomes hold the business answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RailError {
    /// The request is invalid and must not be repeated.
    #[error("{field}: {rule}")]
    Invalid {
        /// The field of the request.
        field: &'static str,
        /// The broken rule, in plain English.
        rule: String,
    },
    /// The rail does not answer or is not connected; a retry may help. The outcome of a call that moves money is then
    /// unknown.
    #[error("the {rail} rail does not answer: {reason}")]
    Unavailable {
        /// `card`, `iban`, a service such as `blik`, or a network.
        rail: String,
        /// The reason, for operators; without secrets.
        reason: String,
    },
}

/// The outcome of a payout or refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutOutcome {
    /// Accepted. The result arrives as [`RailEventKind::PayoutSettled`] or [`RailEventKind::PayoutFailed`].
    Accepted {
        /// The rail's reference.
        reference: String,
    },
    /// Sent and final: no event will follow.
    Settled {
        /// The rail's reference.
        reference: String,
    },
    /// Rejected for good; no money was sent.
    Rejected {
        /// The rail's reason, in plain English.
        reason: String,
    },
    /// The outcome is unknown and must be looked up.
    Unknown,
}

/// The idempotency key of a leg's payout. A rail that reports on a payout later can recover the leg with
/// [`leg_of_key`].
#[must_use]
pub fn payout_key(transaction: TransactionId, leg: u16) -> String {
    format!("{transaction}:pay:{leg}")
}

/// The idempotency key of an order's charge number `charge`, from 1. Each charge has its own key, so that answers
/// cannot be confused. The first key has no number, for compatibility with orders that allowed one charge only.
#[must_use]
pub fn charge_key(transaction: TransactionId, charge: u16) -> String {
    if charge <= 1 { format!("{transaction}:charge") } else { format!("{transaction}:charge:{charge}") }
}

/// The charge number in a [`charge_key`].
#[must_use]
pub fn charge_of_key(key: &str) -> Option<u16> {
    match key.split_once(":charge")? {
        (_, "") => Some(1),
        (_, number) => number.strip_prefix(':')?.parse().ok(),
    }
}

/// The leg in a [`payout_key`].
#[must_use]
pub fn leg_of_key(key: &str) -> Option<u16> {
    key.rsplit_once(":pay:").and_then(|(_, leg)| leg.parse().ok())
}
