//! The parts that each transaction has, from its legs and its price. Without secrets and full destinations, so customers
//! and operators get the same.

use chrono::{DateTime, Utc};
use exchange::quote;
use exchange::requisite::{Party, Requisite};
use exchange::transaction as domain;
use exchange::transaction::{CollectState, Destination, DrawState, Ending, PayOutState, PaymentState};
use kernel::Endpoint;

use super::payment::{is_credited, payment};
use super::quote::rate;
use crate::dto::movement::{
    Leg, LegKind, LegState, MaskedRequisite, PaidBy, Price, PriceLine, Remedies, RemedyKind, RemedyTaken, Sink,
    SinkKind, Source, SourceKind,
};
use crate::dto::quote::QuoteLine;
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode, Money};

/// The source of the money.
pub(crate) fn source(transaction: &domain::Transaction) -> Source {
    let price = &transaction.price;
    let (kind, endpoint, amount, state) = match (transaction.collect(), transaction.draw()) {
        (Some(collect), _) => (SourceKind::Collect, collect.payway.into(), collect.expected, collect_state(collect)),
        // A transfer that the customer received comes from another customer.
        (None, Some(draw)) => (SourceKind::Draw, price.source, draw.amount, draw_state(draw.state)),
        (None, None) => (SourceKind::Draw, price.source, price.from_amount, LegState::Planned),
    };
    Source {
        kind,
        endpoint: EndpointCode(endpoint),
        currency: CurrencyCode(amount.currency()),
        amount: amount.into(),
        state,
        instructions: transaction.collect().and_then(payment),
    }
}

/// The agreed price.
pub(crate) fn price(transaction: &domain::Transaction) -> Price {
    let price = &transaction.price;
    let line = |line: &quote::Line| PriceLine { line: QuoteLine::from(line), paid_by: PaidBy::Customer };
    Price {
        rate: rate(&price.rate),
        rate_locked: price.rate_locked || transaction.is_collected(),
        lines: price.lines.iter().map(line).collect(),
        total: price.from_amount.into(),
        cost_percent: Decimal(price.cost_percent()),
        promo_code: price.discount.as_ref().map(|discount| discount.code.clone()),
        promo_bonus: price.discount.as_ref().and_then(|discount| discount.bonus).map(Into::into),
    }
}

/// The sink of the money. `None` for an unmatched payment, until its owner decides.
pub(crate) fn sink(transaction: &domain::Transaction) -> Option<Sink> {
    let at = sink_at(transaction)?;
    let leg = transaction.result_leg().map_or(at, |(at, _)| usize::from(at));
    let (kind, endpoint, amount, requisite, state) = match transaction.legs.get(leg)? {
        domain::Leg::PayOut(payout) => {
            let requisite = match &payout.to {
                Destination::Requisite(to) | Destination::Refund(to) => Some(masked(to)),
                Destination::Payer { .. } | Destination::Issuer { .. } => None,
            };
            (SinkKind::Payout, payout.payway.into(), payout.amount, requisite, payout_state(payout.state))
        }
        domain::Leg::Credit(credit) => {
            let requisite = credit.to.as_ref().map(masked_customer);
            (SinkKind::Credit, credited(credit), credit.amount, requisite, done(credit.done_at))
        }
        _ => return None,
    };
    let (currency, amount) = (CurrencyCode(amount.currency()), amount.into());
    Some(Sink { kind, endpoint: EndpointCode(endpoint), currency, amount, requisite, state })
}

/// The index of the first leg that can hold the result.
fn sink_at(transaction: &domain::Transaction) -> Option<usize> {
    transaction.legs.iter().position(|leg| match leg {
        domain::Leg::PayOut(payout) => !payout.to.is_refund(),
        domain::Leg::Credit(_) => true,
        _ => false,
    })
}

/// All legs, in order.
pub(crate) fn legs(transaction: &domain::Transaction) -> Vec<Leg> {
    transaction.legs.iter().map(|one| leg(one, transaction.created_at)).collect()
}

/// One leg of a transaction that was created at `created_at`.
pub(crate) fn leg(leg: &domain::Leg, created_at: DateTime<Utc>) -> Leg {
    let new = |kind, state, since| Leg { kind, state, payway: None, amount: None, reference: None, since };
    let at = |endpoint| Some(EndpointCode(endpoint));
    match leg {
        domain::Leg::Collect(collect) => Leg {
            payway: at(collect.payway.into()),
            amount: Some(collect.expected.into()),
            reference: paid_by_hash(collect),
            ..new(LegKind::Collect, collect_state(collect), collected_since(collect, created_at))
        },
        domain::Leg::Draw(draw) => Leg {
            payway: at(draw.product.map_or(Endpoint::Balance, Endpoint::Product)),
            amount: Some(draw.amount.into()),
            ..new(LegKind::Draw, draw_state(draw.state), Some(draw.done_at.unwrap_or(created_at)))
        },
        domain::Leg::Convert(convert) => new(LegKind::Convert, done(convert.done_at), convert.done_at),
        domain::Leg::PayOut(payout) => Leg {
            payway: at(payout.payway.into()),
            amount: Some(payout.amount.into()),
            reference: payout.reference.clone().filter(|reference| !reference.is_empty()),
            ..new(
                LegKind::PayOut,
                payout_state(payout.state),
                payout.settled_at.or(payout.sent_at).or(payout.started_at),
            )
        },
        domain::Leg::Credit(credit) => Leg {
            payway: at(credited(credit)),
            amount: Some(credit.amount.into()),
            ..new(LegKind::Credit, done(credit.done_at), credit.done_at)
        },
        domain::Leg::Fee(fee) => {
            Leg { amount: Some(fee.amount.into()), ..new(LegKind::Fee, LegState::Done, Some(fee.done_at)) }
        }
    }
}

