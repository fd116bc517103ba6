//! Publications of liabilities, compared with a real ledger; and detection of tampering.

use std::collections::BTreeMap;

use kernel::{Currency, ProfileId};
use ledger::proof::liabilities::{
    OnChain, ProofOfBalances, PublishError, ReserveAddress, Statement, check, check_published, proof_of_balances,
    publications, publish,
};
use ledger::proof::{LogKeys, seal};
use ledger::verify::{Trust, VerifyError, verify_in};
use ledger::{Account, Change};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use store::testing::tenant;
use uuid::Uuid;

use crate::support::{Setup, card, change, customer, profile, record};

fn keys() -> LogKeys {
    LogKeys::new([5; 32])
}

fn litecoin(amounts: &[u128]) -> OnChain {
    let address = |(n, amount): (usize, &u128)| ReserveAddress { address: format!("ltc1q{n}"), amount: *amount };
    let addresses = amounts.iter().enumerate().map(address).collect();
    OnChain { rail: "ltc".into(), currency: "LTC".into(), addresses }
}

impl Setup {
    async fn seal(&self) {
        seal(self.store(), &keys(), self.tenant).await.unwrap();
    }

    async fn publish_as(&self, id: Uuid, chains: Vec<OnChain>) -> Result<u64, PublishError> {
        let snapshot = self.store().tenant_read(self.tenant).await.unwrap();
        publish(self.store(), &self.world, &keys(), id, snapshot, (chains, |_: &str| 0)).await
    }

    async fn publish(&self) -> u64 {
        self.seal().await;
        self.publish_as(self.world.uuid(), Vec::new()).await.unwrap()
    }

    async fn proof(&self, whose: ProfileId) -> Option<ProofOfBalances> {
        let mut tx = self.store().tenant_read(self.tenant).await.unwrap();
        proof_of_balances(tx.conn(), self.tenant, &keys(), whose.uuid()).await.unwrap()
    }

    /// The customer's cents proved by the newest publication.
    async fn proved(&self, whose: ProfileId) -> BTreeMap<String, u128> {
        let proof = self.proof(whose).await.unwrap();
        assert_eq!(proof.owner, whose.uuid());
        check(&proof, Some(&keys().signer(self.tenant).verifier()), None).unwrap().balances
    }

    async fn published(&self) -> Statement {
        let mut tx = self.store().tenant_read(self.tenant).await.unwrap();
        let newest = publications(tx.conn(), self.tenant, &keys(), None, 1).await.unwrap().pop().unwrap();
        check_published(&newest.published, Some(&keys().signer(self.tenant).verifier())).unwrap()
    }

    /// Funds a customer in a currency through a rail.
    async fn give(&self, whose: ProfileId, rail: &'static str, currency: Currency, atoms: i128) {
        let transfer = self.post(Account::rail(rail, currency), Account::customer(whose, currency), atoms);
        self.commit(change(&transfer.id.to_string(), vec![transfer])).await.unwrap();
    }
}

fn euro(statement: &Statement) -> (u128, u128, i128) {
    let line = statement.line("EUR").unwrap();
    (line.root.sum, line.under_way, line.held)
}

fn only(currency: &str, atoms: u128) -> BTreeMap<String, u128> {
    BTreeMap::from([(currency.to_owned(), atoms)])
}

