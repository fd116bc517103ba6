//! A model check: walks every reachable state of an order under all commands in any order, early and late in its life,
//! and checks the invariants in each.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};
use identity::operator::ClosedAs;
use kernel::{Amount, Currency, Endpoint, Network, Payway, Price};
use uuid::Uuid;

use super::super::super::{
    ActionReason, Admission, Allowed, Asker, Collect, Command, Destination, Ending, Facts, Leg, PayOut, PayOutState,
    Payment, PaymentState, RefundTo, Status, Task, Transaction,
};
use super::super::{AccountRole, CHARGES_MAX, Outcome, UnmatchedPayment, decide, unmatched_payment};
use super::graph::{Graph, key, legs_max};
use super::limits::{check_counted, written};
use super::mistakes::{Mistake, mistaken};
use super::world::*;
use crate::ExchangeError;
use crate::counting::Departure;
use crate::counting::linked::{of_refund, of_result};
use crate::rails::{PayerCode, RailEvent, RailEventKind};
use crate::rates::RatesUnavailable;

/// The two times of the walk: within the order's time, and after every deadline with the price of a litecoin halved.
/// Between them an unpaid order expires.
const TIMES: [i64; 2] = [0, 60 * 86_400];

fn commands(tx: &Transaction) -> Vec<Command> {
    let expected = tx.price.from_amount;
    let half = Amount::new(expected.atoms() / 2, expected.currency());
    let wrong = Amount::new(500, if expected.currency() == Currency::USD { Currency::EUR } else { Currency::USD });
    let reversed = |reference: &str| rail(RailEventKind::Reversed { reference: reference.to_owned() });
    let (sent, failed) = (
        || RailEventKind::PayoutSent { reference: "hash".to_owned() },
        || RailEventKind::PayoutFailed { reason: "account closed".to_owned() },
    );
    let at = tx.result_leg().map_or(2, |(at, _)| at);
    let charge = tx.collect().map_or(1, Collect::charge);
    let mut all = vec![
        Command::Cancel,
        Command::PayByCard { card: card(), return_url: None, device: None },
        Command::PayByCode { code: Some(PayerCode("777123".to_owned())), return_url: None },
        Command::ApprovalNeeded { launch: None, charge },
        Command::Refund { to: None },
        back_to(tx, address()),
        judged_of(half),
        Command::Deposit,
        Command::UpdateAmount,
        Command::Due,
        Command::Claim { profile: receiver(), name: "A••• B•••".to_owned() },
        Command::RetryPayout,
        Command::ChargeUnclear { detail: "no answer".to_owned(), charge },
        Command::PayoutUnclear { leg: at, detail: "no answer".to_owned() },
        Command::PayoutStopped { leg: at },
        Command::PayoutPaused { leg: at },
        seen("a", expected, 2),
        credited("a", expected),
        credited("b", half),
        credited("w", wrong),
        reversed("a"),
        reversed("b"),
        declined(charge),
        rail(sent()),
        settled(),
        rail(failed()),
    ];
    if charge > 1 {
        // Late events of the previous charge.
        let earlier = charge - 1;
        all.extend([declined(earlier), captured(earlier, "a", expected)]);
        all.push(Command::ApprovalNeeded { launch: None, charge: earlier });
        all.push(Command::ChargeUnclear { detail: "no answer".to_owned(), charge: earlier });
    }
    if tx.parent.is_some() {
        all.push(reversed("w"));
    }
    if tx.is_arrival() {
        // Each payment without an order has its own movement.
        all.retain(|command| !is_of_a_payment(command));
        all.extend([seen("a", expected, 2), credited("a", expected), reversed("a")]);
        all.push(Command::Assign { profile: receiver(), name: "A••• B•••".to_owned(), claimed_for: None });
    }
    if tx.collect().is_none() {
        // Without payment instructions no rail can report a payment.
        all.retain(|command| !is_of_a_payment(command));
    }
    // The rail may still report on a replaced leg, late and in any order. An issuer names the leg always.
    for (at, _) in tx.payouts().filter(|(_, leg)| leg.replaced_by.is_some() || leg.to.is_issuer()) {
        let named = |command| match command {
            Command::Rail(event) => Command::Rail(RailEvent { leg: Some(at), ..event }),
            other => other,
        };
        all.extend([rail(sent()), settled(), rail(failed())].map(named));
    }
    all.extend(
        [ClosedAs::Resolved, ClosedAs::Rejected, ClosedAs::Failed].map(|closed_as| Command::Close { closed_as }),
    );
    all
}

