//! Firm quotes in the database. They are written once; an order's change key makes each serve once.

use chrono::{DateTime, Utc};
use kernel::QuoteId;
use sqlx::PgConnection;
use store::StoreError;

use super::Quote;

/// Keeps a firm quote.
pub(crate) async fn insert(conn: &mut PgConnection, tenant: kernel::TenantId, quote: &Quote) -> Result<(), StoreError> {
    let body = serde_json::to_value(quote).expect("a quote is plain data");
    sqlx::query!(
        "INSERT INTO quotes (tenant_id, id, body, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
        tenant.uuid(),
        quote.id.uuid(),
        body,
        quote.created_at,
        quote.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The quote, if the tenant has it. One that can no longer be read counts as gone.
pub(crate) async fn find(conn: &mut PgConnection, id: QuoteId) -> Result<Option<Quote>, StoreError> {
    let body = sqlx::query_scalar!("SELECT body FROM quotes WHERE id = $1", id.uuid()).fetch_optional(conn).await?;
    Ok(body.and_then(|body| serde_json::from_value(body).ok()))
}

/// Forgets quotes of all tenants that expired before `before`; at most `limit` of them. How many it were.
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
