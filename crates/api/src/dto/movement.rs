//! The parts that each transaction has: source, price, sink, legs and remedies.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::order::RequisiteKind;
use super::payment::Payment;
use super::quote::QuoteLine;
use super::scalar::{CurrencyCode, Decimal, EndpointCode, Money};

/// The way in which the money arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// A payment from outside.
    Collect,
    /// A debit of an account on the platform.
    Draw,
}

/// The source of the money.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Source {
    /// The way in which the money arrives.
    pub kind: SourceKind,
    /// The payway, `balance`, or another account on the platform.
    pub endpoint: EndpointCode,
    /// Currency.
    pub currency: CurrencyCode,
    /// Amount, as ordered.
    pub amount: Decimal,
    /// State of its leg.
    pub state: LegState,
    /// The instructions for the payer, with the state of the payment. Absent if nobody pays: the money comes from an
    /// account, or it is a returned payout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Payment>,
}

/// The sink of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SinkKind {
    /// A payment to the outside.
    Payout,
    /// A credit of an account on the platform.
    Credit,
}

/// The sink of the money.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Sink {
    /// The way in which the money is delivered.
    pub kind: SinkKind,
    /// The payway, `balance`, or another account on the platform.
    pub endpoint: EndpointCode,
    /// Currency.
    pub currency: CurrencyCode,
    /// Amount.
    pub amount: Decimal,
    /// The destination in short form. Absent for an own account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requisite: Option<MaskedRequisite>,
    /// State of its leg. After a failed payout, that of the payout which replaces it.
    pub state: LegState,
}

/// A destination in short form: four digits of a card, the ends of an address or an account.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MaskedRequisite {
    /// Kind of the destination.
    pub kind: RequisiteKind,
    /// Short form.
    #[schema(example = "ltc1qw5…8f3k")]
    pub display: String,
}

/// The payer of a part of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaidBy {
    /// The customer who made the transaction.
    Customer,
}

/// One line of the price of a transaction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PriceLine {
    /// Kind, amount and rule.
    #[serde(flatten)]
    pub line: QuoteLine,
    /// The payer of this line.
    pub paid_by: PaidBy,
}

/// The agreed price of a transaction. In one currency the rate is 1, and the lines are the fees.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Price {
    /// Units received for one unit given, spread included, before fees.
    pub rate: Decimal,
    /// Whether the rate is locked. For a bank transfer the rate is set when the money arrives; until then `to.amount`
    /// is an estimate.
    pub rate_locked: bool,
    /// All parts of the price. The fees that were charged are in `fees_taken`.
    pub lines: Vec<PriceLine>,
    /// The amount given in total. The lines in its currency add up to it.
    pub total: Money,
    /// Total cost of fees and spread, in percent of the amount given, without the percent sign.
    #[schema(example = "3.51")]
    pub cost_percent: Decimal,
    /// Promo code whose discount is in the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "SPRING")]
    pub promo_code: Option<String>,
    /// What the promo code adds to the customer's rewards when the order is completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promo_bonus: Option<Money>,
}

/// Kind of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LegKind {
    /// Collects money from outside.
    Collect,
    /// Debits the customer's balance.
    Draw,
    /// Converts between two currencies.
    Convert,
    /// Pays money out.
    PayOut,
    /// Credits the customer's balance.
    Credit,
    /// Charges a fee that is not part of the price.
    Fee,
}

/// State of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LegState {
    /// Not started.
    Planned,
    /// Waits for a payment.
    Waiting,
    /// The charge was submitted to the acquirer.
    Charging,
    /// Waits for the payer's approval.
    Approval,
    /// The last charge was declined.
    Declined,
    /// Accepts no more payments.
    Closed,
    /// Held on the balance.
    Held,
    /// The hold was released.
    Released,
    /// Submitted to the rail, without an answer yet.
    Sending,
    /// The rail gave no clear answer. It is not repeated.
    Unknown,
    /// Sent, not final yet.
    Sent,
    /// Certainly failed, or returned.
    Failed,
    /// Completed.
    Done,
}

/// One part of a transaction, with a state of its own.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Leg {
    /// Kind.
    pub kind: LegKind,
    /// State.
    pub state: LegState,
    /// Payway, `balance`, or another account on the platform. Absent for a conversion and a fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payway: Option<EndpointCode>,
    /// Amount and currency. Absent for a conversion: the price has both amounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
    /// Transaction id on the blockchain, or the reference of the bank or acquirer for a payout. Absent until there is
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Since when it has this state. Absent for a leg that has not started, and for a charge in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<DateTime<Utc>>,
}

/// The remedies for money that cannot continue as ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RemedyKind {
    /// Back to the payer, or to the account that it was taken from.
    Refund,
    /// Credit to the balance.
    Deposit,
    /// Execution with the received amount.
    UpdateAmount,
    /// A second payout, after a failed one.
    Retry,
}

/// A remedy that was taken.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RemedyTaken {
    /// Which remedy.
    pub kind: RemedyKind,
    /// Index of its leg in `legs`, from zero.
    pub leg: u16,
    /// Amount.
    pub amount: Money,
    /// State of its leg.
    pub state: LegState,
}

/// The available and the taken remedies for money that could not continue as ordered.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Remedies {
    /// The remedies that the owner may choose now.
    pub available: Vec<RemedyKind>,
    /// The remedies that were taken, oldest first.
    pub taken: Vec<RemedyTaken>,
}
