use chrono::{DateTime, Utc};
use kernel::{Amount, Network, Payway, ProfileId, TransactionId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Failure;
pub use super::attention::{Action, ActionReason, Allowed, Ending, Review, ReviewReason, Unpriced};
use super::status::Status;
pub use super::types::TransactionType;
use crate::quote::Quote;
use crate::rails::{BankDetails, CardToken, DepositAddress};
use crate::requisite::{Party, Requisite};
use crate::sender::Sender;
use crate::wallet::Travel;

/// One movement of money that a person started: the body of its record. A type is a list of legs; what the person sees
/// (status, sub-state, steps, progress) is derived from them, see [`super::derive`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Its id.
    pub id: TransactionId,
    /// Whose it is.
    pub profile: ProfileId,
    /// The record's version; grows by one with every change.
    pub version: i64,
    /// The specification's type.
    #[serde(rename = "type")]
    pub kind: TransactionType,
    /// The price in force; replaced when the customer takes another one for what arrived.
    pub quote: Quote,
    /// What was said of the wallet that it goes to, where the travel rule asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel: Option<Travel>,
    /// What was said of who sends its coins, where the travel rule asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<Sender>,
    /// What it is made of, in order. Legs are appended, never removed: their places name payouts.
    pub legs: Vec<Leg>,
    /// How it ended, once it has: what the legs alone cannot say.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// What the customer must decide, while that is so.
    #[serde(default)]
    pub action: Option<Action>,
    /// Why an operator must look, while that is so.
    #[serde(default)]
    pub review: Option<Review>,
    /// Since when it waits for a price, while the money is here and cannot be priced.
    #[serde(default)]
    pub unpriced: Option<Unpriced>,
    /// Why it failed, or why its last charge was declined.
    #[serde(default)]
    pub failure: Option<Failure>,
    /// Until when it can be paid.
    pub expires_at: DateTime<Utc>,
    /// The order whose stray payment this one holds.
    #[serde(default)]
    pub parent: Option<TransactionId>,
    /// What the caller sent as idempotency key when creating it.
    #[serde(default)]
    pub client_key: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// Every status it had, and when; the timeline reads it.
    pub moves: Vec<Move>,
}

/// One status it came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Which.
    pub status: Status,
    /// When.
    pub at: DateTime<Utc>,
}

/// One part of a transaction, with its own small state machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "leg", rename_all = "snake_case")]
pub enum Leg {
    /// Money comes in.
    Collect(Box<Collect>),
    /// Money is taken from the customer's balance.
    Draw(Draw),
    /// One currency becomes another at the desk, after fees.
    Convert(Convert),
    /// Money leaves: to the requisite, or back to the payer.
    PayOut(Box<PayOut>),
    /// Money moves to a balance.
    Credit(Credit),
    /// A fee of its own, outside the price: the network fee of a refund.
    Fee(FeeLeg),
}

impl Leg {
    /// Whether it is the end of a transfer to a person who has no account yet.
    #[must_use]
    pub fn awaits_receiver(&self) -> bool {
        matches!(self, Self::Credit(Credit { to: Some(Party { profile: None, .. }), .. }))
    }
}

/// Money comes in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collect {
    /// How.
    pub payway: Payway,
    /// How much the order is for.
    pub expected: Amount,
    /// How it stands.
    pub state: CollectState,
    /// What the payer needs to know.
    pub instructions: Instructions,
    /// How many charges were begun, of cards or BLIK codes.
    #[serde(default)]
    pub charges: u16,
    /// Every payment that was seen, oldest first.
    pub payments: Vec<Payment>,
}

impl Collect {
    /// The number of the last charge, from 1: also of one that was begun before charges were counted.
    #[must_use]
    pub fn charge(&self) -> u16 {
        self.charges.max(1)
    }

    /// Whether a card or a code may be given: none was, or the last one was declined.
    #[must_use]
    pub const fn takes_charge(&self) -> bool {
        matches!(self.state, CollectState::Waiting | CollectState::Declined)
    }

    /// Whether a charge has begun and is not answered.
    #[must_use]
    pub const fn is_charging(&self) -> bool {
        matches!(self.state, CollectState::Charging | CollectState::Approval)
    }
}

/// How a collect leg stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollectState {
    /// For a payment.
    Waiting,
    /// The acquirer has been asked.
    Charging,
    /// The payer must approve: 3-D Secure, BLIK.
    Approval,
    /// The money is here and is enough; it goes on.
    Collected,
    /// The payer or the bank refused the last charge; another card or code may be given while the order lives.
    Declined,
    /// It no longer takes payments.
    Closed,
}

/// What the payer needs to know, by payway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Instructions {
    /// Enter a card.
    Card {
        /// The card, once given.
        #[serde(default)]
        card: Option<CardToken>,
        /// The 3-D Secure page.
        #[serde(default)]
        challenge_url: Option<String>,
        /// Where the browser goes afterwards.
        #[serde(default)]
        return_url: Option<String>,
    },
    /// Enter a BLIK code, then approve.
    Blik {
        /// Until when the payer can approve, once charged.
        #[serde(default)]
        approve_until: Option<DateTime<Utc>>,
    },
    /// Transfer to this account.
    Bank {
        /// Ours.
        details: BankDetails,
    },
    /// Send to this address.
    Crypto {
        /// Ours, of this order alone.
        address: DepositAddress,
        /// Over this network.
        network: Network,
    },
}

