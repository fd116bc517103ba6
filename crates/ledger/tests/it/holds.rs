//! Holds: partial posting, voiding, and expiry exactly once.

use chrono::TimeDelta;
use ledger::{CommitError, InvalidChange, Transfer, TransferKind, expire_holds};

use crate::support::{House, change, customer, profile};

fn of_hold(house: &House, hold: &Transfer, kind: TransferKind, atoms: i128) -> Transfer {
    Transfer { kind, ..house.post(hold.debit.clone(), hold.credit.clone(), atoms) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_is_posted_in_part_and_the_rest_comes_back() {
    let house = House::open().await;
    house.fund(profile(1), 100).await;
    let hold = house.hold(customer(profile(1)), customer(profile(2)), 80);
    house.commit(change("hold", vec![hold.clone()])).await.unwrap();
    assert_eq!(house.balance(profile(1)).await, (100, 80, 20));
    assert_eq!(house.balance(profile(2)).await, (0, 0, 0), "what is only promised cannot be spent");
    let too_much = house.post(customer(profile(1)), customer(profile(3)), 21);
    assert!(matches!(house.commit(change("spend", vec![too_much])).await, Err(CommitError::Insufficient { .. })));

    let more = of_hold(&house, &hold, TransferKind::PostHold { hold: hold.id }, 81);
    assert_eq!(house.commit(change("more", vec![more])).await, Err(InvalidChange::HoldMismatch(hold.id).into()));
    let part = of_hold(&house, &hold, TransferKind::PostHold { hold: hold.id }, 50);
    house.commit(change("part", vec![part])).await.unwrap();
    assert_eq!(house.balance(profile(1)).await, (50, 0, 50));
    assert_eq!(house.balance(profile(2)).await, (50, 0, 50));
    let void = of_hold(&house, &hold, TransferKind::VoidHold { hold: hold.id }, 80);
    assert_eq!(house.commit(change("void", vec![void])).await, Err(InvalidChange::HoldEnded(hold.id).into()));
    house.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voided_hold_gives_everything_back() {
    let house = House::open().await;
    house.fund(profile(1), 100).await;
    let hold = house.hold(customer(profile(1)), customer(profile(2)), 80);
    let void = of_hold(&house, &hold, TransferKind::VoidHold { hold: hold.id }, 80);
    let unknown = house.commit(change("early", vec![void.clone()])).await;
    assert_eq!(unknown, Err(InvalidChange::NoSuchHold(hold.id).into()));
    house.commit(change("hold", vec![hold])).await.unwrap();
    house.commit(change("void", vec![void])).await.unwrap();
    assert_eq!(house.balance(profile(1)).await, (100, 0, 100));
    // Created and ended in one change.
    let quick = house.hold(customer(profile(1)), customer(profile(2)), 100);
    let post = of_hold(&house, &quick, TransferKind::PostHold { hold: quick.id }, 100);
    house.commit(change("quick", vec![quick, post])).await.unwrap();
    assert_eq!(house.balance(profile(2)).await, (100, 0, 100));
    house.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_whose_time_has_passed_comes_back_by_itself_and_once() {
    let house = House::open().await;
    house.fund(profile(1), 100).await;
    let expires_at = Some(house.now() + TimeDelta::minutes(10));
    let hold = Transfer {
        kind: TransferKind::Hold { expires_at },
        ..house.hold(customer(profile(1)), customer(profile(2)), 80)
    };
    house.commit(change("hold", vec![hold.clone()])).await.unwrap();
    let expire = || expire_holds(house.store(), &house.journal, &house.world, 100);
    assert_eq!(expire().await.unwrap(), 0);
    house.clock.advance(TimeDelta::minutes(10));
    let post = of_hold(&house, &hold, TransferKind::PostHold { hold: hold.id }, 80);
    assert_eq!(house.commit(change("late", vec![post])).await, Err(InvalidChange::HoldExpired(hold.id).into()));
    let (one, two) = tokio::join!(expire(), expire());
    assert_eq!(one.unwrap() + two.unwrap(), 1);
    assert_eq!(house.balance(profile(1)).await, (100, 0, 100));
    assert_eq!(expire().await.unwrap(), 0);
    house.verified().await;
}
