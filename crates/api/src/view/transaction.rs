//! A transaction as its owner sees it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::transaction as domain;
use kernel::Amount;

use super::choice::action_option;
use super::movement::{legs, price, remedies, sink, source};
use super::payment::payout;
use crate::dto::hold::HoldInfo;
use crate::dto::make_good::MakeGood;
use crate::dto::scalar::{CurrencyCode, EndpointCode, Money, TransactionTypeCode};
use crate::dto::statement::StatementTransaction;
use crate::dto::transaction::{ActionInfo, Failure, FeeTaken, Refund, Step, Transaction, TransactionSide};

/// The transaction, at `now`.
pub(crate) fn transaction(transaction: &domain::Transaction, now: DateTime<Utc>) -> Transaction {
    let status = transaction.status();
    let allowed = transaction.allowed(now);
    let (from, to) = sides(transaction);
    let summary = transaction.summary();
    Transaction {
        id: transaction.id.to_string(),
        reference: exchange::short_reference(transaction.id),
        kind: TransactionTypeCode(transaction.kind),
        display_type: transaction.display_type().into(),
        side: transaction.price.direction().side().map(Into::into),
        unified: transaction.kind.is_unified(),
        status: status.into(),
        sub_state: transaction.sub_state().into(),
        headline: (&summary.headline).into(),
        paid: summary.paid.map(Money::from),
        fees_taken: summary.fees.iter().map(FeeTaken::from).collect(),
        refund: summary.refund.as_ref().map(Refund::from),
        make_good: transaction.make_good.as_ref().map(MakeGood::from),
        deposited: summary.deposited.map(Money::from),
        held: summary.held.map(Money::from),
        from,
        to,
        source: source(transaction),
        price: price(transaction),
        sink: sink(transaction),
        legs: legs(transaction),
        remedies: remedies(transaction, now),
        requisite: transaction
            .requisite()
            .map(super::requisite)
            .or_else(|| transaction.counterparty().map(super::customer)),
        parent: transaction.parent.map(|parent| parent.to_string()),
        payout: payout(transaction),
        steps: transaction.steps().iter().map(Step::from).collect(),
        action: transaction.action.as_ref().map(|action| action_info(action, &allowed)),
        hold: HoldInfo::of(transaction),
        failure: transaction.failure.as_ref().map(Failure::from),
        progress: transaction.progress(),
        expires_at: (status == domain::Status::New || status == domain::Status::Wait).then_some(transaction.expires_at),
        server_time: now,
        created_at: transaction.created_at,
        updated_at: transaction.updated_at,
        version: transaction.version,
        allowed: allowed.into_iter().map(Into::into).collect(),
    }
}

/// The transaction as shown in a statement line.
pub(crate) fn statement_transaction(transaction: &domain::Transaction) -> StatementTransaction {
    let (from, to) = sides(transaction);
    StatementTransaction {
        id: transaction.id.to_string(),
        reference: exchange::short_reference(transaction.id),
        kind: TransactionTypeCode(transaction.kind),
        display_type: transaction.display_type().into(),
        from,
        to,
        counterparty: counterparty(transaction),
    }
}

/// Short form of the payee or payer.
fn counterparty(transaction: &domain::Transaction) -> Option<String> {
    let outside = transaction.requisite().map(exchange::requisite::Requisite::display);
    outside.or_else(|| transaction.counterparty().map(|party| party.name.clone()))
}

/// Both sides of the transaction, as ordered.
pub(crate) fn sides(transaction: &domain::Transaction) -> (TransactionSide, TransactionSide) {
    let price = &transaction.price;
    let side = |amount: Amount, payway| TransactionSide {
        amount: amount.into(),
        currency: CurrencyCode(amount.currency()),
        payway: EndpointCode(payway),
    };
    // An unmatched payment has the received amount, regardless of the order.
    let unmatched =
        transaction.parent.and_then(|_| transaction.collect()).map(|collect| (collect.expected, collect.payway.into()));
    let (given, payway) = unmatched.unwrap_or((price.from_amount, price.source));
    (side(given, payway), side(price.to_amount, price.sink))
}

fn action_info(action: &domain::Action, allowed: &[domain::Allowed]) -> ActionInfo {
    ActionInfo {
        reason: action.reason.into(),
        received: action.received.into(),
        expected: action.expected.into(),
        options: allowed.iter().copied().filter_map(action_option).collect(),
        deadline: action.deadline,
    }
}

impl From<&domain::Step> for Step {
    fn from(step: &domain::Step) -> Self {
        let numbers = [("confirmations", step.confirmations), ("required", step.required)];
        let params = numbers.into_iter().filter_map(|(name, number)| Some((name.to_owned(), number?.to_string())));
        Self {
            kind: step.kind.into(),
            state: step.state.into(),
            at: step.at,
            params: params.collect::<BTreeMap<_, _>>(),
        }
    }
}