fn is_of_a_payment(command: &Command) -> bool {
    use RailEventKind as K;
    let Command::Rail(event) = command else { return false };
    matches!(event.kind, K::Seen { .. } | K::Credited { .. } | K::Reversed { .. } | K::Declined { .. })
}

/// A refund of coins whose checks covered this amount.
fn judged_of(at_most: Amount) -> Command {
    Command::Refund { to: Some(Box::new(RefundTo { requisite: address(), at_most, cost: None, travel: None })) }
}

/// Whether the travel rule assumes that no more coins leave.
fn counts_no_more(tx: &Transaction) -> bool {
    of_result(tx) != Departure::Ahead && of_refund(tx) != Some(Departure::Ahead)
}

fn coins_out(tx: &Transaction) -> usize {
    let out = |leg: &PayOut| leg.payway.network().is_some() && (leg.sent_at.is_some() || leg.state.in_flight());
    tx.payouts().filter(|(_, leg)| out(leg)).count()
}

/// The state as printed on a failure.
fn brief(tx: &Transaction) -> String {
    format!("{:?} {:?} {:?} {:#?}", tx.ending, tx.action, tx.review, tx.legs)
}

fn check(before: &Story, command: &Command, after: &Story, mistake: Option<Mistake>) {
    let (was, is) = (before.tx.status(), after.tx.status());
    let told = || format!("{command:?}\nfrom {was}: {}\nto {is}: {}", brief(&before.tx), brief(&after.tx));
    assert!(was.path(is).is_some(), "an illegal move: {}", told());
    assert!(!was.is_final() || was == is, "a final status changed: {}", told());
    assert_eq!(after.tx.moves.last().unwrap().status, is, "the history ends elsewhere: {}", told());
    if is.is_closed() {
        assert!(after.books.is_flat(), "money is left in transit: {:#?} {}", after.books, told());
    } else {
        let available = after.tx.available().expect("an open order knows its transit");
        let currency = available.currency();
        let place = if after.tx.is_quarantined() { AccountRole::Quarantine } else { AccountRole::Transit };
        let transit = after.books.of(place, currency) - after.books.held(currency);
        assert_eq!(available.atoms(), transit, "the order and the ledger differ: {}", told());
    }
    let paid = after.tx.payouts().filter(|(_, leg)| matches!(leg.state, PayOutState::Sent | PayOutState::Settled));
    assert!(paid.filter(|(_, leg)| !leg.to.is_refund()).count() <= 1, "paid twice: {}", told());
    let back = || after.tx.payouts().map(|(_, leg)| leg).filter(|leg| matches!(leg.to, Destination::Refund(_)));
    assert!(back().filter(|leg| leg.replaced_by.is_none()).count() <= 1, "given back to two places: {}", told());
    if let Command::Refund { to: Some(to) } = command {
        assert!(back().all(|leg| leg.amount.atoms() <= to.at_most.atoms()), "more than was judged: {}", told());
    }
    let asked_anew = matches!(command, Command::Refund { .. } | Command::UpdateAmount);
    let silent = !asked_anew && counts_no_more(&before.tx) && coins_out(&after.tx) > coins_out(&before.tx);
    assert!(!silent, "coins leave that no longer count with others: {}", told());
    let on_chain = |leg: &&PayOut| leg.settled_at.is_some() && leg.payway.network().is_some();
    let settled = i128::try_from(after.tx.payouts().map(|(_, leg)| leg).filter(on_chain).count()).unwrap();
    let cost = after.books.of(AccountRole::NetworkCost(Network::Litecoin), Currency::LTC);
    assert_eq!(-cost, settled * NETWORK_COST_ATOMS, "a chain's fee is booked once for each payout: {}", told());
    if after.tx.draw().is_some() {
        draws_what_it_should(after);
    }
    let losses = |story: &Story| {
        let twice = story.tx.payouts().filter(|(_, leg)| leg.contradicted_at.is_some()).count();
        let taken = |p: &&Payment| p.state == PaymentState::TakenBack;
        twice + story.tx.collect().map_or(0, |collect| collect.payments.iter().filter(taken).count())
    };
    assert!(losses(after) <= losses(before) || after.tx.review.is_some(), "a silent loss: {}", told());
    if let Err(why) = super::summary::check_summary(after) {
        panic!("what is told is not so: {why}: {}", told());
    }
    if let Err(why) = check_counted(after, mistake.and_then(Mistake::of_executor)) {
        panic!("the limits count what has not moved, or forget what has: {why}: {}", told());
    }
    check_charges(before, command, after);
    let due = after.tx.due_at(&after.facts.policy.lifetimes);
    assert!(is != Status::Processing || due.is_some(), "under way, and nothing is due: {}", told());
    if let Some(id) = after.tx.moves.windows(2).find(|pair| !pair[0].status.may_become(pair[1].status)) {
        panic!("the history has an illegal step {id:?}: {}", told());
    }
}

