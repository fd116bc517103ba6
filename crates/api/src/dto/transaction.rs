//! A transaction as its owner sees it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::order::RequisiteKind;
use super::payee::PayeeInfo;
use super::payment::{Payment, Payout};
use super::quote::{LineKind, QuoteLine, Side};
use super::scalar::{CurrencyCode, Decimal, EndpointCode, Money, TransactionTypeCode};

/// What a person calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DisplayType {
    /// Crypto for fiat.
    Purchase,
    /// Fiat for crypto.
    Sale,
    /// Crypto for crypto.
    Swap,
    /// Money that goes to the balance.
    Deposit,
    /// Money that leaves the balance.
    Withdraw,
    /// One currency of the balance for another.
    Convert,
    /// Money that goes back.
    Refund,
    /// Money that changes accounts in the house.
    Transfer,
}

/// The specification's statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Made; nothing has been paid.
    New,
    /// A payment is under way.
    Wait,
    /// Paid; being carried out.
    Processing,
    /// Done.
    Done,
    /// Not paid in time.
    Expired,
    /// Called off.
    Cancelled,
    /// Refused.
    Reject,
    /// Its owner must decide.
    ActionRequired,
    /// Closed by a refund or a deposit.
    Resolved,
    /// Failed.
    Fail,
    /// An operator must decide.
    Manual,
}

/// The label under a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubState {
    /// Reserved on the balance; sent in a moment, and until then it can be cancelled.
    Scheduled,
    /// Reserved until the person whom it goes to has an account.
    WaitingForReceiver,
    /// Nothing has been paid yet.
    WaitingForPayment,
    /// The payer's bank asks the payer: 3-D Secure, BLIK.
    WaitingForApproval,
    /// The payment is seen, without a confirmation.
    TransferSeen,
    /// The chain counts: n of m.
    NetworkConfirmation,
    /// Paid.
    Paid,
    /// What was bought is on its way out.
    Sending,
    /// It has left, and is being confirmed.
    Sent,
    /// The owner must decide.
    ActionNeeded,
    /// A payment is on its way back.
    Refunding,
    /// An operator looks at it.
    UnderReview,
    /// Success.
    Completed,
    /// The money went back.
    Refunded,
    /// The money went to the balance.
    Deposited,
    /// Closed by an operator.
    Closed,
    /// Not paid in time.
    Expired,
    /// Called off.
    Cancelled,
    /// It did not work.
    Failed,
}

/// One side of a movement.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TransactionSide {
    /// How much.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
    /// Where it comes from or goes to: a payway, or `balance`.
    pub payway: EndpointCode,
}

/// Where the money goes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RequisiteInfo {
    /// Address, bank account, card or customer.
    pub kind: RequisiteKind,
    /// It in short, for lists.
    #[schema(example = "ltc1qw5…8f3k")]
    pub display: String,
    /// It in full; absent for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The memo, where the chain has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// Whose bank account it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// How that was verified, where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payee: Option<PayeeInfo>,
    /// What the payer of a transfer wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A stretch of the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The order was made.
    Created,
    /// A payment was seen, or is here.
    Payment,
    /// The chain confirms it.
    Confirmation,
    /// It is exchanged.
    Exchange,
    /// What was bought is sent.
    Payout,
    /// The money is put on the balance.
    Deposit,
    /// The money is put on another customer's balance.
    Transfer,
    /// The payment goes back.
    Refund,
    /// The owner must decide.
    Decision,
    /// An operator looks at it.
    Review,
    /// It is done, or ended.
    Done,
}

/// Where a step stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Behind us.
    Done,
    /// Here.
    Now,
    /// Ahead.
    Next,
    /// It went wrong here.
    Failed,
    /// It ended here without a fault: cancelled, not paid, or closed.
    Stopped,
}

/// One step of the timeline.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// Which.
    pub kind: StepKind,
    /// Where it stands.
    pub state: StepState,
    /// When it was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// What to say with it, such as `confirmations` and `required`.
    pub params: BTreeMap<String, String>,
}

/// Why the owner must decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionReason {
    /// Less arrived than was ordered.
    Underpaid,
    /// More arrived than was ordered.
    Overpaid,
    /// It arrived after the order had ended.
    Late,
    /// It arrived twice.
    Double,
    /// What arrived is outside the limits: of the exchange, where the rate was fixed when it arrived, or of its owner.
    OutOfLimits,
    /// What was paid out came back.
    Returned,
    /// Coins arrived, and the owner has to say first who sends them.
    SenderUnknown,
}

/// What can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionOption {
    /// Send it back.
    Refund,
    /// Keep it on the balance.
    Deposit,
    /// Carry the order out with what arrived.
    UpdateAmount,
}

/// A decision that is asked of the owner.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ActionInfo {
    /// Why.
    pub reason: ActionReason,
    /// What arrived, in the currency given.
    pub received: Decimal,
    /// What was ordered.
    pub expected: Decimal,
    /// What can be done.
    pub options: Vec<ActionOption>,
    /// Until when; an operator decides after that.
    pub deadline: DateTime<Utc>,
}

