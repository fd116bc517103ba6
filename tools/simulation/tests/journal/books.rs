//! The final rows in the database, table by table, compared with the ledger in memory.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use ledger::memory::{MemoryAccount, MemoryHold, MemoryTransfer};
use serde_json::{Value, json};
use simulation::recording::Recording;
use simulation::recording_ledger::Asked;
use uuid::Uuid;

use crate::real_journal::RealJournal;

/// Compares every table that the Journal writes.
pub async fn compare(journal: &mut RealJournal, recording: &Recording) -> Result<(), String> {
    let (books, changes) = (&recording.books, journal.changes.clone());
    same(journal, "accounts", ACCOUNTS, books.accounts().map(account).collect()).await?;
    same(journal, "holds", HOLDS, books.holds().map(hold).collect()).await?;
    let transfers = books.transfers().iter().map(|row| transfer(row, &changes)).collect();
    same(journal, "transfers", TRANSFERS, transfers).await?;
    let records = books.records().map(|r| {
        let times = [r.due_at, Some(r.created_at), Some(r.updated_at)].map(|at| at.map(micros));
        json!([r.id, r.kind, r.owner, r.status, r.version, r.body, times])
    });
    same(journal, "records", RECORDS, records.collect()).await?;
    let history = books.records().flat_map(|record| {
        let step = |h: &ledger::HistoryEntry| json!([record.id, h.version, h.status, h.actor, h.reason, micros(h.at)]);
        books.history(record.id).iter().map(step).collect::<Vec<_>>()
    });
    same(journal, "record_history", HISTORY, history.collect()).await?;
    let written = || recording.asked.iter().filter(|asked| is_written(asked));
    let receipts = written().filter_map(|asked| asked.answer.as_ref().ok()).map(|receipt| {
        let id = changes.get(&receipt.change);
        json!([receipt.key.0, id, receipt.record, receipt.version, micros(receipt.committed_at)])
    });
    same(journal, "changes", CHANGES, receipts.collect()).await?;
    same(journal, "events", EVENTS, events(written())).await?;
    same(journal, "jobs", JOBS, jobs(written())).await
}

fn is_written(asked: &Asked) -> bool {
    asked.answer.as_ref().is_ok_and(|receipt| !receipt.replayed)
}

const ACCOUNTS: &str = "SELECT jsonb_build_array(id, book, owner, sub, currency, limited, version, debits_posted::text,
    credits_posted::text, debits_pending::text, credits_pending::text) FROM accounts WHERE tenant_id = $1";

fn account(found: MemoryAccount) -> Value {
    let totals = [found.debits_posted, found.credits_posted, found.debits_pending, found.credits_pending];
    let [a, b, c, d] = totals.map(|atoms| atoms.to_string());
    let (name, limit) = (&found.account, found.account.book.limit().name());
    json!([name.key(), name.book.name(), name.owner, name.sub, name.currency.code(), limit, found.version, a, b, c, d])
}

const HOLDS: &str = "SELECT jsonb_build_array(id, debit_account, credit_account, amount::text, state,
    (extract(epoch FROM expires_at) * 1000000)::bigint) FROM holds WHERE tenant_id = $1";

fn hold(found: MemoryHold) -> Value {
    let MemoryHold { id, debit, credit, amount, state, expires_at } = found;
    json!([id, debit, credit, amount.to_string(), state, expires_at.map(micros)])
}

const TRANSFERS: &str = "SELECT jsonb_build_array(id, change_id, record_id, kind, code,
    jsonb_build_array(debit_account, debit_version, debit_balance::text),
    jsonb_build_array(credit_account, credit_version, credit_balance::text), posted::text, pending::text, hold_id)
    FROM transfers WHERE tenant_id = $1";

fn transfer(row: &MemoryTransfer, changes: &BTreeMap<Uuid, Uuid>) -> Value {
    let side = |(account, version, balance): (i64, i64, i128)| json!([account, version, balance.to_string()]);
    let (posted, pending) = (row.posted.to_string(), row.pending.to_string());
    let (debit, credit, change) = (side(row.debit), side(row.credit), changes.get(&row.change));
    json!([row.id, change, row.record, row.kind, row.code, debit, credit, posted, pending, row.hold])
}

const RECORDS: &str = "SELECT jsonb_build_array(id, kind, owner, status, version, body,
    jsonb_build_array((extract(epoch FROM due_at) * 1000000)::bigint, (extract(epoch FROM created_at) * 1000000)::bigint,
    (extract(epoch FROM updated_at) * 1000000)::bigint)) FROM records WHERE tenant_id = $1";

const HISTORY: &str = "SELECT jsonb_build_array(record_id, version, status, actor, reason,
    (extract(epoch FROM at) * 1000000)::bigint) FROM record_history WHERE tenant_id = $1";

const CHANGES: &str = "SELECT jsonb_build_array(key, id, record_id, record_version,
    (extract(epoch FROM committed_at) * 1000000)::bigint) FROM changes WHERE tenant_id = $1";

const EVENTS: &str = "SELECT jsonb_build_array(stream, seq, kind, subject, body,
    (extract(epoch FROM created_at) * 1000000)::bigint) FROM events WHERE tenant_id = $1";

/// The events of all written changes, numbered in each stream without a gap.
fn events<'a>(written: impl Iterator<Item = &'a Asked>) -> Vec<Value> {
    let mut numbers: BTreeMap<Uuid, i64> = BTreeMap::new();
    let mut all = Vec::new();
    for asked in written {
        for event in &asked.change.events {
            let seq = numbers.entry(event.stream).or_default();
            *seq += 1;
            all.push(json!([event.stream, *seq, event.kind, event.subject, event.body, micros(asked.at)]));
        }
    }
    all
}

const JOBS: &str = "SELECT jsonb_build_array(kind, payload, unique_key, serial_key, attempts_max,
    (extract(epoch FROM due_at) * 1000000)::bigint) FROM jobs WHERE tenant_id = $1";

/// No worker runs in this test, so of the jobs with one unique key only the first exists.
fn jobs<'a>(written: impl Iterator<Item = &'a Asked>) -> Vec<Value> {
    let (mut known, mut all) = (BTreeSet::new(), Vec::new());
    for asked in written {
        for job in &asked.change.jobs {
            let waits = job.unique_key.as_ref().is_some_and(|key| !known.insert((job.kind.clone(), key.clone())));
            if !waits {
                let due = micros(job.run_at.unwrap_or(asked.at));
                all.push(json!([job.kind, job.payload, job.unique_key, job.serial_key, job.attempts_max, due]));
            }
        }
    }
    all
}

const fn micros(at: DateTime<Utc>) -> i64 {
    at.timestamp_micros()
}

/// Compares the rows, ignoring their order.
async fn same(journal: &mut RealJournal, table: &str, query: &'static str, played: Vec<Value>) -> Result<(), String> {
    let real: Vec<Value> =
        sqlx::query_scalar(query).bind(journal.tenant.uuid()).fetch_all(&mut journal.conn).await.unwrap();
    let sorted = |rows: Vec<Value>| {
        let mut lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        lines.sort_unstable();
        lines
    };
    let (real, played) = (sorted(real), sorted(played));
    if real == played {
        return Ok(());
    }
    let only = |here: &[String], there: &[String]| {
        here.iter().find(|row| there.binary_search(row).is_err()).cloned().unwrap_or_else(|| "nothing".to_owned())
    };
    let (here, there) = (only(&played, &real), only(&real, &played));
    Err(format!(
        "{table}: {} rows in memory, {} in the database;\nonly in memory: {here}\nonly in the database: {there}",
        played.len(),
        real.len()
    ))
}
