//! A thousand manipulations by a database superuser, each of which must be detected and located.

use chrono::TimeDelta;
use kernel::{Currency, TenantId};
use ledger::proof::{LogKeys, log, seal_all};
use ledger::verify::{Trust, VerifyError, verify_in};
use ledger::{Account, Change, Transfer, TransferKind};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};
use store::testing::tenant;
use uuid::Uuid;

use crate::support::{Setup, card, change, customer, profile, record};

/// The tables to manipulate, and the columns that identify a row.
const TABLES: [(&str, &[&str]); 11] = [
    ("transfers", &["id", "change_id", "debit_account", "credit_account"]),
    ("changes", &["id", "key", "record_id"]),
    ("record_history", &["record_id", "change_id"]),
    ("records", &["id"]),
    ("accounts", &["id", "owner", "book"]),
    ("holds", &["id"]),
    ("commits", &["id"]),
    ("commits_unsealed", &["commit_id"]),
    ("log_leaves", &["commit_id", "index"]),
    ("log_nodes", &["index"]),
    ("log_checkpoints", &["size"]),
];
const CHANGES: usize = 1_000;

/// A small ledger of two tenants with all kinds of rows, sealed in several rounds.
struct Ledger {
    setup: Setup,
    keys: LogKeys,
    /// An independently stored checkpoint.
    kept: String,
}

async fn ledger() -> Ledger {
    let mut setup = Setup::open().await;
    let keys = LogKeys::new([5; 32]);
    let mut kept = String::new();
    for (n, whose) in [tenant(1), tenant(2), tenant(1)].into_iter().enumerate() {
        setup.tenant = whose;
        business(&setup, n).await;
        seal_all(setup.store(), &keys).await.unwrap();
        if whose == tenant(1) {
            kept = newest(&setup, whose).await;
        }
    }
    // An unsealed commit.
    setup.fund(profile(7), 5).await;
    Ledger { setup, keys, kept }
}

async fn newest(setup: &Setup, whose: TenantId) -> String {
    let mut tx = setup.store().tenant_read(whose).await.unwrap();
    log::latest_checkpoint(tx.conn()).await.unwrap().expect("something is sealed").note
}

async fn business(setup: &Setup, n: usize) {
    let transit = || Account::transit(Currency::EUR);
    setup.fund(profile(1), 1_000).await;
    setup.commit(change(&format!("idle:{n}"), Vec::new())).await.unwrap();
    for order in 0..4 {
        setup.clock.advance(TimeDelta::milliseconds(order));
        let id = setup.world.uuid();
        let step = |version, status: &str, transfers| Change {
            record: Some(record(id, version, status)),
            ..change(&format!("{n}:{order}:{version}"), transfers)
        };
        setup.commit(step(1, "NEW", vec![setup.post(card(), transit(), 50)])).await.unwrap();
        let out = vec![
            setup.post(transit(), customer(profile(2)), 49),
            setup.post(transit(), Account::fee_income("our", Currency::EUR), 1),
        ];
        setup.commit(step(2, if order == 3 { "MANUAL" } else { "DONE" }, out)).await.unwrap();
    }
    for (m, ends) in [None, Some(true), Some(false)].into_iter().enumerate() {
        let expires_at = Some(setup.now() + TimeDelta::hours(1));
        let hold = setup.hold(customer(profile(1)), customer(profile(2)), 10);
        let hold = Transfer { kind: TransferKind::Hold { expires_at }, ..hold };
        setup.commit(change(&format!("hold:{n}:{m}"), vec![hold.clone()])).await.unwrap();
        let Some(posts) = ends else { continue };
        let kind =
            if posts { TransferKind::PostHold { hold: hold.id } } else { TransferKind::VoidHold { hold: hold.id } };
        let end = Transfer { kind, ..setup.post(hold.debit, hold.credit, 10) };
        setup.clock.advance(TimeDelta::seconds(1));
        setup.commit(change(&format!("end:{n}:{m}"), vec![end])).await.unwrap();
    }
}

impl Ledger {
    fn trust(&self) -> Trust {
        Trust { secret: Some(self.keys.clone()), keys: Vec::new(), checkpoints: vec![self.kept.clone()] }
    }

