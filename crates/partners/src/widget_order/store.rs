//! All SQL of orders by widget.

use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, ProfileId, TenantId, TransactionId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::{Origin, WidgetOrder};

struct Row {
    id: Uuid,
    transaction_id: Uuid,
    key_id: Uuid,
    profile_id: Uuid,
    customer_profile_id: Uuid,
    external_id: Option<String>,
    external_customer: Option<String>,
    created_at: DateTime<Utc>,
}

impl From<Row> for WidgetOrder {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            transaction: TransactionId::from_uuid(row.transaction_id),
            customer: ProfileId::from_uuid(row.customer_profile_id),
            origin: Origin {
                key: PartnerKeyId::from_uuid(row.key_id),
                partner: ProfileId::from_uuid(row.profile_id),
                external: row.external_id,
                external_customer: row.external_customer,
            },
            created_at: row.created_at,
        }
    }
}

/// Adds a transaction that is about to be made, unless it is known.
pub(super) async fn add(conn: &mut PgConnection, tenant: TenantId, order: &WidgetOrder) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO partner_widget_orders (tenant_id, id, transaction_id, key_id, profile_id, customer_profile_id,
                                            external_id, external_customer, seen_seq, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
                 coalesce((SELECT seq FROM event_heads WHERE tenant_id = $1 AND stream = $6), 0), $9)
         ON CONFLICT (tenant_id, transaction_id) DO NOTHING",
        tenant.uuid(),
        order.id,
        order.transaction.uuid(),
        order.origin.key.uuid(),
        order.origin.partner.uuid(),
        order.customer.uuid(),
        order.origin.external,
        order.origin.external_customer,
        order.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The transactions that exist of a partner's widgets, or of one of them, newest first.
pub(super) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    (partner, key): (ProfileId, Option<PartnerKeyId>),
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<WidgetOrder>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, transaction_id, key_id, profile_id, customer_profile_id, external_id, external_customer, created_at
         FROM partner_widget_orders
         WHERE tenant_id = $1 AND profile_id = $2 AND is_seen AND ($3::uuid IS NULL OR id < $3)
           AND ($5::uuid IS NULL OR key_id = $5)
         ORDER BY id DESC LIMIT $4",
        tenant.uuid(),
        partner.uuid(),
        before,
        limit,
        key.map(PartnerKeyId::uuid),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Into::into).collect())
}

pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    partner: ProfileId,
    transaction: TransactionId,
) -> Result<Option<WidgetOrder>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, transaction_id, key_id, profile_id, customer_profile_id, external_id, external_customer, created_at
         FROM partner_widget_orders WHERE tenant_id = $1 AND profile_id = $2 AND transaction_id = $3",
        tenant.uuid(),
        partner.uuid(),
        transaction.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.map(Into::into))
}

/// Transactions of all tenants, made since `since`, whose visitors' streams have new events: round-robin by visitor, so
/// that one with many transactions does not delay the others.
pub(crate) async fn behind(
    conn: &mut PgConnection,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, Uuid)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT o.tenant_id, o.id FROM partner_widget_orders o
         JOIN event_heads h ON h.tenant_id = o.tenant_id AND h.stream = o.customer_profile_id
         WHERE NOT o.is_final AND h.seq > o.seen_seq AND o.created_at > $1
         ORDER BY row_number() OVER (PARTITION BY o.customer_profile_id ORDER BY o.id), o.id LIMIT $2",
        since,
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (TenantId::from_uuid(row.tenant_id), row.id)).collect())
}

/// The transaction and the number of the last event that is repeated, locked until the database transaction ends. `None`
/// if another process has it, or it is gone.
pub(crate) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<(WidgetOrder, i64)>, StoreError> {
    let seen = sqlx::query_scalar!(
        "SELECT seen_seq FROM partner_widget_orders WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE SKIP LOCKED",
        tenant.uuid(),
        id,
    );
    let Some(seen) = seen.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let row = sqlx::query_as!(
        Row,
        "SELECT id, transaction_id, key_id, profile_id, customer_profile_id, external_id, external_customer, created_at
         FROM partner_widget_orders WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id,
    );
    Ok(Some((row.fetch_one(conn).await?.into(), seen)))
}

/// Notes that the events up to `seq` are repeated.
pub(crate) async fn advance(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    seq: i64,
    (is_seen, is_final): (bool, bool),
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_widget_orders SET seen_seq = $3, is_seen = is_seen OR $4, is_final = is_final OR $5
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id,
        seq,
        is_seen,
        is_final,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes notes about transactions that were never made, if they are older than `unmade` and no event waits for the
/// sender, and ends the watch over transactions older than `watched`. Returns the number of rows.
pub(crate) async fn tidy(
    conn: &mut PgConnection,
    (unmade, watched): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<u64, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM partner_widget_orders WHERE (tenant_id, id) IN (
             SELECT o.tenant_id, o.id FROM partner_widget_orders o
             LEFT JOIN event_heads h ON h.tenant_id = o.tenant_id AND h.stream = o.customer_profile_id
             WHERE NOT o.is_final AND NOT o.is_seen AND o.created_at < $1 AND coalesce(h.seq, 0) <= o.seen_seq
             ORDER BY o.created_at LIMIT $2)",
        unmade,
        limit,
    );
    let gone = gone.execute(&mut *conn).await?.rows_affected();
    let ended = sqlx::query!(
        "UPDATE partner_widget_orders SET is_final = true WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM partner_widget_orders
             WHERE NOT is_final AND created_at < $1 ORDER BY created_at LIMIT $2)",
        watched,
        limit,
    );
    Ok(gone + ended.execute(conn).await?.rows_affected())
}

pub(super) async fn forget(conn: &mut PgConnection, profiles: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM partner_widget_orders WHERE profile_id = ANY($1)", profiles).execute(&mut *conn).await?;
    sqlx::query!(
        "UPDATE partner_widget_orders SET external_customer = NULL
         WHERE customer_profile_id = ANY($1) AND external_customer IS NOT NULL",
        profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}
