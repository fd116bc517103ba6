//! The list of a profile's transactions.

use kernel::{ProfileId, TenantId, TransactionId};

use super::Exchange;
use super::reading::{PAGE_MAX, Page};
use crate::ExchangeError;
use crate::listing::TransactionFilter;
use crate::listing::store::{Window, window};
use crate::transaction::{self, Transaction};

/// The number of transactions that one statement reads.
const WINDOW: u16 = 200;
/// The maximum number of transactions that one page scans.
const LOOKED_THROUGH_MAX: usize = 2_000;

impl Exchange {
    /// The profile's transactions that match the filter, newest first, before `cursor`; at most `limit`.
    ///
    /// A page scans at most 2,000 transactions. It may hold fewer than `limit` and still have a `next` cursor, from
    /// which the list continues.
    ///
    /// # Errors
    /// Database errors.
    pub async fn search(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        filter: &TransactionFilter,
        cursor: Option<TransactionId>,
        limit: u16,
    ) -> Result<Page, ExchangeError> {
        // The database indexes statuses, so it finds them however old they are.
        if filter.is_of_statuses() {
            return self.list(tenant, profile, &filter.statuses, cursor, limit).await;
        }
        let limit = usize::from(limit.clamp(1, PAGE_MAX - 1));
        let statuses: Vec<String> = filter.statuses.iter().map(|status| status.code().to_owned()).collect();
        let (from, end) = filter.ids();
        let mut before = cursor.map_or(end, |cursor| cursor.uuid().min(end));
        let mut found = Vec::new();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        for _ in 0..LOOKED_THROUGH_MAX / usize::from(WINDOW) {
            let asked = Window { tenant, profile, statuses: &statuses, from, before, limit: i64::from(WINDOW) };
            let rows = window(tx.conn(), asked).await?;
            let is_last = rows.len() < usize::from(WINDOW);
            for (id, body) in rows {
                let seen = transaction::read(id, body)?.seen_by(profile);
                if let Some(own) = seen.filter(|own| filter.matches(own)) {
                    if found.len() == limit {
                        return Ok(page(found, true, before));
                    }
                    found.push(own);
                }
                before = id;
            }
            if is_last {
                return Ok(page(found, false, before));
            }
        }
        Ok(page(found, true, before))
    }
}

/// The page that ends before `last`, the id of the last scanned transaction.
fn page(transactions: Vec<Transaction>, more: bool, last: uuid::Uuid) -> Page {
    Page { transactions, next: more.then(|| TransactionId::from_uuid(last)) }
}
