//! Checks in every reachable state that the summary agrees with the ledger.

use std::collections::BTreeMap;

use identity::operator::ClosedAs;
use kernel::{Amount, Currency, Endpoint, Payway, Product};

use super::super::super::{
    AccountRole, Admission, Allowed, Command, Convert, Ending, HeadlineKind, Leg, PayOut, PayOutState, Status,
    StepKind, StepState, SubState, Summary, Transaction,
};
use super::world::*;
use crate::quote::LineKind;
use crate::rails::RailEventKind;

/// Whether the summary and the timeline of a story are correct.
pub fn check_summary(story: &Story) -> Result<(), String> {
    let (tx, books, told) = (&story.tx, &story.books, story.tx.summary());
    let same = |what: &str, said: Option<Amount>, atoms: i128| {
        let said = said.map_or(0, Amount::atoms);
        if said == atoms { Ok(()) } else { Err(format!("{what}: told {said}, and the ledger has {atoms}")) }
    };
    let given = tx.collect().map_or(tx.price.from_currency, |collect| collect.expected.currency());
    let posted = |code| books.posted_as(code, given);
    let drawn = posted("draw");
    // Several draws give the price together, after their conversions.
    let yielded: i128 =
        tx.draws().filter_map(|draw| draw.conversion.as_ref()).map(|quote| quote.to_amount.atoms()).sum();
    let yielded = if drawn > 0 { yielded } else { 0 };
    let came = posted("collect") + posted("collect_restored") - posted("collect_reversed") + drawn + yielded;
    same("paid", told.paid, came)?;
    let currencies = [given, tx.price.from_currency, tx.price.to_currency];
    for currency in currencies.into_iter().chain(tx.draws().map(|draw| draw.amount.currency())) {
        let fees = [
            (LineKind::OurFee, AccountRole::OurFee),
            (LineKind::ProcessingFee, AccountRole::ProcessingFee),
            (LineKind::NetworkFee, AccountRole::NetworkFee),
            (LineKind::Spread, AccountRole::Spread),
        ];
        for (kind, place) in fees {
            let of_kind = told.fees.iter().filter(|fee| fee.kind == kind && fee.amount.currency() == currency);
            let sum = of_kind.map(|fee| fee.amount.atoms()).sum();
            same(&format!("{kind:?}"), Some(Amount::new(sum, currency)), books.of(place, currency))?;
        }
        let on_balance = told.deposited.filter(|amount| amount.currency() == currency);
        let own = tx.draws().any(|draw| draw.product.is_none() && draw.amount.currency() == currency);
        let drawn = if own { books.posted_as("draw", currency) } else { 0 };
        same("deposited", on_balance, books.of(AccountRole::Customer, currency) + drawn)?;
        let held = told.held.filter(|amount| amount.currency() == currency);
        let stands = books.of(AccountRole::Transit, currency) - books.held(currency)
            + books.of(AccountRole::Quarantine, currency);
        if !tx.is_taken_back() {
            same("held", held, stands)?;
        }
        let back = told.refund.as_ref().map(|refund| refund.amount).filter(|amount| amount.currency() == currency);
        let on_the_way: i128 = reserved(tx, currency);
        same("refund", back, books.posted_as("refund", currency) - returned(tx, currency) + on_the_way)?;
    }
    headline(tx, &told)?;
    timeline(tx)
}

/// Refunds that are ordered and not sent.
fn reserved(tx: &Transaction, currency: Currency) -> i128 {
    let waits = |leg: &&PayOut| leg.to.is_refund() && matches!(leg.state, PayOutState::Sending | PayOutState::Unknown);
    tx.payouts()
        .map(|(_, leg)| leg)
        .filter(waits)
        .filter(|leg| leg.amount.currency() == currency)
        .map(|leg| leg.amount.atoms())
        .sum()
}