/// Asserts that charges are sequential with distinct numbers, and that only a charge's own answer ends it.
fn check_charges(before: &Story, command: &Command, after: &Story) {
    let (Some(was), Some(is)) = (before.tx.collect(), after.tx.collect()) else { return };
    let told = || format!("{command:?}\nfrom {was:#?}\nto {is:#?}");
    let begun = is.charges - was.charges;
    assert!(begun <= 1 && is.charges <= CHARGES_MAX, "too many charges: {}", told());
    assert!(begun == 0 || !was.is_charging(), "two charges at a time: {}", told());
    let answer = match command {
        Command::Rail(event) => event.charge,
        Command::ApprovalNeeded { charge, .. } | Command::ChargeUnclear { charge, .. } => Some(*charge),
        _ => None,
    };
    if was.is_charging() && answer.is_some_and(|charge| charge != was.charge()) {
        assert!(is.is_charging(), "the answer to an earlier charge ends a later one: {}", told());
        assert!(!after.tx.is_paying() || before.tx.is_paying(), "it is paid out and charged at once: {}", told());
    }
}

/// Walks from `first`, with a planted bug, if any.
pub fn walk(first: Transaction, mistake: Option<Mistake>) -> (usize, BTreeSet<Status>) {
    walk_from(Story::of(first), mistake)
}

pub fn walk_from(first: Story, mistake: Option<Mistake>) -> (usize, BTreeSet<Status>) {
    let mut graph = Graph::default();
    let (mut reached, mut kept) = (BTreeSet::from([Status::New]), Vec::new());
    let mut queue = VecDeque::from([(first, 0_usize)]);
    while let Some((story, time)) = queue.pop_front() {
        let here = key(&story, time);
        if graph.nodes.contains_key(&here) || story.tx.legs.len() > legs_max(&story.tx) {
            continue;
        }
        let (mut nexts, mut keys) = (BTreeSet::new(), HashSet::new());
        for command in commands(&story.tx) {
            for blind in [false, true] {
                if blind && (story.tx.price.rate_locked || !needs_price(&command)) {
                    continue;
                }
                let Some(after) = step(&story, &command, (time, blind), mistake, &mut kept) else { continue };
                check(&story, &command, &after, mistake);
                nexts.insert(after.tx.status());
                let there = key(&after, time);
                if !graph.nodes.contains_key(&there) {
                    queue.push_back((after, time));
                }
                if is_way_out(&command) {
                    keys.insert(there);
                }
            }
        }
        queue.extend(kept.drain(..).map(|story| (story, time)));
        reached.extend(&nexts);
        let last = time == TIMES.len() - 1;
        let overdue = last && story.tx.status() == Status::ActionRequired;
        assert!(!overdue || nexts.contains(&Status::Manual), "no deadline: {}", brief(&story.tx));
        if !last {
            keys.insert(key(&story, time + 1));
        }
        graph.nodes.insert(here, (story.tx.status(), keys));
        if !last {
            queue.push_back((story, time + 1));
        }
    }
    graph.check_exits();
    (graph.nodes.len(), reached)
}

/// Whether an order can rely on the command to reach its end: customer actions, time, and payout events that a rail
/// must send. Incoming and reversed payments do not count.
fn is_way_out(command: &Command) -> bool {
    use RailEventKind as K;
    let Command::Rail(event) = command else { return true };
    matches!(event.kind, K::PayoutSent { .. } | K::PayoutSettled { .. } | K::PayoutFailed { .. })
}

fn needs_price(command: &Command) -> bool {
    let Command::Rail(event) = command else { return matches!(command, Command::Due) };
    matches!(event.kind, RailEventKind::Credited { .. })
}

/// The facts at a time; without prices if `blind`.
fn facts_at(time: usize, blind: bool) -> Facts {
    static KNOWN: OnceLock<Vec<Facts>> = OnceLock::new();
    let make = || [(0, false), (0, true), (1, false)].map(|(time, blind)| make_facts(time, blind)).to_vec();
    KNOWN.get_or_init(make)[if blind { 1 } else { 2 * time.min(1) }].clone()
}

