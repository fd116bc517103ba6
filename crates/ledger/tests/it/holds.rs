//! Holds: partial posting, voiding, and expiry exactly once.

use chrono::TimeDelta;
use ledger::{CommitError, InvalidChange, Transfer, TransferKind, expire_holds};

use crate::support::{Setup, change, customer, profile};

fn of_hold(setup: &Setup, hold: &Transfer, kind: TransferKind, atoms: i128) -> Transfer {
    Transfer { kind, ..setup.post(hold.debit.clone(), hold.credit.clone(), atoms) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_is_posted_in_part_and_the_rest_comes_back() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    let hold = setup.hold(customer(profile(1)), customer(profile(2)), 80);
    setup.commit(change("hold", vec![hold.clone()])).await.unwrap();
    assert_eq!(setup.balance(profile(1)).await, (100, 80, 20));
    assert_eq!(setup.balance(profile(2)).await, (0, 0, 0), "what is only promised cannot be spent");
    let too_much = setup.post(customer(profile(1)), customer(profile(3)), 21);
    assert!(matches!(setup.commit(change("spend", vec![too_much])).await, Err(CommitError::Insufficient { .. })));

    let more = of_hold(&setup, &hold, TransferKind::PostHold { hold: hold.id }, 81);
    assert_eq!(setup.commit(change("more", vec![more])).await, Err(InvalidChange::HoldMismatch(hold.id).into()));
    let part = of_hold(&setup, &hold, TransferKind::PostHold { hold: hold.id }, 50);
    setup.commit(change("part", vec![part])).await.unwrap();
    assert_eq!(setup.balance(profile(1)).await, (50, 0, 50));
    assert_eq!(setup.balance(profile(2)).await, (50, 0, 50));
    let void = of_hold(&setup, &hold, TransferKind::VoidHold { hold: hold.id }, 80);
    assert_eq!(setup.commit(change("void", vec![void])).await, Err(InvalidChange::HoldEnded(hold.id).into()));
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voided_hold_gives_everything_back() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    let hold = setup.hold(customer(profile(1)), customer(profile(2)), 80);
    let void = of_hold(&setup, &hold, TransferKind::VoidHold { hold: hold.id }, 80);
    let unknown = setup.commit(change("early", vec![void.clone()])).await;
    assert_eq!(unknown, Err(InvalidChange::NoSuchHold(hold.id).into()));
    setup.commit(change("hold", vec![hold])).await.unwrap();
    setup.commit(change("void", vec![void])).await.unwrap();
    assert_eq!(setup.balance(profile(1)).await, (100, 0, 100));
    // Created and ended in one change.
    let quick = setup.hold(customer(profile(1)), customer(profile(2)), 100);
    let post = of_hold(&setup, &quick, TransferKind::PostHold { hold: quick.id }, 100);
    setup.commit(change("quick", vec![quick, post])).await.unwrap();
    assert_eq!(setup.balance(profile(2)).await, (100, 0, 100));
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_whose_time_has_passed_comes_back_by_itself_and_once() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    let expires_at = Some(setup.now() + TimeDelta::minutes(10));
    let hold = Transfer {
        kind: TransferKind::Hold { expires_at },
        ..setup.hold(customer(profile(1)), customer(profile(2)), 80)
    };
    setup.commit(change("hold", vec![hold.clone()])).await.unwrap();
    let expire = || expire_holds(setup.store(), &setup.journal, &setup.world, 100);
    assert_eq!(expire().await.unwrap(), 0);
    setup.clock.advance(TimeDelta::minutes(10));
    let post = of_hold(&setup, &hold, TransferKind::PostHold { hold: hold.id }, 80);
    assert_eq!(setup.commit(change("late", vec![post])).await, Err(InvalidChange::HoldExpired(hold.id).into()));
    let (one, two) = tokio::join!(expire(), expire());
    assert_eq!(one.unwrap() + two.unwrap(), 1);
    assert_eq!(setup.balance(profile(1)).await, (100, 0, 100));
    assert_eq!(expire().await.unwrap(), 0);
    setup.verified().await;
}
