//! All SQL of firm quotes. A quote is written once; the change key of its order ensures that it is used once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{QuoteId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::Quote;
use crate::transaction_type::RECORD;

/// Inserts firm quotes.
pub(crate) async fn insert(conn: &mut PgConnection, tenant: TenantId, quotes: &[Quote]) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = quotes.iter().map(|quote| quote.id.uuid()).collect();
    let bodies: Vec<Value> =
        quotes.iter().map(|quote| serde_json::to_value(quote).expect("a quote is plain data")).collect();
    let (made, ends): (Vec<_>, Vec<_>) = quotes.iter().map(|quote| (quote.created_at, quote.expires_at)).unzip();
    sqlx::query!(
        "INSERT INTO quotes (tenant_id, id, body, created_at, expires_at)
         SELECT $1, q.id, q.body, q.created_at, q.expires_at
         FROM UNNEST($2::uuid[], $3::jsonb[], $4::timestamptz[], $5::timestamptz[]) AS q(id, body, created_at, expires_at)",
        tenant.uuid(),
        &ids,
        &bodies,
        &made,
        &ends,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A firm quote, and the order created from it, which has the same id.
#[derive(Clone)]
pub(crate) struct StoredQuote {
    pub(crate) quote: Quote,
    pub(crate) order: Option<Value>,
}

/// The tenant's quotes with these `ids`, in their order. A quote that cannot be parsed counts as missing.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[QuoteId],
) -> Result<Vec<Option<StoredQuote>>, StoreError> {
    let uuids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let rows = sqlx::query!(
        r#"SELECT q.id, q.body, r.body AS "order?"
           FROM UNNEST($2::uuid[]) AS n(id)
           CROSS JOIN LATERAL (SELECT id, body FROM quotes WHERE tenant_id = $1 AND id = n.id LIMIT 1) AS q
           LEFT JOIN LATERAL (SELECT kind, body FROM records WHERE tenant_id = $1 AND id = n.id LIMIT 1) AS r
             ON r.kind = $3"#,
        tenant.uuid(),
        &uuids,
        RECORD,
    )
    .fetch_all(conn)
    .await?;
    let read = |body, order| serde_json::from_value(body).ok().map(|quote| StoredQuote { quote, order });
    let found: HashMap<Uuid, StoredQuote> =
        rows.into_iter().filter_map(|row| read(row.body, row.order).map(|kept| (row.id, kept))).collect();
    Ok(uuids.iter().map(|id| found.get(id).cloned()).collect())
}

/// Deletes quotes of all tenants that expired before `before`; at most `limit`. Returns their number.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM quotes WHERE (tenant_id, id) IN
           (SELECT tenant_id, id FROM quotes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