fn make_facts(time: usize, blind: bool) -> Facts {
    let mut known = facts();
    if blind {
        known.prices = Err(RatesUnavailable { reason: "none".to_owned() });
    } else if time > 0
        && let Ok(book) = &known.prices
    {
        let mut moved = (**book).clone();
        let half = Price::from_parts(moved.prices[&Currency::LTC].parts() / 2).unwrap();
        moved.prices.insert(Currency::LTC, half);
        known.prices = Ok(Arc::new(moved));
    }
    known
}

/// Applies one command; `None` if it is refused or changes nothing. An unmatched payment is added to `unmatched_payments`.
fn step(
    story: &Story,
    command: &Command,
    (time, blind): (usize, bool),
    mistake: Option<Mistake>,
    unmatched_payments: &mut Vec<Story>,
) -> Option<Story> {
    let now = later(TIMES[time]);
    let fresh = Uuid::from_u128(u128::from(story.tx.version.unsigned_abs()) << 64);
    let facts = Facts { fresh, ..facts_at(time, blind) };
    only_what_is_offered(story, command, &facts, now);
    let decision = match mistaken(mistake, &story.tx, command, &facts, now) {
        Err(ExchangeError::Internal(why)) => panic!("{why}: {command:?} on {}", brief(&story.tx)),
        Err(why) => {
            assert!(!matches!(command, Command::Rail(_)), "what a rail tells is never refused: {why}: {command:?}");
            return None;
        }
        Ok(Outcome::Nothing) => return None,
        Ok(Outcome::Unmatched(found)) => {
            keep(story, &found, now, unmatched_payments);
            return None;
        }
        Ok(Outcome::Changed(decision)) => *decision,
    };
    let mut books = story.books.clone();
    books.book(&decision.postings);
    let orders =
        decision.tasks.iter().filter_map(|task| if let Task::PayOut { leg } = task { Some(*leg) } else { None });
    for leg in orders {
        let tx = &decision.transaction;
        assert!(tx.may_pay_out(leg), "ordered and not to be paid: {command:?} {}", brief(tx));
    }
    let tx = decision.transaction;
    // A new price replaces the use.
    let repriced = story.used.filter(|_| matches!(command, Command::UpdateAmount)).map(|_| written(&tx));
    let used = repriced.or(story.used);
    Some(Story { tx, books, facts, unmatched_payments: Vec::new(), used })
}

/// Asserts that the owner's permitted commands are exactly the actions that the page offers.
fn only_what_is_offered(story: &Story, command: &Command, facts: &Facts, now: DateTime<Utc>) {
    let action = match command {
        Command::Cancel => Allowed::Cancel,
        Command::PayByCard { .. } => Allowed::PayCard,
        Command::PayByCode { .. } => Allowed::PayCode,
        Command::Refund { .. } => Allowed::Refund,
        Command::Deposit => Allowed::Deposit,
        Command::UpdateAmount => Allowed::UpdateAmount,
        _ => return,
    };
    let asked = decide(&story.tx, command, &Facts { asker: Asker::Owner, ..facts.clone() }, now);
    let granted = matches!(asked, Ok(Outcome::Changed(_)));
    assert!(!granted || story.tx.allowed(now).contains(&action), "{action:?} is not offered: {}", brief(&story.tx));
}

/// Starts a separate story for an unmatched payment.
fn keep(story: &Story, found: &UnmatchedPayment, now: DateTime<Utc>, unmatched_payments: &mut Vec<Story>) {
    let own = unmatched_payment(&story.tx, story.tx.id, found, &story.facts, now).expect("it is kept");
    let mut kept = Story::of(own.transaction);
    kept.books.book(&own.postings);
    assert!(matches!(kept.tx.status(), Status::ActionRequired | Status::Manual));
    let place = if kept.tx.is_quarantined() { AccountRole::Quarantine } else { AccountRole::Transit };
    assert_eq!(kept.books.of(place, found.amount.currency()), found.amount.atoms());
    if story.tx.parent.is_none() {
        unmatched_payments.push(kept);
    }
}

fn every_state(first: Transaction) -> BTreeSet<Status> {
    let (states, statuses) = walk(first, None);
    println!("{states} states");
    assert!(states > 1_000, "only {states} states");
    statuses
}

#[test]
fn every_reachable_state_of_an_order_by_card_keeps_the_rules() {
    let statuses = every_state(by_card());
    assert_eq!(statuses.len(), Status::ALL.len(), "every status of the specification is reached: {statuses:?}");
}

#[test]
fn every_reachable_state_of_a_sale_keeps_the_rules() {
    every_state(sale());
}

