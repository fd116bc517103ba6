//! Reversed payments, double payouts, and refunds to a destination of the wrong kind: the loss is booked, and an
//! operator is notified, even after the end.

use identity::operator::ClosedAs;
use kernel::{Amount, Currency, Payway};

use super::super::super::{AccountRole, ActionReason, Command, PayOutState, ReviewReason, Status};
use super::super::unmatched_payment;
use super::world::*;
use crate::rails::{RailEvent, RailEventKind};
use crate::requisite::Requisite;

fn reversed(reference: &str) -> Command {
    rail(RailEventKind::Reversed { reference: reference.to_owned() })
}

fn sent() -> RailEventKind {
    RailEventKind::PayoutSent { reference: "hash".to_owned() }
}

fn failed() -> RailEventKind {
    RailEventKind::PayoutFailed { reason: "rejected".to_owned() }
}

/// Adds the leg to an event.
fn of(leg: u16, kind: RailEventKind) -> Command {
    let Command::Rail(event) = rail(kind) else { unreachable!("it is a rail's") };
    Command::Rail(RailEvent { leg: Some(leg), ..event })
}

fn reviewed(story: &Story) -> Option<ReviewReason> {
    story.tx.review.as_ref().map(|review| review.reason)
}

fn paid() -> (Story, Amount) {
    let mut story = Story::of(swap());
    let coins = story.tx.price.from_amount;
    story.then(&credited("tx:0", coins), 1);
    (story, coins)
}

#[test]
fn no_payout_is_sent_after_its_payment_was_reversed() {
    let (mut story, coins) = paid();
    assert!(story.tx.may_pay_out(2));
    story.then(&reversed("tx:0"), 2);
    assert!(!story.tx.may_pay_out(2));
    let mut stopped = story.clone();
    story.then(&credited("tx:0", coins), 3);
    assert!(story.tx.may_pay_out(2));
    assert!(!story.tx.may_pay_out(1) && !story.tx.may_pay_out(9), "these are no payouts");
    stopped.then(&of(2, failed()), 3);
    assert_eq!(reviewed(&stopped), Some(ReviewReason::Reversed), "the loss stays the reason");
    for paying_again in [Command::RetryPayout, Command::Deposit] {
        assert!(stopped.try_do(&paying_again, later(4)).is_err(), "there is no payment any more: {paying_again:?}");
    }
    let mut made_good = stopped.clone();
    stopped.then(&Command::Close { closed_as: ClosedAs::Resolved }, 5);
    assert_eq!((stopped.tx.status(), stopped.books.is_flat()), (Status::Resolved, true));
    made_good.then(&credited("tx:0", coins), 5);
    assert_eq!(reviewed(&made_good), Some(ReviewReason::PayoutFailed));
    made_good.then(&Command::RetryPayout, 6);
    assert!(made_good.tx.may_pay_out(3) && !made_good.tx.may_pay_out(2));
}

#[test]
fn a_delayed_payout_attempt_does_not_undo_a_later_one() {
    let (mut story, _) = paid();
    let stopped = Command::PayoutStopped { leg: 2 };
    assert_eq!(story.try_do(&stopped, later(2)).unwrap(), None, "it may be sent");
    let mut sent_first = story.clone();
    sent_first.then(&rail(sent()), 2).then(&reversed("tx:0"), 3);
    assert_eq!(sent_first.try_do(&stopped, later(4)).unwrap(), None, "it has left");
    story.then(&reversed("tx:0"), 2).then(&stopped, 3);
    assert_eq!(story.tx.payouts().next().map(|(_, leg)| leg.state), Some(PayOutState::Failed));
}

#[test]
fn an_order_paid_out_while_its_payment_was_gone_ends_when_the_payment_is_back() {
    let (mut story, coins) = paid();
    story.then(&rail(sent()), 2).then(&reversed("tx:0"), 3).then(&settled(), 4);
    assert_eq!(story.tx.status(), Status::Manual);
    story.then(&credited("tx:0", coins), 5);
    assert_eq!((story.tx.status(), story.books.is_flat()), (Status::Done, true));
}