/// Refunds that were sent and came back.
fn returned(tx: &Transaction, currency: Currency) -> i128 {
    let back = |leg: &&PayOut| leg.to.is_refund() && leg.state == PayOutState::Failed && leg.sent_at.is_some();
    tx.payouts()
        .map(|(_, leg)| leg)
        .filter(back)
        .filter(|leg| leg.amount.currency() == currency)
        .map(|leg| leg.amount.atoms())
        .sum()
}

/// The headline is one of the summary's amounts, with a correct meaning.
fn headline(tx: &Transaction, told: &Summary) -> Result<(), String> {
    let amount = told.headline.amount;
    let right = match told.headline.kind {
        HeadlineKind::Received => {
            let by_payout =
                |(_, leg): (u16, &PayOut)| !leg.to.is_refund() && leg.sent_at.is_some() && leg.amount == amount;
            let is_transferred = |leg: &Leg| matches!(leg, Leg::Credit(credit) if !credit.is_own_balance() && credit.done_at.is_some() && credit.amount == amount);
            tx.payouts().any(by_payout) || tx.legs.iter().any(is_transferred)
        }
        HeadlineKind::Deposited => told.deposited == Some(amount),
        HeadlineKind::Refunded => told.refund.as_ref().is_some_and(|refund| refund.amount == amount),
        HeadlineKind::Held => told.held == Some(amount),
        HeadlineKind::Expected => tx.ending.is_none(),
        HeadlineKind::NotPaid => tx.ending.is_some() && (told.held.is_none() && told.refund.is_none()),
    };
    let own_credit = |leg: &Leg| matches!(leg, Leg::Credit(credit) if credit.is_own_balance());
    let ends = match tx.ending {
        Some(Ending::Completed) if tx.legs.iter().any(own_credit) => told.headline.kind == HeadlineKind::Deposited,
        Some(Ending::Completed) => told.headline.kind == HeadlineKind::Received,
        Some(Ending::Refunded) if tx.draw().is_some() => told.headline.kind == HeadlineKind::Deposited,
        Some(Ending::Refunded) => told.headline.kind == HeadlineKind::Refunded,
        Some(Ending::Deposited) => matches!(told.headline.kind, HeadlineKind::Deposited),
        Some(Ending::Cancelled | Ending::Expired) => told.headline.kind == HeadlineKind::NotPaid,
        _ => true,
    };
    if right && ends { Ok(()) } else { Err(format!("{:?} of {:?}", told.headline, tx.ending)) }
}

/// An ended order has no present step, an open one has exactly one, and no step is announced that cannot happen.
fn timeline(tx: &Transaction) -> Result<(), String> {
    let steps = tx.steps();
    let count = |state| steps.iter().filter(|step| step.state == state).count();
    let done = |kind| steps.iter().any(|step| step.kind == kind && step.state == StepState::Done);
    let (now, next) = (count(StepState::Now), count(StepState::Next));
    let asked = tx.action.is_some() || tx.review.is_some() || tx.ending.is_some();
    let is_exchanged = tx.legs.iter().any(|leg| matches!(leg, Leg::Convert(Convert { done_at: Some(_) })));
    let right = now == usize::from(tx.ending.is_none())
        && (next == 0 || !asked)
        && done(StepKind::Exchange) == is_exchanged
        && (!asked || is_exchanged || !steps.iter().any(|step| step.kind == StepKind::Exchange))
        && done(StepKind::Deposit) == tx.summary().deposited.is_some()
        && steps.iter().all(|step| step.state != StepState::Done || step.at.is_some());
    if right { Ok(()) } else { Err(format!("{steps:?}")) }
}

fn shown(story: &Story) -> String {
    let steps = serde_json::to_value(story.tx.steps()).unwrap();
    let of =
        |step: &serde_json::Value| format!("{}:{}", step["kind"].as_str().unwrap(), step["state"].as_str().unwrap());
    steps.as_array().unwrap().iter().map(of).collect::<Vec<_>>().join(" ")
}

fn half(tx: &Transaction) -> Amount {
    Amount::new(tx.price.from_amount.atoms() / 2, tx.price.from_currency)
}

