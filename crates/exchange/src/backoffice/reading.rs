//! Movements as operators look for them and at them.

use kernel::{TenantId, TransactionId};
use ledger::{HistoryEntry, RecordTransfer};
use serde_json::Value;
use uuid::Uuid;

use super::filter::MovementFilter;
use super::jobs::MovementJob;
use super::store::{self, Edges};
use crate::transaction::{self, Transaction};
use crate::{Exchange, ExchangeError, reference_ending};

/// Movements of one page at most.
const PAGE_MAX: u16 = 200;
/// Movements that one page looks through at most. A rare kind may need several pages, each of them short.
const WINDOW: i64 = 5_000;
/// Movements of one short reference that are shown: there is one, or by accident two.
const NAMESAKES_MAX: i64 = 20;

/// A page of an operator's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementPage {
    /// In the order of the list. There can be fewer than asked for although more follow.
    pub movements: Vec<Transaction>,
    /// Where the next page begins, if there is one.
    pub next: Option<TransactionId>,
}

/// One movement with everything that the books and the queue know of it.
#[derive(Debug, Clone, PartialEq)]
pub struct MovementRecord {
    /// The movement.
    pub transaction: Transaction,
    /// What it posted, in order.
    pub transfers: Vec<RecordTransfer>,
    /// Every step, oldest first.
    pub history: Vec<HistoryEntry>,
    /// The work that was ordered for it, newest first.
    pub jobs: Vec<MovementJob>,
}

fn read((id, body): (Uuid, Value)) -> Result<Transaction, ExchangeError> {
    transaction::read(id, body)
}

/// A page of what was read with one more than fits.
fn cut(found: Vec<(Uuid, Value)>, limit: u16) -> Result<MovementPage, ExchangeError> {
    let more = found.len() > usize::from(limit);
    let movements = found.into_iter().take(usize::from(limit)).map(read).collect::<Result<Vec<_>, _>>()?;
    let next = movements.last().filter(|_| more).map(|last| last.id);
    Ok(MovementPage { movements, next })
}

impl Exchange {
    /// The tenant's movements that `filter` lets through, newest first, those before `cursor`.
    ///
    /// # Errors
    /// Those of the database.
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
        // What is older than the window is looked through by the next page, unless nothing older was asked for.
        let is_older_asked = |end: &Uuid| filter.from.is_none_or(|from| super::filter::first_id(from) < *end);
        page.next = page.next.or_else(|| end.filter(is_older_asked).map(TransactionId::from_uuid));
        Ok(page)
    }

    /// The tenant's movements of this name: a whole id, or the short reference that customers are told. `None` if it is neither.
    ///
    /// # Errors
    /// Those of the database.
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

    /// What waits for its owner or for an operator, the oldest first, those after `cursor`.
    ///
    /// # Errors
    /// Those of the database.
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

    /// One movement of the tenant, whole.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`], and those of the database.
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
