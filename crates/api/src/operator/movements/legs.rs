//! The legs of a transaction, with the reports of their rails.

use chrono::{DateTime, Utc};
use exchange::transaction as domain;
use exchange::transaction::{Collect, Destination, Instructions, PayOut, PayOutState, Payment, PaymentState};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::code::coded;
use crate::dto::movement::{Leg, LegState};
use crate::dto::scalar::Money;
use crate::view;

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

coded! {
    /// State of a payment on a rail.
    pub(super) type RailPaymentState = PaymentState;
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

/// A leg of a transaction, with what its rail reported.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegInfo {
    /// The leg as its owner sees it.
    #[serde(flatten)]
    leg: Leg,
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
    /// Our address or account to pay to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_to: Option<String>,
    /// The payment reference or memo given to the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_reference: Option<String>,
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
    /// The leg of a transaction that was created at `created_at`.
    pub(super) fn of(leg: &domain::Leg, created_at: DateTime<Utc>) -> Self {
        let shared = view::movement::leg(leg, created_at);
        let blank = Self {
            done_at: shared.since.filter(|_| shared.state == LegState::Done),
            leg: shared,
            target: None,
            to: None,
            pay_to: None,
            pay_reference: None,
            confirmations: None,
            required: None,
            replaced_by: None,
            contradicted_at: None,
            payments: Vec::new(),
        };
        match leg {
            domain::Leg::Collect(collect) => of_collect(collect, blank),
            domain::Leg::Draw(draw) => Self { done_at: draw.done_at, ..blank },
            domain::Leg::PayOut(payout) => of_payout(payout, blank),
            domain::Leg::Convert(_) | domain::Leg::Credit(_) | domain::Leg::Fee(_) => blank,
        }
    }
}

fn of_collect(collect: &Collect, blank: LegInfo) -> LegInfo {
    let (pay_to, pay_reference) = match &collect.instructions {
        Instructions::Bank { details } => (Some(details.iban.clone()), Some(details.reference.clone())),
        Instructions::Crypto { address, .. } => (Some(address.address.clone()), address.memo.clone()),
        Instructions::Card { .. } | Instructions::Code { .. } => (None, None),
    };
    LegInfo {
        done_at: collect.payments.iter().filter_map(|payment| payment.credited_at).max(),
        pay_to,
        pay_reference,
        payments: collect.payments.iter().map(RailPayment::from).collect(),
        ..blank
    }
}

fn of_payout(payout: &PayOut, blank: LegInfo) -> LegInfo {
    let (target, to) = match &payout.to {
        Destination::Requisite(requisite) => (LegTarget::Result, Some(requisite.display())),
        Destination::Refund(requisite) => (LegTarget::Refund, Some(requisite.display())),
        Destination::Issuer { .. } => (LegTarget::Result, None),
        Destination::Payer { .. } => (LegTarget::Payer, None),
    };
    let counts = payout.required > 0;
    LegInfo {
        done_at: payout.settled_at.or(payout.sent_at).filter(|_| payout.state != PayOutState::Failed),
        target: Some(target),
        to,
        confirmations: counts.then_some(payout.confirmations),
        required: counts.then_some(payout.required),
        replaced_by: payout.replaced_by,
        contradicted_at: payout.contradicted_at,
        ..blank
    }
}

impl From<&Payment> for RailPayment {
    fn from(payment: &Payment) -> Self {
        Self {
            reference: payment.reference.clone(),
            amount: payment.amount.into(),
            confirmations: payment.confirmations,
            required: payment.required,
            state: payment.state.into(),
            seen_at: payment.seen_at,
            credited_at: payment.credited_at,
        }
    }
}
