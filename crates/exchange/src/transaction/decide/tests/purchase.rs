//! Purchases with a payment card, which several balances pay.

use kernel::{Amount, Currency};

use super::super::super::{Draw, Status};
use super::model::walk_from;
use super::world::*;
use crate::ExchangeError;

#[test]
fn a_purchase_takes_no_more_from_a_balance_than_it_needs_and_is_refused_if_the_balances_do_not_cover_it() {
    let balances = |all: &[(&str, Currency)]| all.iter().map(|(text, currency)| amount(text, *currency)).collect();
    let drawn = |price: &str, all: &[(&str, Currency)]| {
        let draws = purchase_of(amount(price, Currency::EUR), balances(all)).map(|story| {
            let taken = |draw: &Draw| (draw.amount.to_decimal(), draw.amount.currency());
            story.tx.draws().map(taken).collect::<Vec<_>>()
        });
        draws.map_err(|error| matches!(error, ExchangeError::InsufficientBalance { .. }))
    };
    let euro = ("100.00".to_owned(), Currency::EUR);
    assert_eq!(drawn("100", &[("100", Currency::EUR), ("9", Currency::LTC)]), Ok(vec![euro.clone()]));
    // One cent is too little to sell coins for, so the balance after them pays.
    let one = drawn("100.01", &[("100", Currency::EUR), ("9", Currency::LTC), ("5", Currency::EUR)]);
    assert_eq!(one, Ok(vec![euro, ("0.01".to_owned(), Currency::EUR)]));
    assert_eq!(drawn("100.01", &[("100", Currency::EUR), ("9", Currency::LTC)]), Err(true));
    assert_eq!(drawn("100.01", &[("100", Currency::EUR)]), Err(true));
    assert_eq!(drawn("1", &[]), Err(true));
}

#[test]
fn every_reachable_state_of_a_purchase_with_a_card_keeps_the_rules() {
    let story = purchase();
    let draws: Vec<_> = story.tx.draws().map(|draw| (draw.amount.currency(), draw.conversion.is_some())).collect();
    assert_eq!(
        draws,
        [(Currency::EUR, false), (Currency::LTC, true), (Currency::PLN, true)],
        "in the order of spending"
    );
    let given = story.tx.draws().map(|draw| draw.conversion.as_ref().map_or(draw.amount, |quote| quote.to_amount));
    assert_eq!(given.map(Amount::atoms).sum::<i128>(), story.tx.price.to_amount.atoms());
    let (states, statuses) = walk_from(story, None);
    println!("{states} states, {statuses:?}");
    // Nobody pays in, so there is nothing to wait for and no customer to ask.
    let reached = [Status::New, Status::Processing, Status::Done, Status::Expired, Status::Cancelled, Status::Manual];
    let closed = [Status::Resolved, Status::Reject, Status::Fail];
    let missing: Vec<_> = reached.iter().chain(&closed).filter(|status| !statuses.contains(status)).collect();
    assert!(missing.is_empty(), "{missing:?} are never reached: {statuses:?}");
}
