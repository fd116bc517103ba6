//! The transaction and its legs: the state from which every status, step and action is derived.

use chrono::{DateTime, Utc};
use kernel::{Amount, Country, Network, Payway, PresetId, Product, ProfileId, TransactionId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use super::attention::{
    Action, ActionReason, Allowed, Appeal, AwaitingRate, Claim, Ending, HoldNeeds, OwnerClaim, PayoutDelay, Review,
    ReviewReason,
};
use super::status::Status;
use super::{Dispute, Failure};
use crate::beneficiary_wallet::{PayerWallet, Travel};
use crate::guarantee::{LapsedPrice, MakeGood};
use crate::originator::Sender;
use crate::plan::PlanRun;
use crate::quote::Price;
use crate::rails::{BankDetails, CardToken, DepositAddress, Launch};
use crate::requisite::{Party, Requisite};
pub use crate::transaction_type::{DisplayType, TransactionType};

/// A movement of money: the body of its ledger record. A transaction type is a list of legs. Status, sub-state, steps
/// and progress are derived from the legs; see [`super::derive`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// The id.
    pub id: TransactionId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The record's version, which grows by one with every change.
    pub version: i64,
    /// The specification's type.
    #[serde(rename = "type")]
    pub kind: TransactionType,
    /// The price in force; replaced when another amount arrived, or when a floating rate is fixed. An unmatched payment
    /// has the price of the order that it was sent for.
    pub price: Price,
    /// The country of residence that its price was offered for, if declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residence: Option<Country>,
    /// The declaration of the destination wallet, if the travel rule requires one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel: Option<Travel>,
    /// The originator statement, if the travel rule requires one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<Sender>,
    /// The legs, in order. Legs are appended and never removed, because their index identifies payouts.
    pub legs: Vec<Leg>,
    /// The ending, which the legs alone do not determine.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// The open decision of the customer.
    #[serde(default)]
    pub action: Option<Action>,
    /// The open review of an operator.
    #[serde(default)]
    pub review: Option<Review>,
    /// The customer's latest objection to a hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appeal: Option<Appeal>,
    /// Who claims an unidentified payment, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<OwnerClaim>,
    /// The wait for a rate, while the money is here and cannot be priced.
    #[serde(default)]
    pub awaiting_rate: Option<AwaitingRate>,
    /// Why it failed, or why its last charge was declined.
    #[serde(default)]
    pub failure: Option<Failure>,
    /// The disputes of its payments, in the order of their first reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputes: Vec<Dispute>,
    /// What was paid to keep the promised price; `None` if keeping it cost nothing, or it was not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub make_good: Option<MakeGood>,
    /// What keeping the price costs, if it has lapsed although the customer acted in time; also if it was not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapsed: Option<LapsedPrice>,
    /// When the order expires.
    pub expires_at: DateTime<Utc>,
    /// The order whose unmatched payment this transaction holds, or the paid transaction that this one refunds.
    #[serde(default)]
    pub parent: Option<TransactionId>,
    /// The caller's idempotency key from the creation.
    #[serde(default)]
    pub client_key: Option<String>,
    /// The preset that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<PresetId>,
    /// The run of a plan that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanRun>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// Every status with its time, for the timeline.
    pub moves: Vec<Move>,
}

impl Transaction {
    /// A new transaction with these legs, of which nothing is posted.
    pub(crate) fn new(
        (id, profile): (TransactionId, ProfileId),
        kind: TransactionType,
        price: Price,
        legs: Vec<Leg>,
        (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
    ) -> Self {
        Self {
            id,
            profile,
            version: 0,
            kind,
            price,
            residence: None,
            travel: None,
            sender: None,
            legs,
            ending: None,
            action: None,
            review: None,
            appeal: None,
            claims: Vec::new(),
            disputes: Vec::new(),
            make_good: None,
            lapsed: None,
            awaiting_rate: None,
            failure: None,
            expires_at,
            parent: None,
            client_key: None,
            preset: None,
            plan: None,
            created_at: now,
            updated_at: now,
            moves: vec![Move { status: Status::New, at: now }],
        }
    }
}

/// A change of the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The new status.
    pub status: Status,
    /// The time.
    pub at: DateTime<Utc>,
}

