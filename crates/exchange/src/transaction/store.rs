//! The exchanger's own SQL over the ledger's records.

use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

/// The bodies of transactions with an open review, newest first, before `cursor`.
pub(crate) async fn reviewed(
    conn: &mut PgConnection,
    cursor: Option<Uuid>,
    limit: i64,
) -> Result<Vec<serde_json::Value>, StoreError> {
    // The condition is that of an index.
    let bodies = sqlx::query_scalar!(
        "SELECT body FROM records
         WHERE kind = 'transaction' AND jsonb_typeof(body -> 'review') = 'object' AND ($1::uuid IS NULL OR id < $1)
         ORDER BY id DESC LIMIT $2",
        cursor,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(bodies)
}
