//! Query plans of the reads that must stay fast, on tables large enough for PostgreSQL to have a choice.

use std::path::Path;

use chrono::TimeDelta;
use ledger::{balance_at, balances, statement};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::support::{Setup, card, customer, profile};

/// The number of transfers of one account, and of customers.
const TRANSFERS: i64 = 100_000;
const CUSTOMERS: i64 = 20_000;

/// The program's statement that contains `part`, from sqlx's cache.
fn sql(part: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.sqlx");
    let texts = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let queries = texts.map(|text| serde_json::from_str::<Value>(&text).unwrap()["query"].as_str().unwrap().to_owned());
    let mut found: Vec<String> = queries.filter(|query| query.contains(part)).collect();
    assert_eq!(found.len(), 1, "statements with {part}");
    found.remove(0)
}

/// Inserts transfers of one atom from the card to customer 1, one per second.
async fn fill(setup: &Setup) {
    let mut conn = setup.superuser().await;
    let (tenant, giver, taker) = (setup.tenant.uuid(), card().key(), customer(profile(1)).key());
    let (owner, from) = (profile(1).uuid(), setup.now().to_rfc3339());
    run(
        &mut conn,
        format!(
            "INSERT INTO accounts (tenant_id, id, book, owner, sub, currency, limited, debits_posted, credits_posted, version, opened_at)
             VALUES ('{tenant}', {giver}, 'rail', NULL, 'card', 'EUR', 'none', {TRANSFERS}, 0, {TRANSFERS}, now()),
                    ('{tenant}', {taker}, 'customer', '{owner}', NULL, 'EUR', 'debits_within_credits', 0, {TRANSFERS}, {TRANSFERS}, now())"
        ),
    )
    .await;
    run(
        &mut conn,
        format!(
            "INSERT INTO accounts (tenant_id, id, book, owner, currency, limited, opened_at)
             SELECT '{tenant}', n, 'customer', gen_random_uuid(), 'EUR', 'debits_within_credits', now()
             FROM generate_series(1, {CUSTOMERS}) AS n"
        ),
    )
    .await;
    run(
        &mut conn,
        format!(
            "INSERT INTO transfers (tenant_id, id, change_id, kind, code, debit_account, debit_version, debit_balance, credit_account,
                                    credit_version, credit_balance, posted, pending, created_at)
             SELECT '{tenant}', gen_random_uuid(), gen_random_uuid(), 'post', 'test', {giver}, n, -n, {taker}, n, n, 1, 0,
                    '{from}'::timestamptz + n * interval '1 second'
             FROM generate_series(1, {TRANSFERS}) AS n"
        ),
    )
    .await;
    run(&mut conn, "ANALYZE accounts, transfers".to_owned()).await;
    conn.close().await.unwrap();
}

async fn run(conn: &mut PgConnection, sql: String) {
    conn.execute(AssertSqlSafe(sql)).await.unwrap();
}

/// The executed plan of a statement in a tenant's transaction, for these arguments or a generic one.
async fn done(setup: &Setup, sql: &str, arguments: &str, mode: &str) -> Value {
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    run(tx.conn(), format!("SET LOCAL plan_cache_mode = {mode}")).await;
    run(tx.conn(), format!("PREPARE asked AS {sql}")).await;
    let explain = AssertSqlSafe(format!("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked({arguments})"));
    let plan: Value = sqlx::query_scalar(explain).fetch_one(&mut *tx.conn()).await.unwrap();
    run(tx.conn(), "DEALLOCATE asked".to_owned()).await;
    tx.rollback().await.unwrap();
    plan[0]["Plan"].clone()
}

/// How the plan reads each table: the node type and the index.
fn reads(plan: &Value) -> Vec<(String, String)> {
    let text = |name: &str| plan[name].as_str().unwrap_or_default().to_owned();
    let own = plan.get("Relation Name").map(|_| (text("Node Type"), text("Index Name")));
    let inner = plan["Plans"].as_array().into_iter().flatten().flat_map(reads);
    own.into_iter().chain(inner).collect()
}

/// Asserts that only these indexes are used and few pages are read, in both plan modes.
async fn is_indexed(setup: &Setup, part: &str, arguments: &str, indexes: &[&str], pages_max: u64) {
    let sql = sql(part);
    for mode in ["force_custom_plan", "force_generic_plan"] {
        let plan = done(setup, &sql, arguments, mode).await;
        let (mut by, found) = (indexes.to_vec(), reads(&plan));
        let mut names: Vec<&str> = found.iter().map(|(_, index)| index.as_str()).collect();
        names.sort_unstable();
        by.sort_unstable();
        assert_eq!(names, by, "{mode}: {plan:#}");
        assert!(found.iter().all(|(how, _)| how == "Index Scan" || how == "Index Only Scan"), "{mode}: {plan:#}");
        let pages = ["Shared Hit Blocks", "Shared Read Blocks"].map(|name| plan[name].as_u64().unwrap_or(0));
        let pages: u64 = pages.iter().sum();
        println!("{part}: {pages} pages, {mode}");
        assert!(pages > 0 && pages <= pages_max, "{mode}: {pages} pages: {plan:#}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn balances_and_statement_pages_use_indexes_at_any_table_size() {
    let setup = Setup::open().await;
    fill(&setup).await;
    let (owner, account) = (profile(1).uuid(), customer(profile(1)));
    let (key, then) = (account.key(), setup.now() + TimeDelta::seconds(77_777));
    is_indexed(&setup, "AS \"posted!: Atoms\", debits_pending AS", &format!("'{owner}'"), &["accounts_owner"], 6).await;
    // About 17 steps of a binary search over a hundred thousand, each with two index look-ups; the table has about two
    // thousand pages.
    let halves = ["accounts_pkey", "transfers_credit", "transfers_debit"];
    is_indexed(
        &setup,
        "WITH RECURSIVE halves",
        &format!("{key}, ARRAY['{}'::timestamptz]", then.to_rfc3339()),
        &halves,
        200,
    )
    .await;
    let sides = ["transfers_credit", "transfers_debit"];
    is_indexed(&setup, "SELECT id, credit_version", &format!("{key}, 50000, 50"), &sides, 60).await;

    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    assert_eq!(balances(tx.conn(), owner).await.unwrap()[0].posted.atoms(), i128::from(TRANSFERS));
    assert_eq!(balance_at(tx.conn(), &account, then).await.unwrap().atoms(), 77_777);
    let page = statement(tx.conn(), &account, Some(50_000), 50).await.unwrap();
    assert_eq!((page.len(), page[0].balance.atoms()), (50, 49_999));
}