/// The available remedies at `now`, and the taken ones.
pub(crate) fn remedies(transaction: &domain::Transaction, now: DateTime<Utc>) -> Remedies {
    let available = transaction.allowed(now).into_iter().filter_map(|allowed| match allowed {
        domain::Allowed::Refund => Some(RemedyKind::Refund),
        domain::Allowed::Deposit => Some(RemedyKind::Deposit),
        domain::Allowed::UpdateAmount => Some(RemedyKind::UpdateAmount),
        domain::Allowed::Cancel
        | domain::Allowed::PayCard
        | domain::Allowed::PayCode
        | domain::Allowed::Appeal
        | domain::Allowed::Repeat => None,
    });
    let sink = sink_at(transaction).filter(|_| !transaction.is_unmatched());
    let taken = transaction.legs.iter().enumerate().filter(|(at, _)| Some(*at) != sink).filter_map(|(at, leg)| {
        let (kind, amount, state) = match leg {
            domain::Leg::PayOut(payout) => {
                let kind = if payout.to.is_refund() { RemedyKind::Refund } else { RemedyKind::Retry };
                (kind, payout.amount, payout_state(payout.state))
            }
            // A credit that is still planned is for a receiver who is not known yet.
            domain::Leg::Credit(credit) if credit.done_at.is_some() => {
                let is_refund = transaction.ending == Some(Ending::Refunded);
                let kind = if is_refund { RemedyKind::Refund } else { RemedyKind::Deposit };
                (kind, credit.amount, done(credit.done_at))
            }
            _ => return None,
        };
        Some(RemedyTaken { kind, leg: u16::try_from(at).ok()?, amount: Money::from(amount), state })
    });
    Remedies { available: available.collect(), taken: taken.collect() }
}

fn masked(requisite: &Requisite) -> MaskedRequisite {
    let full = super::requisite(requisite);
    MaskedRequisite { kind: full.kind, display: full.display }
}

fn masked_customer(party: &Party) -> MaskedRequisite {
    let full = super::customer(party);
    MaskedRequisite { kind: full.kind, display: full.display }
}

fn credited(credit: &domain::Credit) -> Endpoint {
    match (credit.product, &credit.to) {
        (Some(product), _) => Endpoint::Product(product),
        (None, Some(_)) => Endpoint::Customer,
        (None, None) => Endpoint::Balance,
    }
}

/// The transaction id of the latest payment that counts, on a blockchain.
fn paid_by_hash(collect: &domain::Collect) -> Option<String> {
    collect.payway.network()?;
    let payment = collect.payments.iter().rfind(|payment| payment.state != PaymentState::Reversed)?;
    payment.reference.split(':').next().map(str::to_owned)
}

/// The time of the last payment. Without one, a leg that waits has waited since the creation.
fn collected_since(collect: &domain::Collect, created_at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let last = collect.payments.iter().map(|payment| payment.credited_at.unwrap_or(payment.seen_at)).max();
    last.or_else(|| (collect.state == CollectState::Waiting).then_some(created_at))
}

fn done(at: Option<DateTime<Utc>>) -> LegState {
    if at.is_some() { LegState::Done } else { LegState::Planned }
}

fn collect_state(collect: &domain::Collect) -> LegState {
    match collect.state {
        // The charge is answered, by a payment that the order does not match.
        CollectState::Charging | CollectState::Approval if is_credited(collect) => LegState::Closed,
        CollectState::Waiting => LegState::Waiting,
        CollectState::Charging => LegState::Charging,
        CollectState::Approval => LegState::Approval,
        CollectState::Collected => LegState::Done,
        CollectState::Declined => LegState::Declined,
        CollectState::Closed => LegState::Closed,
    }
}

const fn draw_state(state: DrawState) -> LegState {
    match state {
        DrawState::Planned => LegState::Planned,
        DrawState::Held => LegState::Held,
        DrawState::Posted => LegState::Done,
        DrawState::Released => LegState::Released,
    }
}

const fn payout_state(state: PayOutState) -> LegState {
    match state {
        PayOutState::Planned => LegState::Planned,
        PayOutState::Sending => LegState::Sending,
        PayOutState::Unknown => LegState::Unknown,
        PayOutState::Sent => LegState::Sent,
        PayOutState::Settled => LegState::Done,
        PayOutState::Failed => LegState::Failed,
    }
}

#[cfg(test)]
mod tests;