#[test]
fn an_underpayment_is_the_headline_and_is_refunded_or_credited_with_its_fees() {
    let mut story = Story::of(sale());
    let came = half(&story.tx);
    story.then(&credited("tx:0", came), 1);
    let told = story.tx.summary();
    assert_eq!((told.headline.kind, told.headline.amount), (HeadlineKind::Held, came));
    assert_eq!((told.paid, told.held, told.fees.len()), (Some(came), Some(came), 0));
    assert_eq!(shown(&story), "created:done payment:done confirmation:done decision:now");
    let mut kept = story.clone();
    kept.then(&Command::Deposit, 2);
    let told = kept.tx.summary();
    assert_eq!((told.headline.kind, told.headline.amount), (HeadlineKind::Deposited, came));
    assert_eq!((told.fees.len(), told.held, told.refund), (0, None, None));
    assert_eq!(shown(&kept), "created:done payment:done confirmation:done deposit:done");
    story.then(&back_to(&story.tx, address()), 2);
    assert_eq!(shown(&story), "created:done payment:done confirmation:done refund:now");
    let sent = rail(RailEventKind::PayoutSent { reference: "hash".to_owned() });
    story.then(&sent, 3).then(&settled(), 4);
    let told = story.tx.summary();
    let refund = told.refund.clone().unwrap();
    let cost = amount("0.001", Currency::LTC);
    assert_eq!((refund.amount.atoms() + cost.atoms(), refund.cost), (came.atoms(), Some(cost)));
    assert_eq!((refund.to, refund.references), (Some(address()), vec!["hash".to_owned()]));
    assert_eq!((told.headline.kind, told.headline.amount), (HeadlineKind::Refunded, refund.amount));
    assert_eq!(
        told.fees.iter().map(|fee| fee.amount).collect::<Vec<_>>(),
        [cost],
        "no fee of an exchange that never was"
    );
    assert_eq!(shown(&story), "created:done payment:done confirmation:done refund:done");
}

#[test]
fn an_unpaid_expired_order_says_so_and_has_no_next_step() {
    let ends: BTreeMap<&str, Command> = [("cancelled", Command::Cancel), ("expired", Command::Due)].into();
    for (name, command) in ends {
        let mut story = Story::of(by_bank());
        let ordered = story.tx.price.to_amount;
        let seconds = if name == "expired" { 60 * 86_400 } else { 1 };
        story.then(&command, seconds);
        let told = story.tx.summary();
        assert_eq!((told.headline.kind, told.headline.amount), (HeadlineKind::NotPaid, ordered), "{name}");
        assert_eq!((told.paid, told.fees.len(), told.held), (None, 0, None));
        assert_eq!(shown(&story), "created:done done:stopped", "{name}");
    }
    let mut story = Story::of(by_card());
    let reason = crate::rails::Decline::of_code("expired_card");
    story.then(&Command::PayByCard { card: card(), return_url: None, device: None }, 1);
    // The order's time has passed, so no other card can follow.
    story.then(&rail(RailEventKind::Declined { reason }), 600);
    assert_eq!(shown(&story), "created:done payment:failed");
}

#[test]
fn a_payout_that_fails_is_under_review_and_what_is_put_on_the_balance_was_exchanged() {
    let mut story = Story::of(by_bank());
    story.then(&credited("line", story.tx.price.from_amount), 1);
    let coins = story.tx.price.to_amount;
    story.then(&rail(RailEventKind::PayoutFailed { reason: "no".to_owned() }), 2);
    assert_eq!(shown(&story), "created:done payment:done exchange:done payout:failed review:now");
    let mut closed = story.clone();
    story.then(&Command::Deposit, 3);
    let told = story.tx.summary();
    assert_eq!((told.headline.kind, told.headline.amount), (HeadlineKind::Deposited, coins));
    assert!(told.fees.iter().any(|fee| fee.kind == LineKind::OurFee), "the exchange was made, and its fees were taken");
    assert_eq!(shown(&story), "created:done payment:done exchange:done deposit:done");
    closed.then(&Command::Close { closed_as: ClosedAs::Resolved }, 3);
    let told = closed.tx.summary();
    assert_eq!((told.headline.kind, told.held), (HeadlineKind::Held, Some(coins)));
    assert_eq!(shown(&closed), "created:done payment:done exchange:done payout:failed done:stopped");
}

