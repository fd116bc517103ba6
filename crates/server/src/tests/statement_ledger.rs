//! Statements of random accounts state what the ledger holds, to the last unit.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use kernel::{Currency, parse_decimal};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use sqlx::PgConnection;

use super::issued_documents::{convert, made, verified};
use super::support::{Person, TestApp};

const PEOPLE: [&str; 3] = ["ada", "bob", "eve"];
/// The days between the rounds in which people exchange.
const BREAKS: [i64; 3] = [0, 3, 6];
/// The statements of each person. Each has all of their balances.
const STATEMENTS: usize = 12;

/// A movement: its change, the balance after it, and the sum of its fees by currency.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    change: i128,
    balance: i128,
    fees: BTreeMap<String, i128>,
}

/// A balance over a period.
#[derive(Debug, Default, PartialEq, Eq)]
struct Part {
    opening: i128,
    closing: i128,
    lines: Vec<Line>,
}

fn pick<S: Strategy>(runner: &mut TestRunner, strategy: S) -> S::Value {
    strategy.new_tree(runner).unwrap().current()
}

/// Exchanges a random amount in a random direction between three balances. Does nothing if a rule refuses it.
async fn exchange(person: &Person, runner: &mut TestRunner, key: &str) {
    let pairs = [("EUR", "BTC"), ("EUR", "LTC"), ("BTC", "EUR"), ("LTC", "EUR")];
    let (from, to) = pick(runner, prop::sample::select(pairs.to_vec()));
    let cents = pick(runner, 1_100_u32..2_100);
    // About the same worth in every currency.
    let amount = match from {
        "BTC" => format!("0.000{:05}", cents * 15),
        "LTC" => format!("0.{:08}", u64::from(cents) * 8_000),
        _ => format!("{}.{:02}", cents / 100, cents % 100),
    };
    let asked = json!({ "from_currency": from, "from_payway": "balance", "to_currency": to, "to_payway": "balance",
        "from_amount": amount, "firm": true });
    let quote = person.post("quotes", &asked).await;
    if quote.status == StatusCode::CREATED {
        let order = json!({ "quote_id": quote.body["id"] });
        assert!(person.post_once("orders", key, &order).await.status.as_u16() < 500);
    }
}

/// Waits until there are prices after the clock was set forward.
async fn priced(person: &Person) {
    let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "BTC", "to_payway": "balance",
        "from_amount": "20.00" });
    let priced = async {
        while person.post("quotes", &asked).await.status != StatusCode::CREATED {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(40), priced).await.expect("new prices");
}

/// What the ledger holds of a person's balances over a period, read without our own code.
async fn of_ledger(sql: &mut PgConnection, email: &str, from: NaiveDate, end: DateTime<Utc>) -> BTreeMap<String, Part> {
    let query = "SELECT a.currency, e.change::text, e.balance::text, e.at, e.record_id
         FROM users u JOIN profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
         JOIN accounts a ON a.tenant_id = u.tenant_id AND a.book = 'customer' AND a.owner = p.id
         JOIN LATERAL (
             SELECT credit_version AS version, posted AS change, credit_balance AS balance, created_at AS at, record_id
             FROM transfers WHERE tenant_id = a.tenant_id AND credit_account = a.id AND posted <> 0
             UNION ALL
             SELECT debit_version, -posted, debit_balance, created_at, record_id
             FROM transfers WHERE tenant_id = a.tenant_id AND debit_account = a.id AND posted <> 0) e ON true
         WHERE u.email = $1 ORDER BY a.currency, e.version";
    type Row = (String, String, String, DateTime<Utc>, Option<uuid::Uuid>);
    let rows: Vec<Row> = sqlx::query_as(query).bind(email).fetch_all(&mut *sql).await.unwrap();
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    for (currency, change, balance, at, record) in rows {
        let part = parts.entry(currency).or_default();
        let balance: i128 = balance.parse().unwrap();
        if at > end {
            continue;
        }
        part.closing = balance;
        if at.date_naive() < from {
            part.opening = balance;
        } else {
            let fees = fees_of(sql, record).await;
            part.lines.push(Line { change: change.parse().unwrap(), balance, fees });
        }
    }
    parts
}

