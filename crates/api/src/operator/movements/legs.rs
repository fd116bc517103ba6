//! The legs of a transaction, with the reports of their rails.

use chrono::{DateTime, Utc};
use exchange::transaction::{
    Collect, CollectState, Destination, Draw, DrawState, Instructions, Leg, PayOut, PayOutState, Payment, PaymentState,
};
use kernel::Endpoint;
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::scalar::{EndpointCode, Money};

/// Kind of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegKind {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegState {
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

/// Destination of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegTarget {
    /// The customer's destination.
    Result,
    /// The source of the payment (refund).
    Payer,
    /// The refund destination that the customer named.
    Refund,
}

/// State of a payment on a rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RailPaymentState {
    /// Seen, not credited yet.
    Seen,
    /// Credited.
    Credited,
    /// Reversed before the money was used.
    Reversed,
    /// Reversed after the money was used.
    TakenBack,
}

/// A payment reported by a rail.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RailPayment {
    /// Reference on the rail: transaction hash with output, charge, or statement line.
    reference: String,
    /// Amount.
    amount: Money,
    /// Confirmations, where the rail has them.
    confirmations: u32,
    /// Required confirmations; zero if the rail has none.
    required: u32,
    /// State.
    state: RailPaymentState,
    /// When it was first seen.
    seen_at: DateTime<Utc>,
    /// When it was credited.
    #[serde(skip_serializing_if = "Option::is_none")]
    credited_at: Option<DateTime<Utc>>,
}

/// A leg of a transaction.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegInfo {
    /// Kind.
    kind: LegKind,
    /// State.
    state: LegState,
    /// Payway, or the balance. Absent for a conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    payway: Option<EndpointCode>,
    /// Amount. Absent for a conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Money>,
    /// Time of completion.
    #[serde(skip_serializing_if = "Option::is_none")]
    done_at: Option<DateTime<Utc>>,
    /// Destination of a payout.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<LegTarget>,
    /// The destination in short form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ltc1qw…8f3k")]
    to: Option<String>,
    /// Hash or rail reference of a payout; for a collection, the payment reference given to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    /// Our address or account to pay to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_to: Option<String>,
    /// Confirmations of a payout so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmations: Option<u32>,
    /// Confirmations required for finality.
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<u32>,
    /// Index of the leg that replaces it, from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced_by: Option<u16>,
    /// When the rail reported success after it had reported failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradicted_at: Option<DateTime<Utc>>,
    /// Payments reported by the rail, oldest first.
    payments: Vec<RailPayment>,
}

impl LegInfo {
    const fn new(kind: LegKind, state: LegState) -> Self {
        Self {
            kind,
            state,
            payway: None,
            amount: None,
            done_at: None,
            target: None,
            to: None,
            reference: None,
            pay_to: None,
            confirmations: None,
            required: None,
            replaced_by: None,
            contradicted_at: None,
            payments: Vec::new(),
        }
    }
}

impl From<&Leg> for LegInfo {
    fn from(leg: &Leg) -> Self {
        let done = |at: Option<DateTime<Utc>>| if at.is_some() { LegState::Done } else { LegState::Planned };
        match leg {
            Leg::Collect(collect) => of_collect(collect),
            Leg::Draw(draw) => of_draw(draw),
            Leg::Convert(convert) => {
                Self { done_at: convert.done_at, ..Self::new(LegKind::Convert, done(convert.done_at)) }
            }
            Leg::PayOut(payout) => of_payout(payout),
            Leg::Credit(credit) => Self {
                amount: Some(credit.amount.into()),
                done_at: credit.done_at,
                ..Self::new(LegKind::Credit, done(credit.done_at))
            },
            Leg::Fee(fee) => Self {
                amount: Some(fee.amount.into()),
                done_at: Some(fee.done_at),
                ..Self::new(LegKind::Fee, LegState::Done)
            },
        }
    }
}

fn of_collect(collect: &Collect) -> LegInfo {
    let state = match collect.state {
        CollectState::Waiting => LegState::Waiting,
        CollectState::Charging => LegState::Charging,
        CollectState::Approval => LegState::Approval,
        CollectState::Collected => LegState::Done,
        CollectState::Declined => LegState::Declined,
        CollectState::Closed => LegState::Closed,
    };
    let (pay_to, reference) = match &collect.instructions {
        Instructions::Bank { details } => (Some(details.iban.clone()), Some(details.reference.clone())),
        Instructions::Crypto { address, .. } => (Some(address.address.clone()), address.memo.clone()),
        Instructions::Card { .. } | Instructions::Code { .. } => (None, None),
    };
    LegInfo {
        payway: Some(EndpointCode(collect.payway.into())),
        amount: Some(collect.expected.into()),
        done_at: collect.payments.iter().filter_map(|payment| payment.credited_at).max(),
        pay_to,
        reference,
        payments: collect.payments.iter().map(RailPayment::from).collect(),
        ..LegInfo::new(LegKind::Collect, state)
    }
}

fn of_draw(draw: &Draw) -> LegInfo {
    let state = match draw.state {
        DrawState::Planned => LegState::Planned,
        DrawState::Held => LegState::Held,
        DrawState::Posted => LegState::Done,
        DrawState::Released => LegState::Released,
    };
    let source = draw.product.map_or(Endpoint::Balance, Endpoint::Product);
    LegInfo {
        payway: Some(EndpointCode(source)),
        amount: Some(draw.amount.into()),
        done_at: draw.done_at,
        ..LegInfo::new(LegKind::Draw, state)
    }
}

fn of_payout(payout: &PayOut) -> LegInfo {
    let state = match payout.state {
        PayOutState::Planned => LegState::Planned,
        PayOutState::Sending => LegState::Sending,
        PayOutState::Unknown => LegState::Unknown,
        PayOutState::Sent => LegState::Sent,
        PayOutState::Settled => LegState::Done,
        PayOutState::Failed => LegState::Failed,
    };
    let (target, to) = match &payout.to {
        Destination::Requisite(requisite) => (LegTarget::Result, Some(requisite.display())),
        Destination::Refund(requisite) => (LegTarget::Refund, Some(requisite.display())),
        Destination::Payer { .. } => (LegTarget::Payer, None),
    };
    let counts = payout.required > 0;
    LegInfo {
        payway: Some(EndpointCode(payout.payway.into())),
        amount: Some(payout.amount.into()),
        done_at: payout.settled_at.or(payout.sent_at).filter(|_| state != LegState::Failed),
        target: Some(target),
        to,
        reference: payout.reference.clone(),
        confirmations: counts.then_some(payout.confirmations),
        required: counts.then_some(payout.required),
        replaced_by: payout.replaced_by,
        contradicted_at: payout.contradicted_at,
        ..LegInfo::new(LegKind::PayOut, state)
    }
}

impl From<&Payment> for RailPayment {
    fn from(payment: &Payment) -> Self {
        Self {
            reference: payment.reference.clone(),
            amount: payment.amount.into(),
            confirmations: payment.confirmations,
            required: payment.required,
            state: match payment.state {
                PaymentState::Seen => RailPaymentState::Seen,
                PaymentState::Credited => RailPaymentState::Credited,
                PaymentState::Reversed => RailPaymentState::Reversed,
                PaymentState::TakenBack => RailPaymentState::TakenBack,
            },
            seen_at: payment.seen_at,
            credited_at: payment.credited_at,
        }
    }
}
