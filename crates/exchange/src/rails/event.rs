//! What rails tell, in one shape for all of them.

use kernel::{Amount, DepositAccountId, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

use super::AddressOwner;
use crate::decline::Decline;

/// What an event of a rail is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A transaction.
    Order(TransactionId),
    /// A deposit account: its permanent address or its bank reference was paid.
    Account(DepositAccountId),
    /// What a payer wrote on a bank transfer, at most 140 characters. The exchanger finds whose it is.
    Reference(String),
}

impl Target {
    /// The transaction, where it is one.
    #[must_use]
    pub const fn order(&self) -> Option<TransactionId> {
        match self {
            Self::Order(id) => Some(*id),
            Self::Account(_) | Self::Reference(_) => None,
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
            Self::Reference(text) => write!(f, "reference {text:?}"),
        }
    }
}

/// Something that happened on a rail. The same `event_id` of one target and rail takes effect once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailEvent {
    /// Whom it concerns.
    pub target: Target,
    /// `card`, `iban`, `blik`, or a network's code.
    pub rail: String,
    /// The rail's own unique name of this event, at most 200 characters: `seen:<txid>:<vout>:2`.
    pub event_id: String,
    /// For payout events, the leg (from the payout job's payload); `None` means the one that is on its way.
    #[serde(default)]
    pub leg: Option<u16>,
    /// For what became of a charge on a card or a BLIK code: which charge of the order, see [`charge_of_key`](super::charge_of_key). `None` where
    /// the rail does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<u16>,
    /// For a payment seen on a chain: how often it has come, from 1. It grows each time the payment is back after it was
    /// gone, so what is told under a smaller number than the greatest one heard of that payment is old news.
    #[serde(default)]
    pub sighting: Option<u32>,
    /// What happened.
    pub kind: RailEventKind,
}

/// What happened on a rail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RailEventKind {
    /// A payment was seen; it is not ours yet. Sent again as confirmations grow.
    Seen {
        /// How much.
        amount: Amount,
        /// Blocks on top of it, counting its own.
        confirmations: u32,
        /// How many credit it.
        required: u32,
        /// Names the payment: `<txid>:<vout>`, or the rail's reference.
        txid: String,
    },
    /// A payment is ours.
    Credited {
        /// How much.
        amount: Amount,
        /// The same name as in `Seen`.
        reference: String,
        /// Who paid, as far as the rail says.
        #[serde(default)]
        payer: Option<String>,
    },
    /// The payer, or the payer's bank, refused.
    Declined {
        /// Why.
        reason: Decline,
    },
    /// A payment that was seen or credited is no longer there: a reorganised block, a chargeback.
    Reversed {
        /// The same name as in `Seen`.
        reference: String,
    },
    /// A payout was handed to its rail and can no longer be called back.
    PayoutSent {
        /// The transaction hash, or the rail's reference.
        reference: String,
    },
    /// A payout on a chain got deeper.
    PayoutConfirmations {
        /// Now.
        confirmations: u32,
        /// When it is final.
        required: u32,
    },
    /// A payout is final.
    PayoutSettled {
        /// What its chain took from us for it, in the network's own currency; nothing on other rails. Not what the customer
        /// was charged: that stands in the quote.
        #[serde(default)]
        network_cost: Option<Amount>,
    },
    /// A payout did not happen, or came back. Only when that is certain.
    PayoutFailed {
        /// For people.
        reason: String,
    },
}

impl RailEvent {
    /// What events follow each other for: those of one order, of one account, and of one payment that names neither. Jobs that tell
    /// of them have it as their serial key.
    #[must_use]
    pub fn subject(&self, tenant: TenantId) -> String {
        match &self.target {
            Target::Order(id) => id.to_string(),
            Target::Account(id) => id.to_string(),
            Target::Reference(_) => {
                let subject = self.kind.payment().unwrap_or(&self.event_id);
                format!("{tenant}:{}:{subject}", self.rail)
            }
        }
    }
}

impl RailEventKind {
    /// The rail's name of the payment that it tells of; `None` for everything else.
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