/// The fees that the ledger booked for a transaction, by currency.
async fn fees_of(sql: &mut PgConnection, record: Option<uuid::Uuid>) -> BTreeMap<String, i128> {
    let query = "SELECT a.currency, sum(t.posted)::text FROM transfers t
         JOIN accounts a ON a.tenant_id = t.tenant_id AND a.id = t.credit_account
         WHERE t.record_id = $1 AND t.posted <> 0 AND a.book = 'fee_income' GROUP BY 1";
    let rows: Vec<(String, String)> = sqlx::query_as(query).bind(record).fetch_all(sql).await.unwrap();
    rows.into_iter().map(|(currency, sum)| (currency, sum.parse().unwrap())).collect()
}

/// A decimal of the file in the smallest unit.
fn atoms(text: &str, currency: &str) -> i128 {
    let currency: Currency = currency.parse().unwrap();
    parse_decimal(&text.replace(',', ""), currency.scale()).unwrap()
}

/// The fees of a row, without the difference of rounding.
fn fees_in(cell: &str) -> BTreeMap<String, i128> {
    let mut fees = BTreeMap::new();
    for part in cell.split("; ").filter(|part| !part.is_empty() && !part.starts_with("Rounding")) {
        let (amount, currency) = part.rsplit_once('\u{a0}').unwrap();
        let amount = amount.rsplit_once(' ').map_or(amount, |(_, amount)| amount);
        *fees.entry(currency.to_owned()).or_default() += atoms(amount, currency);
    }
    fees
}

/// What a CSV file states: for each balance an opening row, its movements and a closing row.
fn of_file(bytes: &[u8]) -> BTreeMap<String, Part> {
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap());
    for row in reader.records().map(Result::unwrap).filter(|row| row[2].len() == 3) {
        let (currency, balance) = (row[2].to_owned(), atoms(&row[7], &row[2]));
        if row[0].is_empty() {
            // The opening row makes the part, the closing row ends it.
            let is_new = !parts.contains_key(&currency);
            let part = parts.entry(currency).or_default();
            if is_new {
                part.opening = balance;
            }
            part.closing = balance;
        } else {
            let line = Line { change: atoms(&row[6], &row[2]), balance, fees: fees_in(&row[9]) };
            parts.get_mut(&currency).unwrap().lines.push(line);
        }
    }
    parts
}

/// Compares statements of random periods with the ledger. Gives the number of balances that were compared.
async fn compare(app: &TestApp, name: &str, first: NaiveDate, runner: &mut TestRunner) -> usize {
    let (person, mut sql, mut compared) = (app.person(name).await, app.db.connect().await, 0);
    let last = app.now().date_naive();
    for _ in 0..STATEMENTS {
        let days = (last - first).num_days();
        let start = pick(runner, -2..=days);
        let (from, to) = (first + TimeDelta::days(start), first + TimeDelta::days(pick(runner, start..=days)));
        let asked = json!({ "kind": "ACCOUNT_STATEMENT", "format": "CSV", "language": "en", "from": from, "to": to });
        let one = person.post("documents", &asked).await.expect(StatusCode::ACCEPTED);
        let one = made(&person, one["id"].as_str().unwrap()).await;
        let file = person.get(&format!("documents/{}/file", one["id"].as_str().unwrap())).await;
        let stated = of_file(&file.bytes);
        let end = to.succ_opt().unwrap().and_time(chrono::NaiveTime::MIN).and_utc() - TimeDelta::microseconds(1);
        let mut held = of_ledger(&mut sql, &format!("{name}@example.test"), from, end).await;
        // A balance that was empty all the time is left out.
        held.retain(|_, part| *part != Part::default());
        assert_eq!(stated, held, "{name} from {from} to {to}");
        compared += stated.len();
    }
    compared
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_of_random_accounts_state_what_the_ledger_holds_to_the_last_unit() {
    let app = TestApp::new().await;
    let mut runner = TestRunner::deterministic();
    let first = app.now().date_naive();
    for (round, days) in BREAKS.into_iter().enumerate() {
        app.skip(TimeDelta::days(days));
        for name in PEOPLE {
            let person = if round == 0 { verified(&app, name).await } else { app.person(name).await };
            priced(&person).await;
            if round == 0 {
                convert(&person, "first-btc", "EUR", "BTC", "50.00").await;
                convert(&person, "first-ltc", "EUR", "LTC", "50.00").await;
            }
            for number in 0..pick(&mut runner, 1_u32..4) {
                exchange(&person, &mut runner, &format!("{round}-{number}")).await;
            }
        }
    }
    let mut compared = 0;
    for name in PEOPLE {
        compared += compare(&app, name, first, &mut runner).await;
    }
    assert!(compared > 60, "{compared}");
    app.close().await;
}