/// Why a transaction did not go through: the specification's catalogue.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Failure {
    /// The catalogue's code.
    #[schema(example = "ORDER_CARD_DECLINED")]
    pub code: String,
    /// In English: why, or the catalogue's words.
    pub message: String,
    /// Why the payment was declined, where the payer's bank said so by a code that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<DeclineReason>,
    /// What the payer's bank or the acquirer wrote for the payer, in its own language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// Why a payment was declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// There is not enough on the card or account.
    InsufficientFunds,
    /// The card is too old.
    ExpiredCard,
    /// The security code is wrong.
    IncorrectCvc,
    /// Another detail of the card is wrong.
    IncorrectCard,
    /// The card or account does not allow this payment.
    NotPermitted,
    /// A limit of the card or account does not allow it.
    LimitExceeded,
    /// It was not confirmed with the bank.
    AuthenticationFailed,
    /// The bank has blocked the card.
    CardBlocked,
    /// The BLIK code is wrong.
    IncorrectCode,
    /// The BLIK code is too old.
    ExpiredCode,
    /// It was not made in time.
    TimedOut,
    /// The bank could not be reached.
    BankUnavailable,
    /// The bank did not say why.
    DoNotHonour,
}

/// What the headline's amount is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeadlineKind {
    /// It will be received if all goes on.
    Expected,
    /// It was sent to where the owner wanted it.
    Received,
    /// It is on the balance.
    Deposited,
    /// It went back to the payer, or is on its way.
    Refunded,
    /// It was paid and stands with us.
    Held,
    /// It was ordered, and nothing came of it.
    NotPaid,
}

/// The one amount that a transaction is about.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Headline {
    /// What it is.
    pub kind: HeadlineKind,
    /// How much.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
}

/// A fee that was really taken.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FeeTaken {
    /// Which.
    pub kind: LineKind,
    /// How much.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
}

/// A payment that went back, or is on its way back.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Refund {
    /// How much goes back, after its cost.
    pub amount: Decimal,
    /// Of what.
    pub currency: CurrencyCode,
    /// What sending it cost, where it cost something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
    /// Where to; absent for the way that it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<RequisiteInfo>,
    /// The transaction hash, or the names that the bank or acquirer gave it.
    pub references: Vec<String>,
    /// When it was final; absent while it is on its way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime<Utc>>,
}

/// What its owner may do with a transaction now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Allowed {
    /// Call it off.
    Cancel,
    /// Have the payment sent back.
    Refund,
    /// Keep the payment on the balance.
    Deposit,
    /// Carry it out with what arrived.
    UpdateAmount,
    /// Pay with a card.
    PayCard,
    /// Pay with a BLIK code.
    PayBlik,
}

/// A transaction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Transaction {
    /// Its id.
    #[schema(example = "ord_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// The short name for people.
    #[schema(example = "7K2M-94QD")]
    pub reference: String,
    /// The specification's type: what it is made of.
    #[serde(rename = "type")]
    pub kind: TransactionTypeCode,
    /// What a person calls it.
    pub display_type: DisplayType,
    /// Buy, sell or swap; absent for one currency and for fiat on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The specification's status.
    pub status: Status,
    /// The label under it.
    pub sub_state: SubState,
    /// The one amount that it is about: what its owner has or gets.
    pub headline: Headline,
    /// What was paid; absent while nothing was, and when all of it is gone again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// The fees that were really taken. Those of the price are in `lines`.
    pub fees_taken: Vec<FeeTaken>,
    /// What went back to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// What was put on the balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deposited: Option<Money>,
    /// What stands with us and waits for a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Money>,
    /// What was ordered to be given.
    pub from: TransactionSide,
    /// What was ordered to be received.
    pub to: TransactionSide,
    /// Units received for one unit given, before fees.
    pub rate: Decimal,
    /// Whether the rate is fixed. A bank transfer's is when the money is here and exchanged; until then `to.amount` is an
    /// estimate.
    pub rate_locked: bool,
    /// Every part of the price that was agreed on. What was really taken is in `fees_taken`.
    pub lines: Vec<QuoteLine>,
    /// Where the money goes outside; absent where it stays in the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requisite: Option<RequisiteInfo>,
    /// The order whose payment arrived too late or twice and is held here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ord_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub parent: Option<String>,
    /// How it is paid; absent where the money comes from the balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// How what was bought is sent; absent until that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payout: Option<Payout>,
    /// The timeline.
    pub steps: Vec<Step>,
    /// What is asked of the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionInfo>,
    /// Why it did not go through, or why the last card or code was declined while another may be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How far it is, in percent.
    #[schema(maximum = 100)]
    pub progress: u8,
    /// Until when it must be paid; absent when time no longer matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The server's clock, for countdowns.
    pub server_time: DateTime<Utc>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// Counts its changes.
    pub version: i64,
    /// What its owner may do now.
    pub allowed: Vec<Allowed>,
}
