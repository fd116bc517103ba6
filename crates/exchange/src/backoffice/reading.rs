//! Reading movements for operators: search, queues, and one movement in full.

use kernel::{TenantId, TransactionId};
use ledger::{HistoryEntry, RecordTransfer};
use serde_json::Value;
use uuid::Uuid;

use super::filter::MovementFilter;
use super::jobs::MovementJob;
use super::store::{self, Edges};
use crate::transaction::{self, Transaction};
use crate::{Exchange, ExchangeError, reference_ending};

/// The maximum number of movements of a page.
const PAGE_MAX: u16 = 200;
/// The maximum number of movements that one page scans. A selective filter may need several pages; each is fast.
const WINDOW: i64 = 5_000;
/// The maximum number of movements shown for one short reference. Normally there is one; collisions are possible.
const NAMESAKES_MAX: i64 = 20;

/// A page of an operator's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementPage {
    /// The movements in list order. A page may hold fewer than requested although more follow.
    pub movements: Vec<Transaction>,
    /// The cursor of the next page, if there is one.
    pub next: Option<TransactionId>,
}

/// One movement with its ledger transfers, history and jobs.
#[derive(Debug, Clone, PartialEq)]
pub struct MovementRecord {
    /// The movement.
    pub transaction: Transaction,
    /// Its posted transfers, in order.
    pub transfers: Vec<RecordTransfer>,
    /// Its history, oldest entry first.
    pub history: Vec<HistoryEntry>,
    /// Its jobs, newest first.
    pub jobs: Vec<MovementJob>,
}

fn read((id, body): (Uuid, Value)) -> Result<Transaction, ExchangeError> {
    transaction::read(id, body)
}

/// Builds a page from rows that were read with one row more than the limit.
fn cut(found: Vec<(Uuid, Value)>, limit: u16) -> Result<MovementPage, ExchangeError> {
    let more = found.len() > usize::from(limit);
    let movements = found.into_iter().take(usize::from(limit)).map(read).collect::<Result<Vec<_>, _>>()?;
    let next = movements.last().filter(|_| more).map(|last| last.id);
    Ok(MovementPage { movements, next })
}

impl Exchange {
    /// The tenant's movements that match `filter`, newest first, before `cursor`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn movements(
        &self,
        tenant: TenantId,
        filter: &MovementFilter,
        cursor: Option<TransactionId>,
        limit: u16,
    ) -> Result<MovementPage, ExchangeError> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let cursor = cursor.map(TransactionId::uuid);
        let owners = filter.profiles.as_ref().map(|all| all.iter().map(|one| one.uuid()).collect::<Vec<_>>());
        let end = store::window_end(tx.conn(), tenant, owners.as_deref(), cursor, WINDOW).await?;
        let edges = Edges { cursor, limit: i64::from(limit) + 1 };
        let mut page = cut(store::page(tx.conn(), tenant, filter, end, edges).await?, limit)?;
        // The next page scans what is older than the window, unless the filter's lower time bound lies within it.
        let is_older_asked = |end: &Uuid| filter.from.is_none_or(|from| crate::listing::first_id(from) < *end);
        page.next = page.next.or_else(|| end.filter(is_older_asked).map(TransactionId::from_uuid));
        Ok(page)
    }

    /// The tenant's movements with this id or short reference. `None` if the text is neither.
    ///
    /// # Errors
    /// Database errors.
    pub async fn movements_named(
        &self,
        tenant: TenantId,
        name: &str,
    ) -> Result<Option<Vec<Transaction>>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = if let Ok(id) = name.trim().parse::<TransactionId>() {
            store::by_id(tx.conn(), tenant, id).await?.into_iter().collect()
        } else if let Some(ending) = reference_ending(name) {
            store::by_reference(tx.conn(), tenant, &ending, NAMESAKES_MAX).await?
        } else {
            return Ok(None);
        };
        found.into_iter().map(read).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// The movements that wait for their owner or an operator, oldest first, after `cursor`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn waiting_movements(
        &self,
        tenant: TenantId,
        cursor: Option<TransactionId>,
        limit: u16,
    ) -> Result<MovementPage, ExchangeError> {
        let limit = limit.clamp(1, PAGE_MAX);
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let after = cursor.map(TransactionId::uuid);
        cut(store::waiting(tx.conn(), tenant, after, i64::from(limit) + 1).await?, limit)
    }

    /// One movement of the tenant in full.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`], and database errors.
    pub async fn movement_record(&self, tenant: TenantId, id: TransactionId) -> Result<MovementRecord, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::by_id(tx.conn(), tenant, id).await?;
        let transaction = read(found.ok_or(ExchangeError::NotFound { what: "transaction" })?)?;
        let transfers = ledger::record_transfers(tx.conn(), tenant, id.uuid()).await?;
        let history = ledger::history(tx.conn(), id.uuid()).await?;
        let jobs = store::jobs(tx.conn(), tenant, id).await?;
        Ok(MovementRecord { transaction, transfers, history, jobs })
    }
}
