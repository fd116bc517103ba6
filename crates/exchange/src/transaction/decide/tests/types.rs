//! Every type of the table, opened from its parts and walked.

use std::collections::BTreeSet;

use kernel::{Currency, Endpoint, Payway, Product};

use super::super::super::{Admission, Converts, HeadlineKind, SinkKind, SourceKind, Status, TransactionType};
use super::super::AccountRole;
use super::model::walk_from;
use super::world::*;
use crate::ExchangeError;
use crate::policy::Policy;

/// A movement of this type, opened from the parts that the table names.
fn of_type(kind: TransactionType) -> Story {
    let euro = amount("250", Currency::EUR);
    if kind == TransactionType::purchase() {
        return purchase();
    }
    let (source, sink) = match (kind.source(), kind.sink()) {
        (SourceKind::Arrival, _) => return arrival(euro, true, &credited("a", euro), Admission::default()),
        (SourceKind::Draw(Endpoint::Customer), _) => {
            let received = transfer(Some(receiver())).tx.as_received().expect("a completed transfer");
            return Story::of(received);
        }
        (_, SinkKind::Credit(Endpoint::Customer)) => return transfer(Some(receiver())),
        parts => parts,
    };
    let to_currency = if kind.converts() == Converts::Yes { Currency::LTC } else { Currency::EUR };
    let from = if let SourceKind::Draw(account) = source { account } else { Payway::Iban.into() };
    let payout = if to_currency == Currency::LTC { Payway::Ltc } else { Payway::Iban };
    let to = if let SinkKind::Credit(account) = sink { account } else { payout.into() };
    let ends = ((Currency::EUR, from), (to_currency, to));
    if kind.is_unified() { unified(ends.0, ends.1, "250") } else { opened(ends.0, ends.1, "250") }
}

/// Opens each of the types and walks every state that it can reach.
fn walk_each(kinds: &[TransactionType]) {
    for kind in kinds {
        let story = of_type(*kind);
        assert_eq!(story.tx.kind, *kind, "{} opens {}", kind.code(), story.tx.kind.code());
        let first = story.tx.status();
        let (states, statuses) = walk_from(story, None);
        println!("{}: {states} states, {statuses:?}", kind.code());
        let ends_well = statuses.contains(&Status::Done) || first == Status::Done;
        assert!(ends_well, "{} never ends well: {statuses:?}", kind.code());
    }
}

/// The types that draw on an account of the ledger, and those whose money comes from outside, which reach most states.
fn drawn_and_paid_in() -> (Vec<TransactionType>, Vec<TransactionType>) {
    TransactionType::all().partition(|kind| matches!(kind.source(), SourceKind::Draw(_)))
}

#[test]
fn every_type_that_draws_on_an_account_keeps_the_rules_in_every_reachable_state() {
    let (drawn, paid_in) = drawn_and_paid_in();
    assert_eq!((drawn.len(), paid_in.len()), (18, 6));
    walk_each(&drawn);
}

#[test]
fn every_type_that_is_paid_in_keeps_the_rules_in_every_reachable_state() {
    walk_each(&drawn_and_paid_in().1);
}

/// A donation: money of a balance to an account of a service. It needs its row in the table, a policy that offers the
/// service, and nothing else.
#[test]
fn a_payment_of_a_service_needs_a_row_and_a_policy_alone() {
    let story = opened((Currency::EUR, Endpoint::Balance), (Currency::EUR, Endpoint::Product(Product::Service)), "5");
    let (tx, books) = (&story.tx, &story.books);
    assert_eq!((tx.kind.code(), tx.status()), ("SERVICE_PAYMENT", Status::Done));
    assert_eq!(books.of(AccountRole::Customer, Currency::EUR), -500);
    assert_eq!(books.of(AccountRole::Product(Product::Service), Currency::EUR), 500);
    assert_eq!(tx.summary().headline.kind, HeadlineKind::Received);
    let closed = Policy { products: BTreeSet::new(), ..(*story.facts.policy).clone() };
    let refused = closed.allows(&tx.price.direction(), None);
    assert!(matches!(refused, Err(ExchangeError::DirectionUnavailable { reason }) if reason.contains("Service")));
}
