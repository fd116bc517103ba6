//! A movement's legs, with what the rails told of each.

use chrono::{DateTime, Utc};
use exchange::transaction::{
    Collect, CollectState, Destination, Draw, DrawState, Instructions, Leg, PayOut, PayOutState, Payment, PaymentState,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::scalar::{EndpointCode, Money};

/// What a leg does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegKind {
    /// Takes money in from outside.
    Collect,
    /// Takes money from the customer's balance.
    Draw,
    /// Makes one currency of another.
    Convert,
    /// Pays money out.
    PayOut,
    /// Puts money on the customer's balance.
    Credit,
    /// Takes a fee outside the price.
    Fee,
}

/// How a leg stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegState {
    /// Nothing has been done.
    Planned,
    /// It waits for a payment.
    Waiting,
    /// The acquirer was asked.
    Charging,
    /// The payer must approve.
    Approval,
    /// The last charge was declined.
    Declined,
    /// It takes no more payments.
    Closed,
    /// Reserved on the balance.
    Held,
    /// Given free again.
    Released,
    /// Its rail was told, and has not answered.
    Sending,
    /// Its rail gave no clear answer; nothing is repeated.
    Unknown,
    /// It has left, and is not final.
    Sent,
    /// It certainly did not happen, or came back.
    Failed,
    /// Done.
    Done,
}

/// Where a payout goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LegTarget {
    /// To where the customer wanted the result.
    Result,
    /// Back the way it came.
    Payer,
    /// Back to where the customer named.
    Refund,
}

/// How a payment of a rail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RailPaymentState {
    /// Seen, not ours yet.
    Seen,
    /// Ours.
    Credited,
    /// Gone again, before anything was done with it.
    Reversed,
    /// Gone again after it had been spent.
    TakenBack,
}

/// A payment that a rail told of.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RailPayment {
    /// The rail's name for it: a transaction hash with its output, a charge, a line of a statement.
    reference: String,
    /// How much.
    amount: Money,
    /// Confirmations, where the rail has them.
    confirmations: u32,
    /// Confirmations that credit it; zero where the rail has none.
    required: u32,
    /// How it stands.
    state: RailPaymentState,
    /// When it was first seen.
    seen_at: DateTime<Utc>,
    /// When it became ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    credited_at: Option<DateTime<Utc>>,
}

/// One leg of a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegInfo {
    /// What it does.
    kind: LegKind,
    /// How it stands.
    state: LegState,
    /// By which payway, or the balance; absent for a conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    payway: Option<EndpointCode>,
    /// How much; absent for a conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Money>,
    /// When it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    done_at: Option<DateTime<Utc>>,
    /// Where a payout goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<LegTarget>,
    /// That place in short.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ltc1qw…8f3k")]
    to: Option<String>,
    /// The hash or the rail's reference of a payout, or what the payer was told to write.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    /// The address or account of ours that is paid to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_to: Option<String>,
    /// Confirmations of a payout.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmations: Option<u32>,
    /// Confirmations that make it final.
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<u32>,
    /// The place of the leg that pays it instead, from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced_by: Option<u16>,
    /// When its rail said that it was sent after all, having said that it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradicted_at: Option<DateTime<Utc>>,
    /// The payments that its rail told of, oldest first.
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
        Instructions::Card { .. } | Instructions::Blik { .. } => (None, None),
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
    LegInfo {
        payway: Some(EndpointCode(kernel::Endpoint::Balance)),
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