#[test]
fn what_a_customer_ordered_can_be_ordered_again_when_it_has_ended() {
    let repeatable = |story: &Story| story.tx.allowed(later(9)).contains(&Allowed::Repeat);
    let mut order = Story::of(by_card());
    assert!(!repeatable(&order), "it is not over");
    order.then(&Command::Cancel, 1);
    assert_eq!(order.tx.allowed(later(2)), [Allowed::Repeat]);
    let (euro, balance) = (Currency::EUR, Endpoint::Balance);
    assert!(repeatable(&opened((euro, balance), (Currency::LTC, balance), "250")), "a conversion is done");
    let others = [
        transfer(Some(receiver())),
        Story::of(transfer(Some(receiver())).tx.as_received().unwrap()),
        arrival(amount("250", euro), true, &credited("a", amount("250", euro)), Admission::default()),
        opened((euro, balance), (euro, Endpoint::Product(Product::Service)), "5"),
    ];
    for story in others {
        assert_eq!((story.tx.status(), repeatable(&story)), (Status::Done, false), "{}", story.tx.kind.code());
    }
    let mut bought = purchase();
    bought.then(&rail(RailEventKind::PayoutFailed { reason: "reversed".to_owned() }), 1);
    assert!(bought.tx.status().is_final() && !repeatable(&bought), "only its shop can: {}", bought.tx.status());
}

#[test]
fn a_sale_whose_unconfirmed_payment_was_replaced_waits_for_payment_again() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    let gone = rail(RailEventKind::Reversed { reference: "tx:0".to_owned() });
    for confirmations in [0, 1] {
        let mut story = story.clone();
        story.then(&seen("tx:0", coins, confirmations), 1).then(&gone, 2);
        assert_eq!(story.tx.status(), Status::New);
        assert_eq!(story.tx.allowed(later(3)), [Allowed::Cancel]);
        assert_eq!(story.tx.due_at(&story.facts.policy.lifetimes), Some(story.tx.expires_at));
        assert_eq!(shown(&story), "created:done payment:now confirmation:next exchange:next payout:next done:next");
        let mut expired = story.clone();
        expired.then(&Command::Due, 900);
        assert_eq!(expired.tx.status(), Status::Expired);
        let mut paid = story.clone();
        paid.then(&seen("tx:1", coins, 1), 3).then(&credited("tx:1", coins), 4);
        assert_eq!(paid.tx.status(), Status::Processing);
        story.then(&Command::Cancel, 3);
        assert_eq!(story.tx.status(), Status::Cancelled);
        story.then(&credited("tx:0", coins), 4);
        assert_eq!(story.unmatched_payments.len(), 1, "money that comes after all is kept apart");
    }
    story.then(&seen("tx:0", coins, 0), 1).then(&seen("tx:1", coins, 0), 2).then(&gone, 3);
    assert_eq!(story.tx.status(), Status::Wait, "another payment is on its way");
}

