//! When coins count as linked for the travel rule: while they may leave, and for a day after.

use chrono::{DateTime, TimeDelta, Utc};
use identity::operator::ClosedAs;
use kernel::{Amount, Currency};
use proptest::prelude::*;

use super::super::super::{Command, PayOutState, Transaction};
use super::world::*;
use crate::beneficiary_wallet::LINKED_WITHIN;
use crate::counting::Linked;
use crate::rails::RailEventKind;

const DAY: i64 = 86_400;

fn euro(cents: i128) -> Amount {
    Amount::new(cents, Currency::EUR)
}

fn cents(linked: &Linked, seconds: i64) -> i128 {
    linked.counted(later(seconds)).atoms()
}

fn sent() -> Command {
    rail(RailEventKind::PayoutSent { reference: "hash".to_owned() })
}

/// The recorded use of an order for 900 euro.
fn order(tx: &Transaction) -> Linked {
    Linked { result: euro(90_000), refund: None, transaction: tx.clone() }
}

#[test]
fn an_order_by_bank_counts_from_the_day_it_is_made_until_a_day_after_its_coins_left() {
    let mut story = Story::of(by_bank());
    assert_eq!(cents(&order(&story.tx), 4 * DAY), 90_000, "it may be paid at any time");
    story.then(&credited("line", story.tx.price.from_amount), 4 * DAY);
    assert_eq!(cents(&order(&story.tx), 6 * DAY), 90_000, "they are on their way");
    story.then(&sent(), 6 * DAY);
    let left = order(&story.tx);
    assert_eq!((cents(&left, 7 * DAY - 1), left.is_past(later(7 * DAY - 1))), (90_000, false));
    assert_eq!((cents(&left, 7 * DAY), left.is_past(later(7 * DAY))), (0, true));
}

#[test]
fn an_unpaid_order_no_longer_counts_against_limits() {
    let mut story = Story::of(by_bank());
    story.then(&Command::Cancel, 60);
    assert!(order(&story.tx).is_past(later(60)));
}

#[test]
fn a_refund_counts_instead_of_the_ordered_payout() {
    let mut story = Story::of(swap());
    let coins = story.tx.price.from_amount;
    story.then(&credited("tx:0", Amount::new(coins.atoms() / 2, coins.currency())), 10);
    let refund = |tx: &Transaction| Linked { refund: Some(euro(45_000)), ..order(tx) };
    assert_eq!(cents(&refund(&story.tx), 21), 90_000, "no refund was asked for yet");
    story.then(&back_to(&story.tx, address()), 22);
    assert_eq!(cents(&refund(&story.tx), 3 * DAY), 45_000, "it is on its way");
    let mut failed = story.clone();
    story.then(&sent(), 3 * DAY).then(&settled(), 3 * DAY + 1);
    assert_eq!(cents(&refund(&story.tx), 4 * DAY - 1), 45_000);
    assert!(refund(&story.tx).is_past(later(4 * DAY)));
    failed.then(&rail(RailEventKind::PayoutFailed { reason: "no coins".to_owned() }), 30);
    assert_eq!(cents(&refund(&failed.tx), DAY), 45_000, "an operator may send it again");
    failed.then(&Command::Close { closed_as: ClosedAs::Resolved }, 40);
    assert!(refund(&failed.tx).is_past(later(40)));
}

proptest! {
    /// In every state of the leg: coins count while they may leave, and for a day after they left.
    #[test]
    fn coins_count_while_they_may_leave_and_for_a_day_after(state in 0_usize..6, hours in 0_i64..60, ended in any::<bool>()) {
        use PayOutState as P;
        let state = [P::Planned, P::Sending, P::Unknown, P::Sent, P::Settled, P::Failed][state];
        let mut tx = by_card();
        let left: DateTime<Utc> = later(DAY);
        let leg = tx.legs.iter_mut().find_map(|leg| match leg {
            super::super::super::Leg::PayOut(leg) => Some(leg),
            _ => None,
        }).unwrap();
        leg.state = state;
        let has_left = matches!(state, P::Sent | P::Settled);
        leg.sent_at = has_left.then_some(left);
        tx.ending = ended.then_some(super::super::super::Ending::Closed);
        let now = left + TimeDelta::hours(hours);
        let counts = if has_left { now - left < LINKED_WITHIN } else { !ended };
        let linked = order(&tx);
        prop_assert_eq!(linked.counted(now), euro(if counts { 90_000 } else { 0 }));
        prop_assert_eq!(linked.is_past(now), !counts);
    }
}
