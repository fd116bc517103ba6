//! The Journal under concurrent load: no money is lost, and a repeated key gives the same receipt.

use kernel::{Amount, Currency};
use ledger::{Account, Change, CommitError, Expected, InvalidChange, JournalConfig, Receipt, history};
use sqlx::{AssertSqlSafe, Connection, Executor};
use store::testing::tenant;
use store::{EventSpec, JobSpec, events};
use uuid::Uuid;

use crate::support::{Setup, card, change, customer, profile, record};

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_payments_into_one_busy_account_lose_nothing() {
    let setup = Setup::open().await;
    let fee = Account::fee_income("our", Currency::EUR);
    let payments: Vec<_> = (0..1_000_u128)
        .map(|n| {
            let (journal, tenant) = (setup.journal.clone(), setup.tenant);
            let (to, fee) = (customer(profile(n % 7)), fee.clone());
            let transfers = vec![setup.post(card(), to.clone(), 100), setup.post(to, fee, 1)];
            tokio::spawn(async move { journal.commit(tenant, change(&format!("pay:{n}"), transfers)).await })
        })
        .collect();
    for payment in payments {
        payment.await.unwrap().expect("committed");
    }
    let mut total = 0;
    for n in 0..7 {
        total += setup.balance(profile(n)).await.0;
    }
    assert_eq!(total, 99_000);
    assert!(setup.verified().await.contains("2000 transfers"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_debits_at_once_never_spend_more_than_there_is() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 1_000).await;
    let debits: Vec<_> = (0..100)
        .map(|n| {
            let (journal, tenant) = (setup.journal.clone(), setup.tenant);
            let transfer = setup.post(customer(profile(1)), customer(profile(2)), 70);
            tokio::spawn(async move { journal.commit(tenant, change(&format!("debit:{n}"), vec![transfer])).await })
        })
        .collect();
    let mut paid = 0;
    for debit in debits {
        match debit.await.unwrap() {
            Ok(_) => paid += 1,
            Err(CommitError::Insufficient { account, needed, available }) => {
                assert_eq!(*account, customer(profile(1)));
                assert_eq!((needed.atoms(), available.atoms()), (70, 20));
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(paid, 14);
    assert_eq!(setup.balance(profile(1)).await, (20, 0, 20));
    assert_eq!(setup.balance(profile(2)).await, (980, 0, 980));
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_gives_the_same_receipt_and_moves_money_once() {
    let setup = Setup::open().await;
    let payment = |atoms| change("once", vec![setup.post(card(), customer(profile(1)), atoms)]);
    let first = setup.commit(payment(50)).await.unwrap();
    assert!(!first.replayed);
    // Also with other content: the committed change under the key counts.
    for atoms in [50, 51] {
        let again = setup.commit(payment(atoms)).await.unwrap();
        assert_eq!(again, Receipt { replayed: true, ..first.clone() });
    }
    // Also concurrently, in one batch or several.
    let at_once: Vec<_> = (0..50)
        .map(|_| {
            let (journal, tenant, payment) = (setup.journal.clone(), setup.tenant, payment(7));
            tokio::spawn(async move { journal.commit(tenant, Change { key: "twice".into(), ..payment }).await })
        })
        .collect();
    let mut receipts = Vec::new();
    for receipt in at_once {
        receipts.push(receipt.await.unwrap().unwrap());
    }
    assert_eq!(receipts.iter().filter(|r| !r.replayed).count(), 1);
    assert!(receipts.iter().all(|r| r.change == receipts[0].change));
    assert_eq!(setup.balance(profile(1)).await, (57, 0, 57));
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_free_again_after_a_refusal() {
    let setup = Setup::open().await;
    let spend = || change("spend", vec![setup.post(customer(profile(1)), card(), 10)]);
    setup.commit(spend()).await.expect_err("there is no money");
    assert_eq!(setup.count("accounts").await, 0, "a refusal writes nothing at all");
    setup.fund(profile(1), 10).await;
    assert!(!setup.commit(spend()).await.unwrap().replayed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_on_an_outdated_record_version_is_refused_with_the_present_one() {
    let setup = Setup::open().await;
    let id = setup.world.uuid();
    let step = |version, status| Change {
        key: format!("{id}:{version}:{status}").into(),
        record: Some(record(id, version, status)),
        ..Change::default()
    };
    setup.commit(step(1, "NEW")).await.unwrap();
    let receipt = setup.commit(step(2, "WAIT")).await.unwrap();
    assert_eq!((receipt.record, receipt.version), (Some(id), 2));
    let late = setup.commit(step(2, "CANCELLED")).await;
    assert_eq!(late, Err(CommitError::Moved { record: id, expected: 1, found: 2 }));
    let guarded = Change {
        key: "guarded".into(),
        expects: vec![Expected { record: id, version: 1 }],
        transfers: vec![setup.post(card(), customer(profile(1)), 1)],
        ..Change::default()
    };
    assert_eq!(setup.commit(guarded).await, Err(CommitError::Moved { record: id, expected: 1, found: 2 }));
    let other = Change {
        key: "x".into(),
        record: Some(ledger::Record { owner: Uuid::nil(), ..record(id, 3, "DONE") }),
        ..Change::default()
    };
    assert_eq!(setup.commit(other).await, Err(InvalidChange::RecordIdentity(id).into()));

    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let steps: Vec<_> = history(tx.conn(), id).await.unwrap().into_iter().map(|h| (h.version, h.status)).collect();
    assert_eq!(steps, [(1, "NEW".to_owned()), (2, "WAIT".to_owned())]);
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn linked_transfers_are_atomic() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    let (a, b) = (customer(profile(1)), customer(profile(2)));
    let id = setup.world.uuid();
    let linked = |last: i128| Change {
        record: Some(record(id, 1, "DONE")),
        events: vec![EventSpec { stream: id, kind: "x".into(), subject: id, body: serde_json::Value::Null }],
        jobs: vec![JobSpec::new("x", setup.tenant, serde_json::Value::Null)],
        ..change(
            "linked",
            vec![
                setup.post(a.clone(), b.clone(), 60),
                setup.post(b.clone(), card(), 20),
                setup.post(a.clone(), b.clone(), last),
            ],
        )
    };
    assert!(matches!(setup.commit(linked(41)).await, Err(CommitError::Insufficient { .. })));
    assert_eq!((setup.balance(profile(1)).await.0, setup.balance(profile(2)).await.0), (100, 0));
    assert_eq!((setup.count("records").await, setup.count("events").await, setup.count("jobs").await), (0, 0, 0));
    setup.commit(linked(40)).await.unwrap();
    assert_eq!((setup.balance(profile(1)).await.0, setup.balance(profile(2)).await.0), (0, 80));
    assert_eq!((setup.count("records").await, setup.count("events").await, setup.count("jobs").await), (1, 1, 1));
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listener_is_informed_after_the_change_is_durable() {
    let setup = Setup::open().await;
    let mut heard = setup.store().event_hub().subscribe();
    let stream = profile(1).uuid();
    let event = EventSpec { stream, kind: "transaction.changed".into(), subject: stream, body: serde_json::json!({}) };
    setup.commit(Change { key: "k".into(), events: vec![event], ..Change::default() }).await.unwrap();
    heard.recv().await.expect("the hub tells of it");
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let events = events::after(tx.conn(), setup.tenant, stream, 0, 10).await.unwrap();
    assert_eq!(events.iter().map(|e| (e.seq, e.kind.as_str())).collect::<Vec<_>>(), [(1, "transaction.changed")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_tenants_keys_accounts_and_records_are_not_anothers() {
    let setup = Setup::open().await;
    let other = tenant(2);
    let id = setup.world.uuid();
    let deposit = |atoms| Change {
        record: Some(record(id, 1, "DONE")),
        ..change("same key", vec![setup.post(card(), customer(profile(1)), atoms)])
    };
    setup.commit(deposit(5)).await.unwrap();
    let mut tx = setup.store().tenant_read(other).await.unwrap();
    assert_eq!(ledger::balances(tx.conn(), profile(1).uuid()).await.unwrap(), []);
    assert_eq!(ledger::record(tx.conn(), "transaction", id).await.unwrap(), None);
    assert_eq!(ledger::statement(tx.conn(), &customer(profile(1)), None, 10).await.unwrap(), []);
    tx.rollback().await.unwrap();
    let theirs = setup.journal.commit(other, deposit(3)).await.unwrap();
    assert!(!theirs.replayed);
    assert_eq!(setup.balance(profile(1)).await.0, 5);
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_says_so_at_once() {
    let config =
        JournalConfig { queue_max: 2, batch_max: 1, shards: 1, in_flight_per_tenant: 1, in_flight_per_shard: 1 };
    let setup = Setup::with(config).await;
    setup.fund(profile(1), 1).await;
    let mut blocker = setup.superuser().await;
    let mut tx = blocker.begin().await.unwrap();
    tx.execute("SELECT 1 FROM accounts FOR UPDATE").await.unwrap();

    let deposit = |n: u8| change(&n.to_string(), vec![setup.post(card(), customer(profile(1)), 1)]);
    let commit = |n| {
        let (journal, tenant, deposit) = (setup.journal.clone(), setup.tenant, deposit(n));
        async move { journal.commit(tenant, deposit).await }
    };
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(commit(0));
    // The committer has taken the first change once its transaction waits for the lock.
    let mut watcher = setup.superuser().await;
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut watcher).await.unwrap() == 0 {}
    (1..=4).for_each(|n| drop(tasks.spawn(commit(n))));
    // Two of the four find the queue full, and are refused while the others still wait for the lock.
    for _ in 0..2 {
        assert_eq!(tasks.join_next().await.unwrap().unwrap(), Err(CommitError::Overloaded));
    }
    tx.rollback().await.unwrap();
    while let Some(answer) = tasks.join_next().await {
        answer.unwrap().expect("whatever was taken on is done");
    }
    assert_eq!(setup.balance(profile(1)).await.0, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_the_database_does_not_take_fails_alone() {
    let setup = Setup::with(JournalConfig {
        in_flight_per_tenant: 1,
        in_flight_per_shard: 1,
        shards: 1,
        ..JournalConfig::default()
    })
    .await;
    let poisoned = serde_json::json!({ "text": "\0" });
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let mut change = change(&n.to_string(), vec![setup.post(card(), customer(profile(1)), 1)]);
            if n == 17 {
                change.events = vec![EventSpec {
                    stream: Uuid::nil(),
                    kind: "x".into(),
                    subject: Uuid::nil(),
                    body: poisoned.clone(),
                }];
            }
            let (journal, tenant) = (setup.journal.clone(), setup.tenant);
            tokio::spawn(async move { journal.commit(tenant, change).await })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        let answer = task.await.unwrap();
        assert_eq!(n == 17, matches!(answer, Err(CommitError::Invalid(InvalidChange::Refused(_)))), "{n}: {answer:?}");
        assert_eq!(n != 17, answer.is_ok(), "{n}");
    }
    assert_eq!(setup.balance(profile(1)).await.0, 39);
    let used = setup.post(card(), customer(profile(1)), 1);
    setup.commit(change("first use", vec![used.clone()])).await.unwrap();
    let again = setup.commit(change("second use", vec![used.clone()])).await;
    assert_eq!(again, Err(InvalidChange::TransferExists(used.id).into()));
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_rewrite_what_happened() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 5).await;
    let writes = [
        "UPDATE transfers SET posted = 6",
        "DELETE FROM transfers",
        "TRUNCATE transfers",
        "UPDATE changes SET key = 'x'",
        "DELETE FROM changes",
        "UPDATE record_history SET status = 'x'",
        "DELETE FROM record_history",
    ];
    for statement in writes {
        let mut tx = setup.store().tenant(setup.tenant).await.unwrap();
        let refused = tx.conn().execute(AssertSqlSafe(statement)).await.expect_err(statement);
        assert_eq!(refused.as_database_error().and_then(|e| e.code()).as_deref(), Some("42501"), "{statement}");
        let mut owner = setup.superuser().await;
        owner.execute(AssertSqlSafe(statement)).await.expect_err(statement);
    }
    let mut tx = setup.store().tenant(setup.tenant).await.unwrap();
    tx.conn().execute("UPDATE accounts SET owner = owner").await.expect_err("an account keeps its name");
    let mut tx = setup.store().tenant(setup.tenant).await.unwrap();
    tx.conn().execute("DELETE FROM accounts").await.expect_err("an account stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_journal_has_finished_what_it_took_on_and_takes_no_more() {
    let setup = Setup::open().await;
    let tasks: Vec<_> = (0..200)
        .map(|n: u32| {
            let (journal, tenant) = (setup.journal.clone(), setup.tenant);
            let deposit = change(&n.to_string(), vec![setup.post(card(), customer(profile(1)), 1)]);
            tokio::spawn(async move { journal.commit(tenant, deposit).await })
        })
        .collect();
    setup.journal.stop().await;
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => done += 1,
            Err(error) => assert_eq!(error, CommitError::Unavailable),
        }
    }
    assert_eq!(setup.balance(profile(1)).await.0, done);
    assert_eq!(setup.commit(change("late", vec![])).await, Err(CommitError::Unavailable));
    assert_eq!(Amount::new(done, Currency::EUR).currency(), Currency::EUR);
}