#[test]
fn a_done_order_stays_done_after_a_reversal_and_goes_to_review() {
    let (mut story, coins) = paid();
    story.then(&rail(sent()), 2).then(&settled(), 3);
    let decision = story.try_do(&reversed("tx:0"), later(4)).unwrap().unwrap();
    assert_eq!((story.tx.status(), decision.reviewed), (Status::Done, Some(ReviewReason::Reversed)));
    assert_eq!(story.books.of(AccountRole::Adjustment, Currency::LTC), -coins.atoms());
    story.then(&credited("tx:0", coins), 5);
    assert_eq!((reviewed(&story), story.books.of(AccountRole::Adjustment, Currency::LTC)), (None, 0));
}

#[test]
fn a_failed_payout_that_was_sent_after_all_is_booked_and_reviewed() {
    let mut story = Story::of(sale());
    let (coins, euros) = (story.tx.price.from_amount, story.tx.price.to_amount);
    story.then(&credited("tx:0", coins), 1).then(&rail(failed()), 2);
    let mut waiting = story.clone();
    waiting.then(&of(2, sent()), 3);
    assert_eq!(reviewed(&waiting), Some(ReviewReason::PayoutUnknown));
    for paying_again in [Command::RetryPayout, Command::Deposit] {
        assert!(waiting.try_do(&paying_again, later(4)).is_err(), "it may have been sent: {paying_again:?}");
    }
    story.then(&Command::RetryPayout, 3);
    let mut ended = story.clone();
    story.then(&of(2, sent()), 4);
    assert_eq!((reviewed(&story), story.tx.status()), (Some(ReviewReason::PaidTwice), Status::Manual));
    assert_eq!(story.books.of(AccountRole::Adjustment, Currency::EUR), -euros.atoms());
    assert_eq!(story.try_do(&of(2, sent()), later(5)).unwrap(), None, "told twice, booked once");
    story.then(&of(3, sent()), 6).then(&of(3, RailEventKind::PayoutSettled { network_cost: None }), 7);
    assert_eq!(story.books.of(AccountRole::Rail(Payway::Iban), Currency::EUR), 2 * euros.atoms());
    story.then(&Command::Close { closed_as: ClosedAs::Resolved }, 8);
    assert!(story.books.is_flat());
    ended.then(&of(3, sent()), 4).then(&of(3, RailEventKind::PayoutSettled { network_cost: None }), 5);
    assert_eq!(ended.tx.status(), Status::Done);
    let late = of(2, RailEventKind::PayoutSettled { network_cost: None });
    let decision = ended.try_do(&late, later(6)).unwrap().unwrap();
    assert_eq!((ended.tx.status(), decision.reviewed), (Status::Done, Some(ReviewReason::PaidTwice)));
    assert_eq!(ended.books.of(AccountRole::Adjustment, Currency::EUR), -euros.atoms());
}

#[test]
fn a_failed_payout_that_was_made_after_all_and_then_came_back_is_no_loss() {
    let mut story = Story::of(sale());
    let (coins, euros) = (story.tx.price.from_amount, story.tx.price.to_amount);
    let made = |leg| of(leg, RailEventKind::PayoutSettled { network_cost: None });
    story.then(&credited("tx:0", coins), 1).then(&of(2, sent()), 2).then(&of(2, failed()), 3);
    // Nothing was paid again: it waits as after the first failure.
    let mut waiting = story.clone();
    waiting.then(&made(2), 4).then(&of(2, failed()), 5);
    assert_eq!(reviewed(&waiting), Some(ReviewReason::PayoutFailed));
    assert_eq!(waiting.try_do(&of(2, failed()), later(6)).unwrap(), None, "it comes back once");
    waiting.then(&Command::RetryPayout, 6).then(&of(3, sent()), 7).then(&made(3), 8);
    assert_eq!((waiting.tx.status(), waiting.books.is_flat()), (Status::Done, true));
    // It was paid again, and then both were made.
    story.then(&Command::RetryPayout, 4).then(&of(3, sent()), 5);
    let mut ended = story.clone();
    story.then(&made(2), 6);
    assert_eq!(story.books.of(AccountRole::Adjustment, Currency::EUR), -euros.atoms());
    story.then(&of(2, failed()), 7).then(&made(3), 8);
    ended.then(&made(3), 6).then(&made(2), 7).then(&of(2, failed()), 8);
    for story in [story, ended] {
        assert_eq!((story.tx.status(), reviewed(&story)), (Status::Done, None));
        assert_eq!(story.books.of(AccountRole::Adjustment, Currency::EUR), 0);
        assert_eq!(story.books.of(AccountRole::Rail(Payway::Iban), Currency::EUR), euros.atoms());
    }
}