#[tokio::test(flavor = "multi_thread")]
async fn published_liabilities_match_the_ledger_and_each_owner_has_a_proof() {
    let setup = Setup::open().await;
    for n in 1..=300 {
        setup.fund(profile(n), n as i128 * 10).await;
    }
    setup.give(profile(1), "ltc", Currency::LTC, 5_000).await;
    // A hold still belongs to the customer; money in transit and in quarantine is owed too; one customer has a zero
    // balance.
    let hold = setup.hold(customer(profile(2)), Account::transit(Currency::EUR), 15);
    let unmatched = setup.post(card(), Account::quarantine(Currency::EUR), 7);
    let moving = setup.post(customer(profile(300)), Account::transit(Currency::EUR), 3_000);
    let order = |key| (Some(record(setup.world.uuid(), 1, "NEW")), key);
    for ((record, key), transfers) in [(order("hold"), vec![hold]), (order("away"), vec![unmatched, moving])] {
        setup.commit(Change { record, ..change(key, transfers) }).await.unwrap();
    }
    setup.seal().await;
    let number = setup.publish_as(setup.world.uuid(), vec![litecoin(&[3_000, 4_000])]).await.unwrap();

    let statement = setup.published().await;
    let deposited: u128 = (1..=300).map(|n| n * 10).sum();
    assert_eq!((statement.number, number, statement.log_size), (1, 1, 303));
    assert_eq!(euro(&statement), (deposited - 3_000, 3_007, deposited as i128 + 7));
    let litecoin = statement.line("LTC").unwrap();
    // The balance on the chain counts, not the booked one.
    assert_eq!((litecoin.root.sum, litecoin.held, litecoin.leaves), (5_000, 7_000, 16));
    assert_eq!(litecoin.covered_percent(), Some(140));
    assert_eq!(statement.line("EUR").unwrap().leaves, 1_024);

    let both = BTreeMap::from([("EUR".to_owned(), 10), ("LTC".to_owned(), 5_000)]);
    assert_eq!(setup.proved(profile(1)).await, both);
    for n in [2, 17, 299] {
        assert_eq!(setup.proved(profile(n)).await, only("EUR", n * 10), "{n}");
    }
    assert_eq!(setup.proved(profile(300)).await, BTreeMap::new(), "nothing is owed");
    assert_eq!(setup.proved(profile(301)).await, BTreeMap::new(), "a stranger");
    let said = setup.verified().await;
    assert!(said.contains("1 publications of liabilities"), "{said}");

    // A proof contains no data of other customers, and a customer gets no other customer's proof.
    let text = serde_json::to_string(&setup.proof(profile(2)).await.unwrap()).unwrap();
    assert!((1..=300).filter(|n| *n != 2).all(|n| !text.contains(&profile(n).uuid().to_string())));
    let mut stolen = setup.proof(profile(17)).await.unwrap();
    stolen.owner = profile(2).uuid();
    assert!(check(&stolen, None, None).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publication_is_of_the_commits_in_the_log_and_of_no_others() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    setup.seal().await;
    // An unsealed commit is in the ledger, but not in the publication, which names its log size.
    setup.fund(profile(1), 11).await;
    setup.fund(profile(2), 22).await;
    setup.publish_as(setup.world.uuid(), Vec::new()).await.unwrap();
    let statement = setup.published().await;
    assert_eq!((statement.log_size, euro(&statement)), (1, (100, 0, 100)));
    assert_eq!(setup.proved(profile(1)).await, only("EUR", 100));
    setup.verified().await;
    // The same holds after further commits were sealed.
    setup.fund(profile(3), 33).await;
    setup.seal().await;
    setup.verified().await;
    assert_eq!(setup.publish().await, 2);
    let statement = setup.published().await;
    assert_eq!((statement.log_size, euro(&statement)), (4, (166, 0, 166)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_job_publishes_once_and_old_proofs_are_forgotten_but_nothing_signed() {
    let setup = Setup::open().await;
    assert_eq!(setup.proof(profile(1)).await, None, "nothing is published yet");
    setup.publish().await;
    assert_eq!(setup.published().await.lines, [], "and then it says that nothing is owed");
    setup.fund(profile(1), 100).await;
    setup.seal().await;
    let id = setup.world.uuid();
    for _ in 0..2 {
        assert_eq!(setup.publish_as(id, Vec::new()).await.unwrap(), 2);
    }
    for number in 3..=6 {
        assert_eq!(setup.publish().await, number);
    }
    let mut conn = setup.superuser().await;
    for table in ["liability_balances", "liability_pages"] {
        let query = format!("SELECT array_agg(DISTINCT number ORDER BY number) FROM {table}");
        let kept: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut conn).await.unwrap();
        assert_eq!(kept, [4, 5, 6], "{table}");
    }
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let all = publications(tx.conn(), setup.tenant, &keys(), None, 1_000).await.unwrap();
    assert_eq!(all.iter().map(|one| one.number).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1]);
    let some = publications(tx.conn(), setup.tenant, &keys(), Some(4), 2).await.unwrap();
    assert_eq!(some.iter().map(|one| one.number).collect::<Vec<_>>(), [3, 2]);
    assert!(publications(tx.conn(), tenant(2), &keys(), None, 10).await.unwrap().is_empty());
    drop(tx);
    setup.verified().await;
    for statement in ["UPDATE liability_publications SET number = number", "DELETE FROM liability_publications"] {
        let mut tx = setup.store().tenant(setup.tenant).await.unwrap();
        let refused = tx.conn().execute(statement).await.unwrap_err().to_string();
        assert!(refused.contains("permission denied"), "{statement}: {refused}");
        let refused = conn.execute(statement).await.unwrap_err().to_string();
        assert!(refused.contains("are written once and stay"), "{statement}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_publications_are_serialized() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    setup.seal().await;
    let (one, two) = tokio::join!(
        setup.publish_as(setup.world.uuid(), Vec::new()),
        setup.publish_as(setup.world.uuid(), Vec::new())
    );
    let mut made = 0;
    for published in [one, two] {
        match published {
            Ok(_) => made += 1,
            Err(PublishError::Busy) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(setup.published().await.number, made);
    setup.verified().await;
}

/// The result of `agio verify` after `statements`, which are rolled back.
async fn said(conn: &mut PgConnection, statements: &str) -> Result<(), String> {
    let mut tx = conn.begin().await.unwrap();
    tx.execute("SET LOCAL session_replication_role = replica").await.unwrap();
    let done = tx.execute(AssertSqlSafe(statements.to_owned())).await.unwrap();
    assert!(done.rows_affected() > 0, "{statements} did nothing");
    let trust = Trust { secret: Some(keys()), ..Trust::default() };
    let said = verify_in(&mut tx, &trust, &mut std::io::sink()).await;
    tx.rollback().await.unwrap();
    match said {
        Ok(_) => Ok(()),
        Err(VerifyError::Difference(found)) => Err(found.to_string()),
        Err(other) => panic!("{statements}: {other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_change_of_a_publication_is_detected_and_named() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    setup.publish().await;
    for n in 2..=9 {
        setup.fund(profile(n), 100).await;
    }
    setup.publish().await;
    let mut conn = setup.superuser().await;
    assert_eq!(said(&mut conn, "UPDATE accounts SET version = version").await, Ok(()));
    let whose = profile(3).uuid();
    let balances = "liability_balances WHERE number = 2 AND owner";
    for (statements, named) in [
        (
            format!("UPDATE liability_balances SET balance = 99 WHERE number = 2 AND owner = '{whose}'"),
            whose.to_string(),
        ),
        (format!("DELETE FROM {balances} = '{whose}'"), whose.to_string()),
        ("UPDATE liability_balances SET owner = gen_random_uuid() WHERE number = 2".into(), "EUR of customer".into()),
        (
            format!(
                "INSERT INTO liability_balances SELECT tenant_id, number, gen_random_uuid(), 'EUR', 5 FROM {balances} = '{whose}'"
            ),
            "EUR of customer".into(),
        ),
        (
            "UPDATE liability_publications SET secret = sha256(secret) WHERE number = 2".into(),
            "publication 2 of liabilities, the root over EUR".into(),
        ),
        (
            "UPDATE liability_publications SET note = replace(note, ' 900 ', ' 899 ') WHERE number = 2".into(),
            "publication 2 of liabilities".into(),
        ),
        (
            r#"UPDATE liability_publications SET reserves = '[{"rail": "card", "currency": "EUR", "booked": "901"}]'
               WHERE number = 2"#
                .into(),
            "publication 2 of liabilities".into(),
        ),
        (
            "UPDATE liability_publications SET published_at = published_at + interval '1 s' WHERE number = 1".into(),
            "publication 1 of liabilities".into(),
        ),
        ("DELETE FROM liability_publications WHERE number = 1".into(), "publication 1 of liabilities".into()),
        ("DELETE FROM liability_publications".into(), "publication".into()),
    ] {
        let found = said(&mut conn, &statements).await.expect_err(&statements);
        assert!(
            found.contains("publication of liabilities was signed") && found.contains(&named),
            "{statements}: {found}"
        );
    }
}

/// A signed publication that disagrees with the ledger, made with the key and with matching rows.
#[tokio::test(flavor = "multi_thread")]
async fn a_signed_total_that_the_ledger_does_not_have_is_named() {
    let setup = Setup::open().await;
    for n in 1..=3 {
        setup.fund(profile(n), 100).await;
    }
    setup.seal().await;
    // One customer is hidden during the publication.
    let mut conn = setup.superuser().await;
    let hide = "UPDATE accounts SET book = 'adjustment', owner = NULL WHERE id =";
    let (key, whose) = (customer(profile(2)).key(), profile(2).uuid());
    let owner = format!("UPDATE accounts SET book = 'customer', owner = '{whose}' WHERE id = {key}");
    conn.execute(AssertSqlSafe(format!("{hide} {key}"))).await.unwrap();
    setup.publish_as(setup.world.uuid(), Vec::new()).await.unwrap();
    conn.execute(AssertSqlSafe(owner)).await.unwrap();
    assert_eq!(euro(&setup.published().await).0, 200);
    // Both the omitted customer and the verifier notice it.
    assert_eq!(setup.proved(profile(2)).await, BTreeMap::new());
    let found = said(&mut conn, "UPDATE accounts SET version = version").await.unwrap_err();
    assert!(found.contains(&format!("EUR of customer {whose}: expected 100, found 0")), "{found}");
}

/// Prints the cost of a publication for a hundred thousand customers: `cargo test --release -p ledger --test it --
/// --ignored hundred_thousand --nocapture`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "prints figures"]
async fn a_hundred_thousand_customers() {
    let customers: i64 = std::env::var("AGIO_CUSTOMERS").map_or(100_000, |text| text.parse().unwrap());
    let setup = Setup::open().await;
    let mut conn = setup.superuser().await;
    sqlx::query(
        "INSERT INTO accounts (tenant_id, id, book, owner, currency, limited, credits_posted, version, opened_at)
         SELECT $1, n, 'customer', gen_random_uuid(), 'EUR', 'debits_within_credits', n, 1, now()
         FROM generate_series(1, $2) n",
    )
    .bind(setup.tenant.uuid())
    .bind(customers)
    .execute(&mut conn)
    .await
    .unwrap();
    let began = std::time::Instant::now();
    setup.publish_as(setup.world.uuid(), Vec::new()).await.unwrap();
    println!("published {customers} customers in {:?}", began.elapsed());
    let owner: Uuid =
        sqlx::query_scalar("SELECT owner FROM liability_balances LIMIT 1").fetch_one(&mut conn).await.unwrap();
    let began = std::time::Instant::now();
    setup.proved(ProfileId::from_uuid(owner)).await;
    println!("one proof made and checked in {:?}", began.elapsed());
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap());
    let size =
        "SELECT pg_total_relation_size('liability_pages') / 1024, pg_total_relation_size('liability_balances') / 1024";
    let (pages, balances): (i64, i64) = sqlx::query_as(size).fetch_one(&mut conn).await.unwrap();
    println!("{pages} kB of pages, {balances} kB of balances");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reserve_below_zero_is_not_published() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 100).await;
    // A rail pays out more than ever came in.
    let out = setup.post(customer(profile(1)), Account::rail("iban", Currency::EUR), 40);
    setup.commit(change("out", vec![out])).await.unwrap();
    setup.seal().await;
    let refused = setup.publish_as(setup.world.uuid(), Vec::new()).await.unwrap_err();
    assert!(
        matches!(&refused, PublishError::Negative { rail, currency } if rail == "iban" && currency == "EUR"),
        "{refused}"
    );
    assert_eq!(refused.to_string(), "the reserve of EUR at iban is below zero");
}
