//! A transaction as its owner sees it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::rails::DeclineCode;
use exchange::transaction as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
pub use super::hold::ActionOption;
use super::hold::HoldInfo;
use super::make_good::MakeGood;
use super::movement::{Leg, Price, Remedies, Sink, Source};
use super::order::RequisiteKind;
use super::payee::PayeeInfo;
use super::payment::Payout;
use super::quote::{LineKind, Side};
use super::scalar::{CurrencyCode, Decimal, EndpointCode, Money, TransactionTypeCode};

coded! {
    /// Display type of a transaction.
    pub type DisplayType = domain::DisplayType;
}

coded! {
    /// Status of a transaction, as in the specification.
    pub type Status = domain::Status;
}

coded! {
    /// Detail of a status, for display.
    pub type SubState = domain::SubState;
}

/// One side of a transaction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TransactionSide {
    /// Amount.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
    /// Source or destination: a payway, or `balance`.
    pub payway: EndpointCode,
}

/// Destination of a payout.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RequisiteInfo {
    /// Kind of the destination.
    pub kind: RequisiteKind,
    /// Short form, for lists.
    #[schema(example = "ltc1qw5…8f3k")]
    pub display: String,
    /// Full form. Absent for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Memo or tag, on chains that use one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// Name of the account holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// How the account holder was verified, if required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payee: Option<PayeeInfo>,
    /// Note of the payer of a transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

coded! {
    /// Kind of a timeline step.
    pub type StepKind = domain::StepKind;

    /// State of a timeline step.
    pub type StepState = domain::StepState;
}

/// One step of the timeline.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// Kind of the step.
    pub kind: StepKind,
    /// State of the step.
    pub state: StepState,
    /// When the step was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// Parameters for display, such as `confirmations` and `required`.
    pub params: BTreeMap<String, String>,
}

coded! {
    /// Why the owner must decide.
    pub type ActionReason = domain::ActionReason;
}

/// A decision that is requested from the owner.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ActionInfo {
    /// Reason.
    pub reason: ActionReason,
    /// Received amount, in the currency given.
    pub received: Decimal,
    /// Ordered amount.
    pub expected: Decimal,
    /// Available options.
    pub options: Vec<ActionOption>,
    /// Deadline. After that, an operator decides.
    pub deadline: DateTime<Utc>,
}

/// Why a transaction failed, from the specification's catalogue.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Failure {
    /// Code from the catalogue.
    #[schema(example = "ORDER_CARD_DECLINED")]
    pub code: String,
    /// Message in English.
    pub message: String,
    /// Why the payment was declined, if the payer's bank sent a known code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<DeclineReason>,
    /// Message of the payer's bank or the acquirer to the payer, in its own language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

coded! {
    /// Why a payment was declined.
    pub type DeclineReason = DeclineCode;
}

coded! {
    /// Meaning of the headline amount.
    pub type HeadlineKind = domain::HeadlineKind;
}

/// The main amount of a transaction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Headline {
    /// Meaning of the amount.
    pub kind: HeadlineKind,
    /// Amount.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
}

/// A fee that was charged.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FeeTaken {
    /// Kind of the fee.
    pub kind: LineKind,
    /// Amount.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
}

/// A refund, completed or in progress.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Refund {
    /// Amount refunded, after its cost.
    pub amount: Decimal,
    /// Currency.
    pub currency: CurrencyCode,
    /// Cost of the refund, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
    /// Destination. Absent if it is the source of the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<RequisiteInfo>,
    /// Transaction hash, or the references of the bank or acquirer.
    pub references: Vec<String>,
    /// When it was final. Absent while in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime<Utc>>,
}

coded! {
    /// An action that is currently available to the owner.
    pub type Allowed = domain::Allowed;
}

/// A transaction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Transaction {
    /// Its id.
    #[schema(example = "ord_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// Short reference for display.
    #[schema(example = "7K2M-94QD")]
    pub reference: String,
    /// Transaction type, as in the specification.
    #[serde(rename = "type")]
    pub kind: TransactionTypeCode,
    /// Display type.
    pub display_type: DisplayType,
    /// Buy, sell or swap. Absent for a single currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Whether the customer named what should arrive and a route paid it (`GET /routes`).
    pub unified: bool,
    /// Status, as in the specification.
    pub status: Status,
    /// Detail of the status, for display.
    pub sub_state: SubState,
    /// The main amount: what the owner has or gets.
    pub headline: Headline,
    /// Amount paid. Absent if nothing was paid, or all of it was refunded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// Fees that were charged. The fees of the agreed price are in `price`.
    pub fees_taken: Vec<FeeTaken>,
    /// Refund to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// What the platform paid to keep the promised price. Absent if keeping it cost nothing, or no promise was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub make_good: Option<MakeGood>,
    /// Amount credited to the balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deposited: Option<Money>,
    /// Amount held on the platform until a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Money>,
    /// The side given, as ordered.
    pub from: TransactionSide,
    /// The side received, as ordered.
    pub to: TransactionSide,
    /// The source of the money, and the instructions for the payer.
    pub source: Source,
    /// The agreed price.
    pub price: Price,
    /// The sink of the money. Absent for an unmatched payment, until its owner decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sink: Option<Sink>,
    /// All legs, in order, remedies included. Legs are only appended.
    pub legs: Vec<Leg>,
    /// The available and the taken remedies for money that could not continue as ordered.
    pub remedies: Remedies,
    /// External destination. Absent if the money stays on the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requisite: Option<RequisiteInfo>,
    /// The order that this late or duplicate payment was sent for, or the paid transaction that this one refunds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ord_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub parent: Option<String>,
    /// The payout. Absent until it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payout: Option<Payout>,
    /// The timeline.
    pub steps: Vec<Step>,
    /// The decision that is requested from the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionInfo>,
    /// Why it is held, what ends the hold, the deadline and the owner's objection. Absent if it is not held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<HoldInfo>,
    /// Why the transaction failed, or why the last card or code was declined while another can be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// Progress in percent.
    #[schema(maximum = 100)]
    pub progress: u8,
    /// Payment deadline. Absent once it no longer applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Server time, for countdowns.
    pub server_time: DateTime<Utc>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Version number, increased by every change.
    pub version: i64,
    /// Actions currently available to the owner.
    pub allowed: Vec<Allowed>,
}
