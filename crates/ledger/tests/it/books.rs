//! A Journal caches state between batches. Its answers must always agree with the database.

use ledger::{Change, CommitError, InvalidChange, Journal, JournalConfig, Transfer, TransferKind};
use store::{Store, StoreOptions};

use crate::support::{Setup, card, change, customer, profile, record};

/// A second Journal on a store of its own, like that of another replica.
async fn replica(setup: &Setup) -> Journal {
    let store = Store::connect(&setup.db.url(), StoreOptions::default()).await.unwrap();
    Journal::start(store, setup.world.clone(), JournalConfig::default())
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_take_turns_on_an_account_never_lose_each_others_transfers() {
    let setup = Setup::open().await;
    let journals = [setup.journal.clone(), replica(&setup).await];
    for n in 0..40 {
        let transfers = vec![setup.post(card(), customer(profile(n % 3)), 5)];
        journals[n as usize % 2].commit(setup.tenant, change(&n.to_string(), transfers)).await.unwrap();
    }
    let mut total = 0;
    for n in 0..3 {
        total += setup.balance(profile(n)).await.0;
    }
    assert_eq!(total, 200);
    assert!(setup.verified().await.contains("40 transfers"));
    journals[1].stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_never_decided_on_cached_state() {
    let setup = Setup::open().await;
    let other = replica(&setup).await;
    setup.fund(profile(1), 10).await;
    let spend = |atoms| vec![setup.post(customer(profile(1)), customer(profile(2)), atoms)];
    // Money credited through another replica may be spent here.
    let deposit = change("elsewhere", vec![setup.post(card(), customer(profile(1)), 90)]);
    other.commit(setup.tenant, deposit).await.unwrap();
    setup.commit(change("spend", spend(60))).await.unwrap();
    // Money debited through another replica may not.
    other.commit(setup.tenant, change("gone", spend(40))).await.unwrap();
    let Err(CommitError::Insufficient { available, .. }) = setup.commit(change("again", spend(1))).await else {
        panic!("nothing is left to spend")
    };
    assert_eq!(available.atoms(), 0);
    setup.verified().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_or_record_changed_by_another_replica_is_detected() {
    let setup = Setup::open().await;
    let other = replica(&setup).await;
    setup.fund(profile(1), 100).await;
    let hold = setup.hold(customer(profile(1)), customer(profile(2)), 80);
    let id = setup.world.uuid();
    let with = |key: &str, version, transfers| Change {
        key: key.into(),
        record: Some(record(id, version, "NEW")),
        transfers,
        ..Change::default()
    };
    setup.commit(with("hold", 1, vec![hold.clone()])).await.unwrap();
    let post = |atoms| Transfer {
        kind: TransferKind::PostHold { hold: hold.id },
        ..setup.post(hold.debit.clone(), hold.credit.clone(), atoms)
    };
    other.commit(setup.tenant, with("post", 2, vec![post(80)])).await.unwrap();
    assert_eq!(setup.commit(change("twice", vec![post(80)])).await, Err(InvalidChange::HoldEnded(hold.id).into()));
    let moved = CommitError::Moved { record: id, expected: 1, found: 2 };
    assert_eq!(setup.commit(with("late", 2, vec![])).await, Err(moved));
    setup.commit(with("next", 3, vec![])).await.unwrap();
    setup.verified().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_used_elsewhere_or_long_ago_gives_its_receipt_and_moves_nothing() {
    let setup = Setup::open().await;
    let other = replica(&setup).await;
    let deposit = |atoms| change("deposit", vec![setup.post(card(), customer(profile(1)), atoms)]);
    let first = other.commit(setup.tenant, deposit(5)).await.unwrap();
    setup.fund(profile(1), 1).await;
    for atoms in [5, 6] {
        let again = setup.commit(deposit(atoms)).await.unwrap();
        assert!(again.replayed && again.change == first.change);
    }
    assert_eq!(setup.balance(profile(1)).await.0, 6);
    setup.verified().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_in_the_middle_of_thousands_costs_the_others_nothing_and_keeps_their_order() {
    let setup = Setup::with(JournalConfig { batch_max: 100, shards: 1, ..JournalConfig::default() }).await;
    setup.fund(profile(1), 500).await;
    let tasks: Vec<_> = (0..1_000)
        .map(|n| {
            let (journal, tenant) = (setup.journal.clone(), setup.tenant);
            let transfer = match n % 100 {
                99 => setup.post(customer(profile(9)), customer(profile(1)), 1),
                _ => setup.post(customer(profile(1)), customer(profile(2 + n % 5)), 1),
            };
            tokio::spawn(async move { journal.commit(tenant, change(&n.to_string(), vec![transfer])).await })
        })
        .collect();
    let mut paid = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => paid += 1,
            Err(CommitError::Insufficient { account, .. }) if *account == customer(profile(9)) => {}
            Err(CommitError::Insufficient { available, .. }) => assert_eq!(available.atoms(), 0),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(paid, 500);
    assert_eq!(setup.balance(profile(1)).await, (0, 0, 0));
    setup.verified().await;
}
