//! Checks in every reachable state that a movement counts against the limits what its postings have moved.

use kernel::{Amount, Currency, Endpoint};

use super::super::super::{Ending, Transaction};
use super::executor::{self, counted};
use super::world::*;
use crate::counting::Counting;
use crate::limits::{Demand, Ends, Use};

/// The use that a movement at this price writes.
pub fn written(tx: &Transaction) -> Use {
    let prices = facts().prices.unwrap();
    let rules = crate::policy::Policy::seed().limits;
    let Demand { fiat, crypto_out, ends, .. } = Counting::of(&tx.price, &rules).demand(Some(&prices)).unwrap();
    Use { at: start(), fiat, crypto_out, to_new: false, ends }
}

/// Whether the written use of a story counts as far as its money has moved.
pub fn check_counted(story: &Story, mistake: Option<executor::Mistake>) -> Result<(), String> {
    let Some(whole) = story.used else { return Ok(()) };
    let now = counted(mistake, whole, &story.tx);
    let expected = moved(story, whole);
    let same = (now.fiat, now.crypto_out, now.ends) == (expected.fiat, expected.crypto_out, expected.ends);
    if same { Ok(()) } else { Err(format!("counted are {now:?}, and moved have {expected:?}")) }
}

/// The part of `whole` that must count, by the postings alone while the movement is not open.
fn moved(story: &Story, whole: Use) -> Use {
    let Story { tx, books, .. } = story;
    let part = |amount, has_moved| if has_moved { amount } else { Amount::zero(Currency::EUR) };
    match tx.ending {
        None | Some(Ending::Completed) => return whole,
        Some(Ending::Cancelled | Ending::Expired) => {
            let nothing = part(whole.fiat, false);
            return Use { fiat: nothing, crypto_out: nothing, ends: Ends::default(), ..whole };
        }
        Some(_) => {}
    }
    let is_refund = tx.payouts().any(|(_, leg)| leg.to.is_refund());
    let may_have_left = tx.payouts().any(|(_, leg)| leg.contradicted_at.is_some());
    let left = !is_refund && (books.left > 0 || may_have_left);
    let is_incoming = tx.price.source != Endpoint::Balance && tx.price.from_currency.is_fiat();
    let fiat = part(whole.fiat, if is_incoming { books.came > 0 } else { left });
    let ends = Ends {
        incoming: whole.ends.incoming.filter(|_| books.came > 0),
        outgoing: whole.ends.outgoing.filter(|_| left),
    };
    Use { fiat, crypto_out: part(whole.crypto_out, left), ends, ..whole }
}

#[test]
fn a_limit_use_is_reduced_by_what_did_not_move() {
    let counts = |story: &Story| {
        let now = story.used.expect("it is counted").left_by(&story.tx);
        [now.fiat.is_positive(), now.crypto_out.is_positive()]
    };
    let bought = || Story::counted(Story::of(by_card()));
    let expected = bought().tx.price.from_amount;
    let half = Amount::new(expected.atoms() / 2, expected.currency());
    assert_eq!(counts(&bought()), [true, true], "an open order");
    let mut refunded = bought();
    refunded.then(&credited("a", half), 1).then(&super::super::super::Command::Refund { to: None }, 2);
    assert_eq!(counts(&refunded), [true, true], "a refund that is on its way");
    refunded.then(&settled(), 3);
    assert_eq!(refunded.tx.ending, Some(Ending::Refunded));
    assert_eq!(counts(&refunded), [true, false], "the card's money came, and no coins left");

    let mut sold = Story::counted(Story::of(sale()));
    let coins = sold.tx.price.from_amount;
    sold.then(&credited("a", Amount::new(coins.atoms() / 2, coins.currency())), 1);
    let back = back_to(&sold.tx, address());
    sold.then(&back, 2).then(&settled(), 3);
    assert_eq!(sold.tx.ending, Some(Ending::Refunded));
    assert_eq!(counts(&sold), [false, false], "coins went back, and no money left to a bank");
}