/// Asserts the amount that a movement has debited from each balance that pays for it.
fn draws_what_it_should(story: &Story) {
    let price = &story.tx.price;
    let is_given_back = story.tx.ending == Some(Ending::Refunded) && !price.direction().converts();
    for draw in story.tx.draws() {
        let place = draw.product.map_or(AccountRole::Customer, AccountRole::Product);
        let drawn = story.books.drawn(place, draw.amount.currency());
        // What the conversion of another draw gave comes back in the currency of the price.
        let is_priced = draw.amount.currency() == price.to_currency;
        let others = if is_priced { price.from_amount.atoms() - draw.amount.atoms() } else { draw.amount.atoms() };
        let back = if is_priced { -others } else { others };
        if matches!(story.tx.status(), Status::Cancelled | Status::Expired) {
            assert_eq!(drawn, 0, "a movement that came to nothing keeps money: {}", brief(&story.tx));
        } else if is_given_back {
            assert_eq!(drawn, back, "a movement that came to nothing keeps money: {}", brief(&story.tx));
        } else if story.tx.ending == Some(Ending::Completed) {
            assert_eq!(drawn, draw.amount.atoms(), "another amount is drawn: {}", brief(&story.tx));
        }
    }
}

/// The movements of a balance that [`super::types`] does not walk: of a card, of coins, and without a receiver.
#[test]
fn every_reachable_state_of_a_movement_from_or_to_a_balance_keeps_the_rules() {
    let (card, bank, litecoin) = (Payway::Visamc.into(), Payway::Iban.into(), Payway::Ltc.into());
    let (eur, ltc) = (Currency::EUR, Currency::LTC);
    let balance = Endpoint::Balance;
    let stories = [
        opened((eur, card), (eur, balance), "250"),
        opened((ltc, litecoin), (ltc, balance), "2"),
        opened((ltc, balance), (ltc, litecoin), "2"),
        opened((ltc, balance), (eur, bank), "2"),
        transfer(None),
    ];
    for story in stories {
        let (kind, is_drawn) = (story.tx.kind.code(), story.tx.draw().is_some() && !story.tx.awaits_receiver());
        let (states, statuses) = walk_from(story, None);
        println!("{kind}: {states} states, {statuses:?}");
        assert!(statuses.contains(&Status::Done) || states == 2, "{kind} never ends well: {statuses:?}");
        assert!(!is_drawn || !statuses.contains(&Status::Expired), "{kind} expires with money of its own");
    }
}

#[test]
fn every_reachable_state_of_a_payment_without_an_order_keeps_the_rules() {
    let (euro, coins) = (amount("250", Currency::EUR), amount("2", Currency::LTC));
    let held = Admission { held: Some(ActionReason::SenderUnknown), ..Admission::default() };
    let stories = [
        arrival(coins, true, &seen("a", coins, 0), Admission::default()),
        arrival(coins, true, &credited("a", coins), held),
        arrival(euro, false, &credited("a", euro), Admission::default()),
        arrival(coins, false, &seen("a", coins, 0), Admission::default()),
    ];
    for story in stories {
        let first = story.tx.sub_state();
        let (states, statuses) = walk_from(story, None);
        println!("{first:?}: {states} states, {statuses:?}");
        let well = statuses.contains(&Status::Done) || statuses.contains(&Status::Resolved) || states == 2;
        assert!(well, "{first:?} never ends well: {statuses:?}");
    }
}

#[test]
fn every_reachable_state_of_an_unmatched_payment_keeps_the_rules() {
    let mut order = Story::of(sale());
    let expected = order.tx.price.from_amount;
    order.then(&credited("a", expected), 1).then(&credited("c", expected), 2);
    let found = order.unmatched_payments.pop().expect("a second payment");
    let own = unmatched_payment(&order.tx, order.tx.id, &found, &order.facts, later(2)).unwrap();
    let mut story = Story::of(own.transaction);
    story.books.book(&own.postings);
    assert!(matches!(story.tx.legs[0], Leg::Collect(_)));
    let mut known = HashSet::new();
    let mut queue = VecDeque::from([story]);
    while let Some(story) = queue.pop_front() {
        for command in commands(&story.tx) {
            for seconds in [3, 30 * 86_400] {
                let mut after = story.clone();
                match after.try_do(&command, later(seconds)) {
                    Err(ExchangeError::Internal(why)) => panic!("{why}: {command:?} on {}", brief(&story.tx)),
                    Ok(Some(_)) => check(&story, &command, &after, None),
                    _ => continue,
                }
                if after.tx.legs.len() <= legs_max(&after.tx) && known.insert(key(&after, 0)) {
                    queue.push_back(after);
                }
            }
        }
    }
    assert!(known.len() > 5);
}