    /// The verifier's result after `statements` ran with all constraints off; everything is rolled back. `None` if the
    /// database rejects the statements.
    async fn said(&self, conn: &mut PgConnection, statements: &str, trust: &Trust) -> Option<Result<(), String>> {
        let mut tx = conn.begin().await.unwrap();
        tx.execute("SET LOCAL session_replication_role = replica").await.unwrap();
        if tx.execute(AssertSqlSafe(statements.to_owned())).await.is_err() {
            tx.rollback().await.unwrap();
            return None;
        }
        let said = verify_in(&mut tx, trust, &mut std::io::sink()).await;
        tx.rollback().await.unwrap();
        Some(match said {
            Ok(_) => Ok(()),
            Err(VerifyError::Difference(found)) => Err(found.to_string()),
            Err(other) => panic!("{statements}: {other}"),
        })
    }
}

/// Deterministic pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    /// An unused id, lower or higher than all others.
    fn stranger(&mut self) -> Uuid {
        let number = self.throw(1 << 30) as u128;
        Uuid::from_u128(if number.is_multiple_of(2) { number } else { u128::MAX - number })
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.throw(all.len())]
    }
}

/// A table with its columns and present rows.
struct Table {
    name: &'static str,
    columns: Vec<(String, String)>,
    /// The location of each row, and its possible names.
    rows: Vec<(String, Vec<String>)>,
}

async fn tables(conn: &mut PgConnection) -> Vec<Table> {
    let mut tables = Vec::new();
    for (name, names) in TABLES {
        let columns = sqlx::query(
            "SELECT attname::text, atttypid::regtype::text FROM pg_attribute
             WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
        )
        .bind(name)
        .fetch_all(&mut *conn)
        .await
        .unwrap();
        let names: Vec<String> = names.iter().map(|column| format!("{column}::text")).collect();
        let rows = format!("SELECT ctid::text, ARRAY[{}] FROM {name} ORDER BY 2", names.join(","));
        let rows = sqlx::query(AssertSqlSafe(rows)).fetch_all(&mut *conn).await.unwrap();
        let named = |row: &sqlx::postgres::PgRow| {
            let names: Vec<Option<String>> = row.get(1);
            (row.get(0), names.into_iter().flatten().collect())
        };
        tables.push(Table {
            name,
            columns: columns.iter().map(|row| (row.get(0), row.get(1))).collect(),
            rows: rows.iter().map(named).collect(),
        });
    }
    tables
}

/// An expression that differs from `column`. An id becomes `stranger`.
fn other(column: &str, kind: &str, stranger: Uuid) -> String {
    let changed = match kind {
        "text" => format!("{column} || 'x'"),
        "uuid" => return format!("'{stranger}'::uuid"),
        "timestamp with time zone" => format!("{column} + interval '1 microsecond'"),
        "bytea" => format!("set_byte({column}, 5, get_byte({column}, 5) # 16)"),
        "jsonb" => format!("{column} || '{{\"step\": 77}}'"),
        _ => format!("{column} + 1"),
    };
    let instead = match kind {
        "text" => "'x'",
        "timestamp with time zone" => "now()",
        "bytea" => "sha256('x')",
        _ => "1",
    };
    format!("coalesce({changed}, {instead})")
}