/// One payment that a rail told us of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The rail's name for it: `<txid>:<vout>`, a charge, a statement line.
    pub reference: String,
    /// How much.
    pub amount: Amount,
    /// Blocks on it.
    pub confirmations: u32,
    /// Blocks that credit it; zero where there are no blocks.
    pub required: u32,
    /// How it stands.
    pub state: PaymentState,
    /// Who paid, as far as the rail says.
    #[serde(default)]
    pub payer: Option<String>,
    /// When it was first seen.
    pub seen_at: DateTime<Utc>,
    /// When it became ours.
    #[serde(default)]
    pub credited_at: Option<DateTime<Utc>>,
    /// How often its chain has shown it, as far as we have heard; zero where that is not counted.
    #[serde(default)]
    pub sighting: u32,
}

/// How a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentState {
    /// Seen, not ours yet.
    Seen,
    /// Ours.
    Credited,
    /// Gone again, before anything was done with it.
    Reversed,
    /// Gone again after it had been spent: the house's loss.
    TakenBack,
}

/// The conversion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Convert {
    /// When it was posted.
    #[serde(default)]
    pub done_at: Option<DateTime<Utc>>,
}

/// Money leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayOut {
    /// How.
    pub payway: Payway,
    /// How much.
    pub amount: Amount,
    /// Where to.
    pub to: Destination,
    /// What was said of the wallet that a refund goes to, where the travel rule asked; the order itself keeps it of its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel: Option<Travel>,
    /// How it stands.
    pub state: PayOutState,
    /// The hold in the ledger that reserves it, until it is sent.
    #[serde(default)]
    pub hold: Option<Uuid>,
    /// The transaction hash or the rail's reference.
    #[serde(default)]
    pub reference: Option<String>,
    /// Blocks on it.
    #[serde(default)]
    pub confirmations: u32,
    /// Blocks that make it final.
    #[serde(default)]
    pub required: u32,
    /// When it was ordered.
    #[serde(default)]
    pub started_at: Option<DateTime<Utc>>,
    /// When it left.
    #[serde(default)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When it was final.
    #[serde(default)]
    pub settled_at: Option<DateTime<Utc>>,
    /// The leg that pays it instead, after it failed.
    #[serde(default)]
    pub replaced_by: Option<u16>,
    /// When its rail, having said that it failed, said that it was sent after all.
    #[serde(default)]
    pub contradicted_at: Option<DateTime<Utc>>,
}

/// Where a payout goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum Destination {
    /// The order's result, to its requisite.
    Requisite(Requisite),
    /// Back the way it came: the payment with this reference.
    Payer {
        /// The payment's reference.
        payment: String,
    },
    /// A refund to a requisite that the customer named: a chain does not know its payers.
    Refund(Requisite),
}

impl Destination {
    /// Whether it gives money back rather than pays the order's result.
    #[must_use]
    pub const fn is_refund(&self) -> bool {
        !matches!(self, Self::Requisite(_))
    }
}

/// How a payout stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayOutState {
    /// Not yet ordered.
    Planned,
    /// Ordered, held in the ledger, with its rail.
    Sending,
    /// The rail gave no clear answer; nothing is repeated.
    Unknown,
    /// It has left.
    Sent,
    /// It is final.
    Settled,
    /// It certainly did not happen, or came back.
    Failed,
}

impl PayOutState {
    /// Whether money may be on its way.
    #[must_use]
    pub const fn in_flight(self) -> bool {
        matches!(self, Self::Sending | Self::Unknown | Self::Sent)
    }
}

/// Money is taken from the customer's balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// How much.
    pub amount: Amount,
    /// Who pays, as the receiver of a transfer sees them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<Party>,
    /// How it stands.
    pub state: DrawState,
    /// The hold in the ledger that reserves it, until it is taken or released.
    #[serde(default)]
    pub hold: Option<Uuid>,
    /// When it was taken or released.
    #[serde(default)]
    pub done_at: Option<DateTime<Utc>>,
}

/// How a draw stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawState {
    /// Nothing is reserved yet: the movement is being opened.
    Planned,
    /// Reserved on the balance. The movement can be cancelled.
    Held,
    /// Taken from the balance.
    Posted,
    /// Given free again: the movement was cancelled.
    Released,
}

/// Money moves to a balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// How much.
    pub amount: Amount,
    /// Whose balance; `None` for the customer's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Party>,
    /// When; `None` while it is planned.
    #[serde(default)]
    pub done_at: Option<DateTime<Utc>>,
}

/// A fee outside the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeLeg {
    /// How much.
    pub amount: Amount,
    /// When.
    pub done_at: DateTime<Utc>,
}
