//! Reads of the ledger: statements, past balances, records and their history.

use chrono::TimeDelta;
use ledger::{Change, Record, balance_at, due, records_of, statement};

use crate::support::{Setup, card, change, customer, profile, record};

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_is_paged_backwards_without_a_gap() {
    let setup = Setup::open().await;
    for n in 0..25 {
        setup.fund(profile(1), 10 + n).await;
        let spend = setup.post(customer(profile(1)), card(), 5);
        setup.commit(change(&format!("spend:{n}"), vec![spend])).await.unwrap();
    }
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let (mut cursor, mut lines) = (None, Vec::new());
    loop {
        let page = statement(tx.conn(), &customer(profile(1)), cursor, 7).await.unwrap();
        let Some(last) = page.last() else { break };
        cursor = Some(last.version);
        lines.extend(page);
    }
    lines.reverse();
    assert_eq!(lines.iter().map(|l| l.version).collect::<Vec<_>>(), (1..=50).collect::<Vec<_>>());
    let mut balance = 0;
    for line in &lines {
        balance += line.change.atoms();
        assert_eq!(line.balance.atoms(), balance);
    }
    assert_eq!(setup.balance(profile(1)).await.0, balance);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_past_balance_matches_the_statement() {
    let setup = Setup::open().await;
    let opened = setup.now();
    setup.clock.advance(TimeDelta::seconds(10));
    for n in 0..40 {
        // Some at the same moment, some apart.
        setup.clock.advance(TimeDelta::seconds(n % 3));
        setup.fund(profile(1), 10 + i128::from(n)).await;
        let spend = setup.post(customer(profile(1)), card(), 3);
        setup.commit(change(&format!("spend:{n}"), vec![spend])).await.unwrap();
    }
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let lines = statement(tx.conn(), &customer(profile(1)), None, 200).await.unwrap();
    let mut instant = opened;
    while instant < setup.now() + TimeDelta::seconds(5) {
        let expected = lines.iter().find(|line| line.at <= instant).map_or(0, |line| line.balance.atoms());
        let found = balance_at(tx.conn(), &customer(profile(1)), instant).await.unwrap();
        assert_eq!(found.atoms(), expected, "{instant}");
        instant += TimeDelta::milliseconds(500);
    }
    assert_eq!(balance_at(tx.conn(), &customer(profile(2)), instant).await.unwrap().atoms(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_listed_by_owner_and_status_and_found_when_due() {
    let setup = Setup::open().await;
    let mut ids = Vec::new();
    for n in 0..10_u8 {
        setup.clock.advance(TimeDelta::milliseconds(1));
        let id = setup.world.uuid();
        ids.push(id);
        let due_at = Some(setup.now() + TimeDelta::minutes(i64::from(n)));
        let status = if n % 2 == 0 { "NEW" } else { "DONE" };
        let record = Record { due_at, ..record(id, 1, status) };
        setup.commit(Change { key: n.to_string().into(), record: Some(record), ..Change::default() }).await.unwrap();
    }
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let owner = profile(1).uuid();
    let first = records_of(tx.conn(), "transaction", owner, &[], None, 4).await.unwrap();
    assert_eq!(first.iter().map(|r| r.id).collect::<Vec<_>>(), [ids[9], ids[8], ids[7], ids[6]]);
    let new = ["NEW".to_owned()];
    let rest = records_of(tx.conn(), "transaction", owner, &new, Some(ids[6]), 4).await.unwrap();
    assert_eq!(rest.iter().map(|r| r.id).collect::<Vec<_>>(), [ids[4], ids[2], ids[0]]);
    assert_eq!(records_of(tx.conn(), "transaction", profile(2).uuid(), &[], None, 4).await.unwrap(), []);
    tx.rollback().await.unwrap();

    let mut system = setup.store().system().await.unwrap();
    let now = setup.now() + TimeDelta::minutes(2);
    let waiting = due(system.conn(), ("transaction", None), now, None, 100).await.unwrap();
    assert!(waiting.iter().all(|due| due.tenant == setup.tenant));
    assert_eq!(waiting.iter().map(|due| due.id).collect::<Vec<_>>(), ids[..3]);
    let rest = due(system.conn(), ("transaction", None), now, Some(waiting[0]), 100).await.unwrap();
    assert_eq!(rest, waiting[1..], "after the first come the others, each once");
    let of = |tenant| ("transaction", Some(tenant));
    assert_eq!(due(system.conn(), of(setup.tenant), now, None, 100).await.unwrap(), waiting);
    let other = kernel::TenantId::from_uuid(uuid::Uuid::nil());
    assert_eq!(due(system.conn(), of(other), now, None, 100).await.unwrap(), []);
}
