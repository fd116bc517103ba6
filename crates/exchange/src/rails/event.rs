//! Events of rails, in one form for all rails.

use kernel::{Amount, DepositAccountId, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

use super::{AddressOwner, DisputeReport};
use crate::decline::Decline;

/// The subject of a rail event.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A transaction.
    Order(TransactionId),
    /// A deposit account, whose permanent address or bank reference received a payment.
    Account(DepositAccountId),
    /// The remittance information of a bank transfer, at most 140 characters. The exchange looks up the owner.
    Reference(String),
    /// The remittance information of a bank transfer, at most 140 characters, and the payer's name. Without a reference
    /// in the text, the exchange looks for the order by amount and name.
    Transfer {
        /// The remittance information.
        text: String,
        /// The payer's name, as the bank writes it.
        payer: String,
    },
    /// An address that payers share, of which the payment names no owner: it came without a memo, or with one that the
    /// tenant has not given out. Operators find the owner.
    Address {
        /// The address.
        address: String,
        /// The memo of the payment.
        memo: Option<String>,
    },
    /// Nobody that the exchange may look up. The text is the remittance information of a bank transfer, for operators.
    Nobody(String),
}

impl Target {
    /// The transaction, if the target is one.
    #[must_use]
    pub const fn order(&self) -> Option<TransactionId> {
        match self {
            Self::Order(id) => Some(*id),
            Self::Account(_) | Self::Reference(_) | Self::Transfer { .. } | Self::Address { .. } | Self::Nobody(_) => {
                None
            }
        }
    }

    /// The remittance information in which a reference of ours may stand.
    #[must_use]
    pub fn remittance(&self) -> Option<&str> {
        match self {
            Self::Reference(text) | Self::Transfer { text, .. } => Some(text),
            Self::Order(_) | Self::Account(_) | Self::Address { .. } | Self::Nobody(_) => None,
        }
    }
}

impl From<TransactionId> for Target {
    fn from(id: TransactionId) -> Self {
        Self::Order(id)
    }
}

impl From<AddressOwner> for Target {
    fn from(owner: AddressOwner) -> Self {
        match owner {
            AddressOwner::Order(id) => Self::Order(id),
            AddressOwner::Account(id) => Self::Account(id),
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Order(id) => id.fmt(f),
            Self::Account(id) => id.fmt(f),
            Self::Reference(text) | Self::Transfer { text, .. } => write!(f, "reference {text:?}"),
            Self::Address { address, memo: None } => write!(f, "{address} without a memo"),
            Self::Address { address, memo: Some(memo) } => write!(f, "{address} with the memo {memo:?}"),
            Self::Nobody(text) => write!(f, "nobody, by {text:?}"),
        }
    }
}

/// An event of a rail. The same `event_id` for one target and rail takes effect once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailEvent {
    /// The subject of the event.
    pub target: Target,
    /// `card`, `iban`, a service's code such as `blik`, or a network's.
    pub rail: String,
    /// The rail's unique id of this event, at most 200 characters: `seen:<txid>:<vout>:2`.
    pub event_id: String,
    /// The leg of a payout event, from the payout job's payload; `None` means the latest leg in flight.
    #[serde(default)]
    pub leg: Option<u16>,
    /// The number of the charge, for the outcome of a charge; see [`charge_of_key`](super::charge_of_key).
    /// `None` if the rail does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<u16>,
    /// The reorg epoch of a payment on a chain, from 1. It grows each time the payment reappears after a
    /// reorganisation, so an event with a lower epoch than the highest one seen is outdated.
    #[serde(default)]
    pub reorg_epoch: Option<u32>,
    /// The event.
    pub kind: RailEventKind,
}

/// The kinds of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RailEventKind {
    /// A payment was detected and is not final. Sent again as confirmations grow.
    Seen {
        /// The amount.
        amount: Amount,
        /// The confirmations, including its own block.
        confirmations: u32,
        /// The confirmations required for credit.
        required: u32,
        /// The payment's reference: `<txid>:<vout>`, or the rail's reference.
        txid: String,
    },
    /// A payment is final and credited.
    Credited {
        /// The amount.
        amount: Amount,
        /// The same reference as in `Seen`.
        reference: String,
        /// The payer, if the rail reports one.
        #[serde(default)]
        payer: Option<String>,
    },
    /// The payer or the payer's bank declined.
    Declined {
        /// The reason.
        reason: Decline,
    },
    /// A detected or credited payment was reversed: a reorganised block, or a chargeback.
    Reversed {
        /// The same reference as in `Seen`.
        reference: String,
    },
    /// The rail gives no clear outcome of a charge that the payer has approved. An operator decides.
    Unclear {
        /// The reference that the payment would have.
        reference: String,
        /// The amount that the rail may have; `None` if it names none.
        #[serde(default)]
        amount: Option<Amount>,
        /// The rail's message, in plain English.
        detail: String,
    },
    /// A payment is disputed, or a dispute has changed.
    Disputed {
        /// The latest state of the dispute.
        dispute: DisputeReport,
    },
    /// A payout was handed to its rail and can no longer be cancelled.
    PayoutSent {
        /// The transaction hash, or the rail's reference.
        reference: String,
    },
    /// A payout on a chain has more confirmations.
    PayoutConfirmations {
        /// The present confirmations.
        confirmations: u32,
        /// The confirmations required for finality.
        required: u32,
    },
    /// A payout is final.
    PayoutSettled {
        /// The network fee that the chain took for it, in the network's own coin; `None` on other rails. The fee that
        /// the customer was charged is in the quote.
        #[serde(default)]
        network_cost: Option<Amount>,
    },
    /// A payout did not happen, or came back. Only sent when that is certain.
    PayoutFailed {
        /// The reason, in plain English.
        reason: String,
    },
}

impl RailEvent {
    /// The serial key of jobs that deliver events: events of one order, of one account, or of one unidentified payment
    /// are delivered in sequence.
    #[must_use]
    pub fn subject(&self, tenant: TenantId) -> String {
        match &self.target {
            Target::Order(id) => id.to_string(),
            Target::Account(id) => id.to_string(),
            Target::Reference(_) | Target::Transfer { .. } | Target::Address { .. } | Target::Nobody(_) => {
                let subject = self.kind.payment().unwrap_or(&self.event_id);
                format!("{tenant}:{}:{subject}", self.rail)
            }
        }
    }
}

impl RailEventKind {
    /// The rail's reference of the payment that the event concerns; `None` for other events.
    #[must_use]
    pub fn payment(&self) -> Option<&str> {
        match self {
            Self::Seen { txid: payment, .. }
            | Self::Credited { reference: payment, .. }
            | Self::Reversed { reference: payment } => Some(payment),
            _ => None,
        }
    }
}
