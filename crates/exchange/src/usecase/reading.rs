//! Reads of transactions and firm quotes. A row of another profile counts as missing.

use std::collections::BTreeMap;

use kernel::{Amount, Currency, ProfileId, QuoteId, TenantId, TransactionId};
use ledger::StoredRecord;
use store::Store;

use super::Exchange;
use crate::ExchangeError;
use crate::quote::Quote;
use crate::quote::store::StoredQuote;
use crate::transaction::{self, RECORD, Status, Transaction};

/// The maximum number of transactions of a page.
pub(super) const PAGE_MAX: u16 = 200;

/// The maximum number of unmatched payments of one order that are read.
const UNMATCHED_MAX: i64 = 20;

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The transactions, newest first.
    pub transactions: Vec<Transaction>,
    /// The cursor of the next page, if there is one.
    pub next: Option<TransactionId>,
}

impl Exchange {
    /// A firm quote: the amounts that an order from it pays and receives.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if the tenant has no such quote.
    pub async fn firm_quote(&self, tenant: TenantId, profile: ProfileId, id: QuoteId) -> Result<Quote, ExchangeError> {
        Ok(self.stored_quote(tenant, profile, id).await?.quote)
    }

    /// A firm quote of the profile, and the order created from it. Another profile's quote counts as missing.
    pub(super) async fn stored_quote(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: QuoteId,
    ) -> Result<StoredQuote, ExchangeError> {
        let found = self.inner.find_quotes.ask(tenant, id).await?;
        let own = |kept: &StoredQuote| kept.quote.profile.is_none_or(|owner| owner == profile);
        found.filter(own).ok_or(ExchangeError::NotFound { what: "quote" })
    }

    /// The profile's transaction, or the transfer that it received. Another profile's transaction counts as missing.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`].
    pub async fn get(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: TransactionId,
    ) -> Result<Transaction, ExchangeError> {
        let found = self.find(tenant, id).await?;
        found.seen_by(profile).ok_or(ExchangeError::NotFound { what: "transaction" })
    }

    /// The profile's transactions that hold unmatched payments of these orders, oldest first: at most
    /// [`UNMATCHED_MAX`] of each order.
    ///
    /// # Errors
    /// Database errors.
    pub async fn unmatched_of(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        orders: &[TransactionId],
    ) -> Result<Vec<Transaction>, ExchangeError> {
        if orders.is_empty() {
            return Ok(Vec::new());
        }
        let (from, to): (Vec<_>, Vec<_>) = orders.iter().map(|order| transaction::unmatched_ids(*order)).unzip();
        let parents: Vec<String> = orders.iter().map(ToString::to_string).collect();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let asked = (&from[..], &to[..], &parents[..]);
        let found = transaction::store::unmatched(tx.conn(), tenant, profile, asked, UNMATCHED_MAX).await?;
        found.into_iter().map(|(id, body)| transaction::read(id, body)).collect()
    }

    /// The amounts that are on their way to the profile's balances, one for each currency. They belong to its newest 200
    /// transactions in progress.
    ///
    /// # Errors
    /// Database errors.
    pub async fn coming(
        &self,
        tenant: TenantId,
        profile: ProfileId,
    ) -> Result<BTreeMap<Currency, Amount>, ExchangeError> {
        let page = self.list(tenant, profile, &[Status::Wait, Status::Processing], None, PAGE_MAX).await?;
        let mut sums = BTreeMap::new();
        for amount in page.transactions.iter().filter_map(Transaction::coming) {
            let sum = sums.entry(amount.currency()).or_insert_with(|| Amount::zero(amount.currency()));
            *sum = sum.checked_add(amount).unwrap_or(*sum);
        }
        Ok(sums)
    }