fn second_payment() -> (Story, Amount) {
    let mut order = Story::of(sale());
    let coins = order.tx.price.from_amount;
    order.then(&credited("a:0", coins), 1).then(&credited("b:0", coins), 2);
    let found = order.unmatched_payments.pop().expect("a second payment");
    let own = unmatched_payment(&order.tx, order.tx.id, &found, &order.facts, later(2)).unwrap();
    let mut story = Story::of(own.transaction);
    story.books.book(&own.postings);
    (story, coins)
}

#[test]
fn an_unmatched_payment_that_reappears_raises_its_question_again() {
    let (mut story, coins) = second_payment();
    story.then(&reversed("b:0"), 3);
    assert_eq!((story.tx.status(), story.books.of(AccountRole::Transit, Currency::LTC)), (Status::Manual, 0));
    let mut closed = story.clone();
    story.then(&credited("b:0", coins), 4);
    assert_eq!(story.tx.status(), Status::ActionRequired);
    assert_eq!(story.tx.action.as_ref().map(|action| action.reason), Some(ActionReason::Double));
    story.then(&Command::Deposit, 5);
    assert_eq!(story.books.of(AccountRole::Customer, Currency::LTC), coins.atoms());
    closed.then(&Command::Close { closed_as: ClosedAs::Resolved }, 4).then(&credited("b:0", coins), 5);
    assert_eq!(closed.books.of(AccountRole::Quarantine, Currency::LTC), coins.atoms());
}

#[test]
fn a_refund_goes_where_the_rail_that_holds_the_money_can_send_it() {
    let (story, _) = second_payment();
    let account = account(None);
    let elsewhere = [account.clone(), Requisite::Card { card: card() }].map(|wrong| back_to(&story.tx, wrong));
    for wrong in [Command::Refund { to: None }].iter().chain(&elsewhere) {
        let refused = story.clone().try_do(wrong, later(3)).unwrap_err();
        assert_eq!(refused.code(), "VALIDATION_ERROR");
    }
    // A payout returned from a bank account is refunded to a bank account, whatever the order was paid with.
    let mut sold = Story::of(sale());
    let coins = sold.tx.price.from_amount;
    let settled = RailEventKind::PayoutSettled { network_cost: None };
    sold.then(&credited("a:0", coins), 1).then(&rail(sent()), 2).then(&rail(settled), 3).then(&of(2, failed()), 4);
    let found = sold.unmatched_payments.pop().expect("it came back");
    let own = unmatched_payment(&sold.tx, sold.tx.id, &found, &sold.facts, later(4)).unwrap();
    let mut back = Story::of(own.transaction);
    back.books.book(&own.postings);
    back.facts.refund_fee = None;
    let refused = back.try_do(&back_to(&back.tx, address()), later(5)).unwrap_err();
    assert_eq!(refused.code(), "VALIDATION_ERROR");
    let refused = back.try_do(&back_to(&back.tx, account), later(5)).unwrap_err();
    assert_eq!(refused.code(), "PAYEE_NOT_VERIFIED");
    back.then(&back_to(&back.tx, self::account(Some(Box::new(verified())))), 5);
    let leg = back.tx.payouts().last().unwrap().1;
    assert_eq!((leg.state, leg.payway), (PayOutState::Sending, Payway::Iban));
}

