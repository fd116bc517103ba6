//! The statement of a profile's balance: opening balance, changes, closing balance.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, ProfileId, TenantId, TransactionId};
use ledger::{Account, StatementEntry, position_at};
use store::TenantTx;

use super::Exchange;
use crate::ExchangeError;
use crate::listing::{SearchText, store::of_profile};
use crate::transaction::{self, Transaction};

/// The number of transfers that one query reads.
const WINDOW: i64 = 200;
const WINDOW_LEN: usize = 200;
/// The maximum number of lines of a page: one fewer than the ledger reads at once.
const LIMIT_MAX: usize = 199;
/// The maximum number of windows that one page scans.
const WINDOWS_MAX: usize = 10;

/// A statement request.
#[derive(Debug, Clone)]
pub struct StatementRequest {
    /// The tenant.
    pub tenant: TenantId,
    /// The profile.
    pub profile: ProfileId,
    /// The currency of the balance.
    pub currency: Currency,
    /// The start of the period, inclusive.
    pub from: DateTime<Utc>,
    /// The end of the period, exclusive.
    pub to: DateTime<Utc>,
    /// A search text, matched against amounts and transactions.
    pub search: Option<SearchText>,
    /// The number of the last line of the previous page.
    pub cursor: Option<i64>,
    /// The maximum number of lines.
    pub limit: u16,
}

/// One change of the balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    /// The ledger entry.
    pub entry: StatementEntry,
    /// The transaction; `None` for a correction, or if it belongs to another profile.
    pub transaction: Option<Transaction>,
}

/// A page of a statement. Over all pages, the opening balance plus the changes equals the closing balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The posted balance before the period.
    pub opening: Amount,
    /// The posted balance after the period.
    pub closing: Amount,
    /// The lines, newest first.
    pub lines: Vec<StatementLine>,
    /// The cursor of the next page, if there is one.
    pub next: Option<i64>,
}

impl Exchange {
    /// A page of the statement. Holds and voids do not change the posted balance and are not listed.
    ///
    /// A page scans at most 2,000 transfers. It may hold fewer than `limit` lines and still have a `next` cursor.
    ///
    /// # Errors
    /// Database errors.
    pub async fn statement(&self, request: &StatementRequest) -> Result<Statement, ExchangeError> {
        let account = Account::customer(request.profile, request.currency);
        let limit = usize::from(request.limit).clamp(1, LIMIT_MAX);
        let mut tx = self.inner.store.tenant_read(request.tenant).await?;
        let opening = position_at(tx.conn(), &account, just_before(request.from)).await?;
        let closing = position_at(tx.conn(), &account, just_before(request.to)).await?;
        let mut until = request.cursor.map_or(closing.version, |cursor| closing.version.min(cursor.saturating_sub(1)));
        let mut page = Statement { opening: opening.balance, closing: closing.balance, lines: Vec::new(), next: None };
        for _ in 0..WINDOWS_MAX {
            let found = ledger::statement(tx.conn(), &account, Some(until + 1), WINDOW).await?;
            let read = found.len();
            // Holds and voids do not change the posted balance.
            let of_period = found.into_iter().take_while(|entry| entry.version > opening.version).collect::<Vec<_>>();
            let is_last = of_period.len() < read || read < WINDOW_LEN;
            let oldest = of_period.last().map(|entry| entry.version);
            let posted = of_period.into_iter().filter(|entry| !entry.change.is_zero()).collect();
            for line in with_transactions(&mut tx, request, posted).await? {
                if !request.search.as_ref().is_none_or(|text| is_in(text, &line)) {
                    until = line.entry.version - 1;
                    continue;
                }
                if page.lines.len() == limit {
                    page.next = Some(until + 1);
                    return Ok(page);
                }
                until = line.entry.version - 1;
                page.lines.push(line);
            }
            if is_last {
                return Ok(page);
            }
            until = oldest.map_or(until, |version| version - 1);
        }
        page.next = Some(until + 1);
        Ok(page)
    }
}

/// The last instant before this one that the ledger distinguishes: its timestamps have microseconds.
fn just_before(instant: DateTime<Utc>) -> DateTime<Utc> {
    instant.checked_sub_signed(TimeDelta::microseconds(1)).unwrap_or(instant)
}

async fn with_transactions(
    tx: &mut TenantTx,
    request: &StatementRequest,
    entries: Vec<StatementEntry>,
) -> Result<Vec<StatementLine>, ExchangeError> {
    let mut ids: Vec<TransactionId> =
        entries.iter().filter_map(|entry| entry.record).map(TransactionId::from_uuid).collect();
    ids.sort_unstable();
    ids.dedup();
    let rows = of_profile(tx.conn(), request.tenant, request.profile, &ids).await?;
    let mut own = HashMap::new();
    for (id, body) in rows {
        let seen = transaction::read(id, body)?.seen_by(request.profile);
        own.extend(seen.map(|transaction| (id, transaction)));
    }
    let line = |entry: StatementEntry| {
        let transaction = entry.record.and_then(|id| own.get(&id).cloned());
        StatementLine { entry, transaction }
    };
    Ok(entries.into_iter().map(line).collect())
}

fn is_in(text: &SearchText, line: &StatementLine) -> bool {
    text.is_amount(line.entry.change) || line.transaction.as_ref().is_some_and(|transaction| text.is_in(transaction))
}