#[test]
fn the_owner_is_notified_once_of_each_ending_with_the_booked_amounts() {
    use identity::mail::{NeedsOwner, OrderEvent};
    let mut story = Story::of(sale());
    let (coins, euros) = (story.tx.price.from_amount, story.tx.price.to_amount);
    let mails = |story: &mut Story, command: &Command, seconds: i64| {
        story.try_do(command, later(seconds)).unwrap().and_then(|decision| decision.mail)
    };
    let sent = rail(RailEventKind::PayoutSent { reference: "hash".to_owned() });
    let mut good = story.clone();
    assert_eq!(mails(&mut good, &credited("tx:0", coins), 1), None);
    assert_eq!(mails(&mut good, &sent, 2), None);
    let place = Some(address().display());
    assert_eq!(
        mails(&mut good, &settled(), 3),
        Some(OrderEvent::Done { received: euros, paid: Some(coins), place: place.clone(), promise: None })
    );
    let came = half(&story.tx);
    let asked = mails(&mut story, &credited("tx:0", came), 1);
    let deadline = story.tx.action.as_ref().unwrap().deadline;
    let expected = OrderEvent::NeedsOwner { why: NeedsOwner::OtherAmount, received: came, expected: coins, deadline };
    assert_eq!(asked, Some(expected));
    let mut silent = story.clone();
    assert_eq!(mails(&mut silent, &Command::Due, 60 * 86_400), Some(OrderEvent::UnderReview { paid: Some(came) }));
    let close = Command::Close { closed_as: ClosedAs::Rejected };
    assert_eq!(mails(&mut silent, &close, 61 * 86_400), Some(OrderEvent::Closed { held: Some(came) }));
    let mut kept = story.clone();
    assert_eq!(mails(&mut kept, &Command::Deposit, 2), Some(OrderEvent::Deposited { amount: came }));
    let back = back_to(&story.tx, address());
    assert_eq!(mails(&mut story, &back, 2), None, "it is told when it is final");
    let cost = amount("0.001", Currency::LTC);
    let amount = came.checked_sub(cost).unwrap();
    let gone = mails(&mut story, &settled(), 3);
    assert_eq!(gone, Some(OrderEvent::Refunded { amount, cost: Some(cost), place }));
    let mut unpaid = Story::of(by_card());
    assert_eq!(mails(&mut unpaid, &Command::Cancel, 1), None, "they did that themselves");
    let reason = crate::rails::Decline::of_code("54");
    let mut refused = Story::of(by_card());
    refused.then(&Command::PayByCard { card: card(), return_url: None, device: None }, 1);
    let declined = mails(&mut refused, &rail(RailEventKind::Declined { reason }), 600);
    assert_eq!(declined, Some(OrderEvent::Declined { reason: Some("expired_card".to_owned()) }));
}

#[test]
fn the_owner_is_told_once_why_a_payout_takes_longer() {
    use identity::mail::{DelayReason, OrderEvent};
    let mut story = Story::of(sale());
    let (coins, amount) = (story.tx.price.from_amount, story.tx.price.to_amount);
    story.then(&credited("tx:0", coins), 1);
    let mails = |story: &mut Story, command: &Command, seconds: i64| {
        story.try_do(command, later(seconds)).unwrap().and_then(|decision| decision.mail)
    };
    let told = |why| Some(OrderEvent::PayoutDelayed { amount, by: Payway::Iban, why });
    let paused = Command::PayoutPaused { leg: story.tx.result_leg().unwrap().0 };

    let mut slow = story.clone();
    assert_eq!(mails(&mut slow, &Command::Due, 900), None, "it is ordered for less than a quarter of an hour");
    assert_eq!(mails(&mut slow, &Command::Due, 901), told(DelayReason::NotTaken));
    assert_eq!((slow.tx.status(), slow.tx.sub_state()), (Status::Processing, SubState::Sending));
    for again in [&Command::Due, &paused] {
        assert_eq!(mails(&mut slow, again, 1_000), None, "once");
    }
    let looked = mails(&mut slow, &Command::Due, 1 + 86_400);
    assert_eq!(looked, Some(OrderEvent::UnderReview { paid: Some(coins) }), "an operator looks after a day");

    assert_eq!(mails(&mut story, &paused, 2), told(DelayReason::PaywayOff));
    assert_eq!(mails(&mut story, &Command::Due, 902), None, "once");
    story.then(&rail(RailEventKind::PayoutSent { reference: "hash".to_owned() }), 903).then(&settled(), 904);
    assert_eq!(story.tx.status(), Status::Done);
    assert_eq!(mails(&mut story, &paused, 905), None, "it is sent");
}