#[test]
fn a_payout_that_was_sent_may_be_made_again_on_a_chain_alone() {
    let (mut on_chain, _) = paid();
    on_chain.then(&of(2, sent()), 2);
    assert!(on_chain.tx.may_pay_out(2), "custody asks when the first transaction is proven dead");
    on_chain.then(&of(2, RailEventKind::PayoutSent { reference: "second".to_owned() }), 3).then(&settled(), 4);
    assert_eq!(on_chain.tx.status(), Status::Done);
    assert!(on_chain.tx.may_pay_out(2), "a deeper reorganisation than any that was thought of: it is owed again");
    on_chain.then(&reversed("tx:0"), 5);
    assert!(!on_chain.tx.may_pay_out(2), "nobody is paid from what was taken back");
    let mut by_bank = Story::of(sale());
    by_bank.then(&credited("tx:0", by_bank.tx.price.from_amount), 1).then(&of(2, sent()), 2);
    assert!(!by_bank.tx.may_pay_out(2), "a bank pays once");
}

#[test]
fn a_returned_refund_stays_at_its_rail_until_the_customer_names_a_destination() {
    let mut story = Story::of(by_bank());
    let half = Amount::new(story.tx.price.from_amount.atoms() / 2, Currency::EUR);
    story.then(&credited("line", half), 1).then(&Command::Refund { to: None }, 2);
    story.then(&of(3, sent()), 3).then(&of(3, RailEventKind::PayoutSettled { network_cost: None }), 4);
    assert_eq!(story.tx.status(), Status::Resolved);
    story.then(&of(3, failed()), 5);
    let found = story.unmatched_payments.pop().expect("it came back");
    assert_eq!((found.payway, found.amount, found.reason), (Payway::Iban, half, ActionReason::Returned));
    let own = unmatched_payment(&story.tx, story.tx.id, &found, &story.facts, later(5)).unwrap();
    assert!(own.postings.iter().all(|posting| posting.debit == AccountRole::Rail(Payway::Iban)));
    let mut kept = Story::of(own.transaction);
    kept.books.book(&own.postings);
    assert_eq!(kept.tx.status(), Status::ActionRequired, "its rail carries it");
    assert!(kept.try_do(&Command::Refund { to: None }, later(6)).is_err(), "nobody sent it");
    let account = account(Some(Box::new(verified())));
    kept.then(&back_to(&kept.tx, account), 6).then(&rail(sent()), 7).then(&settled_by_bank(), 8);
    assert_eq!((kept.tx.status(), kept.books.is_flat()), (Status::Resolved, true));
}

fn settled_by_bank() -> Command {
    rail(RailEventKind::PayoutSettled { network_cost: None })
}

#[test]
fn an_old_reversal_does_not_affect_an_unmatched_payment_that_reappeared() {
    let counted = |kind, reorg_epoch| {
        let Command::Rail(event) = rail(kind) else { unreachable!("it is a rail's") };
        Command::Rail(RailEvent { reorg_epoch: Some(reorg_epoch), ..event })
    };
    let (mut story, coins) = paid();
    story.then(&counted(credit("second", coins), 2), 2);
    let found = story.unmatched_payments.pop().expect("a second payment");
    let own = unmatched_payment(&story.tx, story.tx.id, &found, &story.facts, later(2)).unwrap();
    let mut kept = Story::of(own.transaction);
    kept.books.book(&own.postings);
    let gone = || RailEventKind::Reversed { reference: "second".to_owned() };
    assert_eq!(kept.try_do(&counted(gone(), 1), later(3)), Ok(None), "that was before it came again");
    kept.then(&counted(gone(), 2), 4);
    assert_eq!(reviewed(&kept), Some(ReviewReason::Reversed));
}

fn credit(reference: &str, amount: Amount) -> RailEventKind {
    RailEventKind::Credited { amount, reference: reference.to_owned(), payer: None }
}