/// One part of a transaction, with its own small state machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "leg", rename_all = "snake_case")]
pub enum Leg {
    /// Money comes in.
    Collect(Box<Collect>),
    /// The customer's balance is debited.
    Draw(Draw),
    /// The desk converts one currency into the other, after fees.
    Convert(Convert),
    /// Money leaves: to the requisite, or back to the payer.
    PayOut(Box<PayOut>),
    /// A balance is credited.
    Credit(Credit),
    /// A separate fee outside the price: the network fee of a refund.
    Fee(FeeLeg),
}

impl Leg {
    /// Whether the leg credits a receiver who is not known yet or has no account yet.
    #[must_use]
    pub fn awaits_receiver(&self) -> bool {
        matches!(self, Self::Credit(Credit { to: Some(Party { profile: None, .. }), .. }))
    }
}

/// An incoming payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collect {
    /// The payway.
    pub payway: Payway,
    /// The ordered amount.
    pub expected: Amount,
    /// The state.
    pub state: CollectState,
    /// The payment instructions.
    pub instructions: Instructions,
    /// The number of charges that were started, of cards or through other services.
    #[serde(default)]
    pub charges: u16,
    /// Every detected payment, oldest first.
    pub payments: Vec<Payment>,
    /// The refund address, if the customer named one with the order; chains do not identify payers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refund_to: Option<Requisite>,
}

/// The state of a collect leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollectState {
    /// Waits for a payment.
    Waiting,
    /// A charge was requested.
    Charging,
    /// The payer must approve: 3-D Secure, or in another service's app.
    Approval,
    /// The money is received, matches the order, and was passed on.
    Collected,
    /// The last charge was declined; another card or code is accepted until the order ends.
    Declined,
    /// No longer accepts payments.
    Closed,
}

/// The payment instructions, by payway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Instructions {
    /// Enter a card.
    Card {
        /// The card, once entered.
        #[serde(default)]
        card: Option<CardToken>,
        /// The place of 3-D Secure.
        #[serde(default)]
        launch: Option<Launch>,
        /// The page to return to after 3-D Secure.
        #[serde(default)]
        return_url: Option<String>,
    },
    /// Enter a code of another service, or approve in its app.
    Code {
        /// The place of approval, once the charge is requested; `None` if the payer's app prompts on its own.
        #[serde(default)]
        launch: Option<Launch>,
        /// The page to return to after the approval.
        #[serde(default)]
        return_url: Option<String>,
        /// The deadline of the approval, once the charge is requested.
        #[serde(default)]
        approve_until: Option<DateTime<Utc>>,
    },
    /// Transfer to a bank account.
    Bank {
        /// The platform's account.
        details: BankDetails,
    },
    /// Send coins to an address.
    Crypto {
        /// The deposit address.
        address: DepositAddress,
        /// The network.
        network: Network,
    },
}

impl Instructions {
    /// No instructions: a payment through another service before it is begun, or a payment without an order.
    #[must_use]
    pub const fn unpaid_code() -> Self {
        Self::Code { launch: None, return_url: None, approve_until: None }
    }
}

/// A payment reported by a rail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The rail's reference: `<txid>:<vout>`, a charge, a statement line.
    pub reference: String,
    /// The amount.
    pub amount: Amount,
    /// The confirmations.
    pub confirmations: u32,
    /// The confirmations required for credit; zero on rails without blocks.
    pub required: u32,
    /// The state.
    pub state: PaymentState,
    /// The payer, if the rail reports one.
    #[serde(default)]
    pub payer: Option<String>,
    /// When it was first seen.
    pub seen_at: DateTime<Utc>,
    /// When it was credited.
    #[serde(default)]
    pub credited_at: Option<DateTime<Utc>>,
    /// The highest reorg epoch reported for it; zero on rails without epochs.
    #[serde(default)]
    pub reorg_epoch: u32,
}

kernel::codes! {
    /// The state of a payment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PaymentState {
        /// Seen, not credited.
        Seen = "seen",
        /// Credited.
        Credited = "credited",
        /// Reversed before its money was used.
        Reversed = "reversed",
        /// Reversed after its money was spent: a loss of the platform.
        TakenBack = "taken_back",
    }
}

/// The conversion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Convert {
    /// When it was posted.
    #[serde(default)]
    pub done_at: Option<DateTime<Utc>>,
}