    /// Any transaction of the tenant: for jobs, rails and the sandbox.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`].
    pub async fn find(&self, tenant: TenantId, id: TransactionId) -> Result<Transaction, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = ledger::record(tx.conn(), RECORD, id.uuid()).await?;
        read(found.ok_or(ExchangeError::NotFound { what: "transaction" })?)
    }

    /// The profile's transactions, newest first, before `cursor`; with one of `statuses`, or all.
    ///
    /// # Errors
    /// Database errors.
    pub async fn list(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        statuses: &[Status],
        cursor: Option<TransactionId>,
        limit: u16,
    ) -> Result<Page, ExchangeError> {
        self.list_of(tenant, &[profile], statuses, cursor, limit).await
    }

    /// Whether none of these profiles has an open transaction.
    ///
    /// # Errors
    /// Database errors.
    pub async fn is_idle(&self, tenant: TenantId, profiles: &[ProfileId]) -> Result<bool, ExchangeError> {
        let running: Vec<Status> = Status::ALL.into_iter().filter(|status| !status.is_closed()).collect();
        Ok(self.list_of(tenant, profiles, &running, None, 1).await?.transactions.is_empty())
    }

    /// The transactions of several profiles of one person, in one list.
    ///
    /// # Errors
    /// Database errors.
    pub async fn list_of(
        &self,
        tenant: TenantId,
        profiles: &[ProfileId],
        statuses: &[Status],
        cursor: Option<TransactionId>,
        limit: u16,
    ) -> Result<Page, ExchangeError> {
        let limit = limit.clamp(1, PAGE_MAX - 1);
        let statuses: Vec<String> = statuses.iter().map(|status| status.code().to_owned()).collect();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let cursor = cursor.map(TransactionId::uuid);
        let has_received = statuses.is_empty() || statuses.iter().any(|status| status == Status::Done.code());
        let mut transactions = Vec::new();
        for profile in profiles {
            let more = i64::from(limit) + 1;
            let own = ledger::records_of(tx.conn(), RECORD, profile.uuid(), &statuses, cursor, more).await?;
            transactions.extend(own.into_iter().map(read).collect::<Result<Vec<_>, _>>()?);
            if has_received {
                transactions.extend(self.received(tx.conn(), *profile, cursor, more).await?);
            }
        }
        // The newest of each profile include the newest of all.
        transactions.sort_unstable_by_key(|transaction| std::cmp::Reverse(transaction.id));
        let more = transactions.len() > usize::from(limit);
        transactions.truncate(usize::from(limit));
        let next = transactions.last().filter(|_| more).map(|last| last.id);
        Ok(Page { transactions, next })
    }
}

impl Exchange {
    /// The transactions that need an operator, newest first, before `cursor`. Includes ended ones: their status is
    /// final, but their money may still need a decision.
    ///
    /// # Errors
    /// Database errors.
    pub async fn open_reviews(
        &self,
        tenant: TenantId,
        cursor: Option<TransactionId>,
        limit: u16,
    ) -> Result<Page, ExchangeError> {
        open_reviews(&self.inner.store, tenant, cursor, limit).await
    }
}

/// The same without an exchange instance: an operator's command needs neither rails nor prices.
///
/// # Errors
/// Database errors.
pub async fn open_reviews(
    store: &Store,
    tenant: TenantId,
    cursor: Option<TransactionId>,
    limit: u16,
) -> Result<Page, ExchangeError> {
    let limit = limit.clamp(1, PAGE_MAX - 1);
    let mut tx = store.tenant_read(tenant).await?;
    let cursor = cursor.map(TransactionId::uuid);
    let mut found = transaction::store::reviewed(tx.conn(), cursor, i64::from(limit) + 1).await?;
    let more = found.len() > usize::from(limit);
    found.truncate(usize::from(limit));
    let unreadable =
        |error: serde_json::Error| ExchangeError::Internal(format!("a transaction cannot be read: {error}"));
    let read = |body| serde_json::from_value(body).map_err(unreadable);
    let transactions = found.into_iter().map(read).collect::<Result<Vec<Transaction>, _>>()?;
    let next = transactions.last().filter(|_| more).map(|last| last.id);
    Ok(Page { transactions, next })
}

fn read(record: StoredRecord) -> Result<Transaction, ExchangeError> {
    transaction::read(record.id, record.body)
}