/// One manipulation, and the possible names of the affected rows.
fn meddling(dice: &mut Dice, tables: &[Table]) -> (String, Vec<String>) {
    let table = dice.of(tables);
    let (name, (at, names)) = (table.name, dice.of(&table.rows).clone());
    let (column, kind) = dice.of(&table.columns).clone();
    match dice.throw(10) {
        0 | 1 => (format!("DELETE FROM {name} WHERE ctid = '{at}'"), names),
        2 | 3 => {
            // Swaps one column of two rows.
            let (with, others) = dice.of(&table.rows).clone();
            let swap = format!(
                "CREATE TEMP TABLE a ON COMMIT DROP AS SELECT {column} AS v FROM {name} WHERE ctid = '{at}';
                 CREATE TEMP TABLE b ON COMMIT DROP AS SELECT {column} AS v FROM {name} WHERE ctid = '{with}';
                 DO $$ BEGIN IF (SELECT v FROM a) IS NOT DISTINCT FROM (SELECT v FROM b) THEN RAISE 'the same'; END IF; END $$;
                 UPDATE {name} SET {column} = CASE ctid WHEN '{at}'::tid THEN (SELECT v FROM b) ELSE (SELECT v FROM a) END
                 WHERE ctid IN ('{at}', '{with}')"
            );
            (swap, [names, others].concat())
        }
        4 => {
            // Deletes the last rows.
            let from = dice.throw(table.rows.len());
            let gone: Vec<String> = table.rows[from..].iter().map(|(at, _)| format!("'{at}'")).collect();
            let names = table.rows[from..].iter().flat_map(|(_, names)| names.clone()).collect();
            (format!("DELETE FROM {name} WHERE ctid IN ({})", gone.join(",")), names)
        }
        _ => {
            // A row with a changed id may also be reported by the new id, as an unexpected row.
            let stranger = dice.stranger();
            let names = if kind == "uuid" {
                [names, vec![stranger.to_string(), stranger.simple().to_string()]].concat()
            } else {
                names
            };
            (format!("UPDATE {name} SET {column} = {} WHERE ctid = '{at}'", other(&column, &kind, stranger)), names)
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_changes_by_a_superuser_are_detected_and_named() {
    let ledger = ledger().await;
    let mut conn = ledger.setup.superuser().await;
    let trust = ledger.trust();
    assert_eq!(ledger.said(&mut conn, "SELECT 1", &trust).await, Some(Ok(())));
    let tables = tables(&mut conn).await;
    let mut dice = Dice(20_261_121);
    let mut done = 0;
    while done < CHANGES {
        let (statements, names) = meddling(&mut dice, &tables);
        let Some(said) = ledger.said(&mut conn, &statements, &trust).await else { continue };
        let Err(said) = said else { panic!("{statements} went unnoticed") };
        assert!(
            names.iter().any(|name| said.contains(name.as_str())),
            "{statements}\nnames none of {names:?}:\n{said}"
        );
        done += 1;
    }
    assert_eq!(ledger.said(&mut conn, "SELECT 1", &trust).await, Some(Ok(())));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_log_is_detected_by_a_stored_checkpoint_only() {
    let ledger = ledger().await;
    let mut conn = ledger.setup.superuser().await;
    // Fifteen commits of each tenant were sealed in the first round.
    let back = "INSERT INTO commits_unsealed SELECT tenant_id, commit_id FROM log_leaves WHERE index >= 15;
                DELETE FROM log_leaves WHERE index >= 15; DELETE FROM log_checkpoints WHERE size > 15;
                DELETE FROM log_nodes WHERE (index + 1) << level > 15";
    let nobody = Trust { secret: Some(ledger.keys.clone()), ..Trust::default() };
    assert_eq!(ledger.said(&mut conn, back, &nobody).await, Some(Ok(())), "it looks like one that is not sealed yet");
    let said = ledger.said(&mut conn, back, &ledger.trust()).await.unwrap().unwrap_err();
    assert!(said.contains("the end of the log, by the given checkpoint"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rewritten_log_is_detected_by_signatures_and_by_a_stored_checkpoint() {
    let ledger = ledger().await;
    let mut conn = ledger.setup.superuser().await;
    // Deletes one change without a trace, returns the other commits to the queue, and builds a log with the forger's
    // own key.
    let without = "DELETE FROM commits WHERE substring(manifest FROM 1 FOR 16) = (SELECT uuid_send(id) FROM changes WHERE key = 'idle:0');
                   DELETE FROM changes WHERE key = 'idle:0';
                   DELETE FROM log_nodes; DELETE FROM log_checkpoints; DELETE FROM log_leaves; DELETE FROM commits_unsealed;
                   INSERT INTO commits_unsealed SELECT tenant_id, id FROM commits";
    let script = format!("BEGIN; SET LOCAL session_replication_role = replica; {without}; COMMIT");
    conn.execute(AssertSqlSafe(script)).await.unwrap();
    let forger = LogKeys::new([6; 32]);
    seal_all(ledger.setup.store(), &forger).await.unwrap();
    let by = |secret: &LogKeys| Trust { secret: Some(secret.clone()), ..Trust::default() };
    assert_eq!(
        ledger.said(&mut conn, "SELECT 1", &by(&forger)).await,
        Some(Ok(())),
        "the forgery is as good as can be"
    );
    let said = ledger.said(&mut conn, "SELECT 1", &by(&ledger.keys)).await.unwrap().unwrap_err();
    assert!(said.contains("carries no signature by"), "{said}");
    // Even without a key, an independent checkpoint reveals it.
    let kept = Trust { checkpoints: vec![ledger.kept.clone()], ..Trust::default() };
    let said = ledger.said(&mut conn, "SELECT 1", &kept).await.unwrap().unwrap_err();
    assert!(said.contains("leaves, by the given checkpoint"), "{said}");
}