/// An outgoing payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayOut {
    /// The payway.
    pub payway: Payway,
    /// The amount.
    pub amount: Amount,
    /// The destination.
    pub to: Destination,
    /// The declaration of a refund's destination wallet, if the travel rule requires one. For the result, the
    /// transaction itself holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel: Option<Travel>,
    /// The payer's declaration of the wallet that a refund of a merchant's payment goes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer_wallet: Option<Box<PayerWallet>>,
    /// The state.
    pub state: PayOutState,
    /// The ledger hold that reserves its money until it is sent.
    #[serde(default)]
    pub hold: Option<Uuid>,
    /// The transaction hash or the rail's reference.
    #[serde(default)]
    pub reference: Option<String>,
    /// The confirmations.
    #[serde(default)]
    pub confirmations: u32,
    /// The confirmations required for finality.
    #[serde(default)]
    pub required: u32,
    /// When it was ordered.
    #[serde(default)]
    pub started_at: Option<DateTime<Utc>>,
    /// When it was sent.
    #[serde(default)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When it was final.
    #[serde(default)]
    pub settled_at: Option<DateTime<Utc>>,
    /// The index of the leg that replaces it after a failure.
    #[serde(default)]
    pub replaced_by: Option<u16>,
    /// When the rail reported it as sent after it had reported a failure.
    #[serde(default)]
    pub contradicted_at: Option<DateTime<Utc>>,
    /// The network fee that is booked for it, in the network's own coin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network_cost: Option<Amount>,
    /// Why its owner was told that it takes longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<PayoutDelay>,
}

/// The destination of a payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum Destination {
    /// The order's result, to its requisite.
    Requisite(Requisite),
    /// Returned the way it came, as a refund of the payment with this reference.
    Payer {
        /// The payment's reference.
        payment: String,
    },
    /// The issuer of a payment card, who clears the purchase with this authorisation.
    Issuer {
        /// The issuer's reference of the authorisation.
        authorization: String,
    },
    /// A refund to a requisite of the customer's choice, because chains do not identify payers.
    Refund(Requisite),
}

impl Destination {
    /// Whether it is a refund instead of the order's result.
    #[must_use]
    pub const fn is_refund(&self) -> bool {
        !matches!(self, Self::Requisite(_) | Self::Issuer { .. })
    }

    /// Whether the issuer of a payment card presents it for clearing, instead of a job that pays it.
    #[must_use]
    pub const fn is_issuer(&self) -> bool {
        matches!(self, Self::Issuer { .. })
    }
}

/// The state of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayOutState {
    /// Not ordered.
    Planned,
    /// Ordered: held in the ledger, and handed to the job.
    Sending,
    /// The outcome is unknown; the payout is not repeated.
    Unknown,
    /// Sent.
    Sent,
    /// Final.
    Settled,
    /// Certainly not executed, or returned.
    Failed,
}

impl PayOutState {
    /// Whether the money may be on its way.
    #[must_use]
    pub const fn in_flight(self) -> bool {
        matches!(self, Self::Sending | Self::Unknown | Self::Sent)
    }
}

/// A debit of the customer's balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The amount.
    pub amount: Amount,
    /// The product whose account pays; `None` for the customer's balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
    /// The payer, as the receiver of a transfer sees them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<Party>,
    /// The state.
    pub state: DrawState,
    /// The ledger hold that reserves it until it is posted or voided.
    #[serde(default)]
    pub hold: Option<Uuid>,
    /// When it was posted or voided.
    #[serde(default)]
    pub done_at: Option<DateTime<Utc>>,
    /// The conversion of this draw alone, if the movement has several draws and this one is in another currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion: Option<Box<Price>>,
}

/// The state of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawState {
    /// Not reserved; the transaction is being opened.
    Planned,
    /// Held on the balance; the customer can cancel.
    Held,
    /// Posted to the balance.
    Posted,
    /// Voided, because the movement was cancelled.
    Released,
}

/// A credit of a balance or of a product's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// The amount.
    pub amount: Amount,
    /// The product whose account is credited; `None` for a balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
    /// The receiver; `None` for the customer's own account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Party>,
    /// When it was posted; `None` while planned.
    #[serde(default)]
    pub done_at: Option<DateTime<Utc>>,
}

impl Credit {
    /// Whether it credits the balance of the customer who made the movement.
    #[must_use]
    pub const fn is_own_balance(&self) -> bool {
        self.product.is_none() && self.to.is_none()
    }
}

/// A fee outside the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeLeg {
    /// The amount.
    pub amount: Amount,
    /// When it was posted.
    pub done_at: DateTime<Utc>,
}
