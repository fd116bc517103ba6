//! The status of a transaction, as everybody with its link sees it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::payment::PaymentKind;
use super::quote::Side;
use super::scalar::{EndpointCode, Money, NetworkCode};
use super::transaction::{DisplayType, Status, Step, SubState, TransactionSide};

/// A link by which the status of a transaction is seen without a sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusLink {
    /// The secret of the link. It belongs behind `#` in the address of the page `/status`, so that it is sent to no
    /// server and written into no log.
    #[schema(example = "agt_1p4EUeRj0Hxi2v2yCqzk7fpNfyfJq1Qk8DAcqYVmZzA2RzW2p")]
    pub token: String,
    /// When it stops working.
    pub expires_at: DateTime<Utc>,
}

/// Asks for the status behind a link.
#[derive(Deserialize, ToSchema)]
pub struct LookAtStatus {
    /// The secret of the link.
    #[schema(max_length = 100)]
    pub token: String,
}

/// A transfer on a network.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedTransfer {
    /// Payway of the transfer.
    pub payway: EndpointCode,
    /// Its network.
    pub network: NetworkCode,
    /// Transaction hash. Absent until the network has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Confirmations, at most `required`.
    pub confirmations: u32,
    /// Confirmations required; 0 if that is not known yet.
    pub required: u32,
}

/// The status of a transaction. It names no person and no account.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedStatus {
    /// Display type.
    pub display_type: DisplayType,
    /// Buy, sell or swap. Absent for a single currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Status, as in the specification.
    pub status: Status,
    /// Detail of the status, for display.
    pub sub_state: SubState,
    /// The side given, as ordered.
    pub from: TransactionSide,
    /// The side received, as ordered.
    pub to: TransactionSide,
    /// Whether the rate is locked; until then `to.amount` is an estimate.
    pub rate_locked: bool,
    /// Amount paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// Amount that goes or went back to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded: Option<Money>,
    /// Kind of the payment. Absent if the money comes from a balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_kind: Option<PaymentKind>,
    /// The payment on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incoming: Option<SharedTransfer>,
    /// The payout or refund on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outgoing: Option<SharedTransfer>,
    /// The timeline.
    pub steps: Vec<Step>,
    /// Progress in percent.
    #[schema(maximum = 100)]
    pub progress: u8,
    /// Payment deadline. Absent once it no longer applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Server time.
    pub server_time: DateTime<Utc>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}
