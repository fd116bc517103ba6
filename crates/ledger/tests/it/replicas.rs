//! Journals of several replicas on one database agree on money, keys and versions.

use ledger::{Change, CommitError, Journal, JournalConfig};
use store::{Store, StoreOptions};

use crate::support::{Setup, card, change, customer, profile, record};

/// Journals on stores of their own, like those of other replicas.
async fn replicas(setup: &Setup, count: usize) -> Vec<Journal> {
    let mut journals = vec![setup.journal.clone()];
    while journals.len() < count {
        let store = Store::connect(&setup.db.url(), StoreOptions::default()).await.unwrap();
        journals.push(Journal::start(store, setup.world.clone(), JournalConfig::default()));
    }
    journals
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_race_over_money_and_keys_agree_with_the_database() {
    let setup = Setup::open().await;
    let journals = replicas(&setup, 3).await;
    setup.fund(profile(0), 3_000).await;
    let mut tasks = Vec::new();
    for n in 0..600_u128 {
        // Every replica gets the same 600 changes, and each must take effect once. The first replica to touch an
        // account opens it.
        let transfer = setup.post(customer(profile(0)), customer(profile(1 + n % 40)), 10);
        for journal in &journals {
            let (journal, tenant) = (journal.clone(), setup.tenant);
            let change = change(&format!("pay:{n}"), vec![transfer.clone()]);
            tasks.push(tokio::spawn(async move { (n, journal.commit(tenant, change).await) }));
        }
    }
    let (mut first, mut replayed, mut refused) = (0, 0, 0);
    for task in tasks {
        match task.await.unwrap().1 {
            Ok(receipt) if receipt.replayed => replayed += 1,
            Ok(_) => first += 1,
            Err(CommitError::Insufficient { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((first, replayed, refused), (300, 600, 900));
    assert_eq!(setup.balance(profile(0)).await, (0, 0, 0));
    setup.verified().await;
    for journal in journals {
        journal.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_replicas_that_create_the_same_record_one_is_refused() {
    let setup = Setup::open().await;
    let journals = replicas(&setup, 2).await;
    for round in 0..50 {
        let id = setup.world.uuid();
        let make = |n: usize| {
            let key = format!("{round}:{n}").into();
            let transfers = vec![setup.post(card(), customer(profile(round)), 1)];
            let change = Change { key, record: Some(record(id, 1, "DONE")), transfers, ..Change::default() };
            let (journal, tenant) = (journals[n].clone(), setup.tenant);
            tokio::spawn(async move { journal.commit(tenant, change).await })
        };
        let (one, two) = (make(0), make(1));
        let answers = [one.await.unwrap(), two.await.unwrap()];
        assert_eq!(answers.iter().filter(|a| a.is_ok()).count(), 1);
        let moved = CommitError::Moved { record: id, expected: 0, found: 1 };
        assert!(answers.contains(&Err(moved)), "{answers:?}");
    }
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_moved_by_another_replica_is_detected_without_a_unique_violation() {
    let setup = Setup::open().await;
    let journals = replicas(&setup, 2).await;
    let [payer, friend, shop] = [0, 1, 2].map(|n| customer(profile(n)));
    setup.fund(profile(0), 100).await;
    let pay = async |replica: usize, key: &str, transfer| {
        journals[replica].commit(setup.tenant, change(key, vec![transfer])).await.expect("there is enough");
    };
    pay(1, "lends", setup.post(payer.clone(), friend.clone(), 30)).await;
    pay(0, "buys", setup.post(payer.clone(), shop, 50)).await;
    // The second replica still caches the payer's account as of its own transfer. The incoming transfer would be the
    // third version of the account's credits, and the outgoing one is the third of its debits: only the account row
    // shows that both claim the same version.
    pay(1, "pays back", setup.post(friend, payer, 10)).await;
    assert_eq!([setup.balance(profile(0)).await.0, setup.balance(profile(1)).await.0], [30, 20]);
    setup.verified().await;
    for journal in journals {
        journal.stop().await;
    }
}
