//! All SQL of claims to payments.

use chrono::{DateTime, Utc};
use kernel::{Network, ProfileId, TenantId, TransactionId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::{Claimable, OPENED_WITHIN};

/// The movement that holds the payment with one of these references; `None` if none or several do.
pub(crate) async fn holder(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    references: &[String],
) -> Result<Option<TransactionId>, StoreError> {
    let mut found = sqlx::query_scalar!(
        "SELECT transaction_id FROM arrivals WHERE tenant_id = $1 AND rail = $2 AND payment = ANY($3) LIMIT 2",
        tenant.uuid(),
        network.code(),
        references,
    )
    .fetch_all(conn)
    .await?;
    Ok(found.pop().filter(|_| found.is_empty()).map(TransactionId::from_uuid))
}

/// Whether another profile could have sent the payment: for an order that was opened within [`OPENED_WITHIN`] before it,
/// or to a permanent address. The amount decides nothing, because a payment can be short.
pub(crate) async fn has_rival(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    claimable: &Claimable<'_>,
    seen_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let legs = serde_json::json!({
        "legs": [{ "leg": "collect", "payway": claimable.payway, "expected": { "currency": claimable.expected.currency() } }]
    });
    // Ids begin with their time, and the range of ids matches the primary key.
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM records
                          WHERE tenant_id = $1 AND id BETWEEN $2 AND $3 AND kind = 'transaction' AND owner <> $4
                            AND owner <> $1 AND body @> $5)
               OR EXISTS (SELECT FROM deposit_accounts
                          WHERE tenant_id = $1 AND profile_id <> $4 AND currency = $6 AND payway = $7) AS "found!""#,
        tenant.uuid(),
        first_id(seen_at - OPENED_WITHIN),
        first_id(seen_at + chrono::TimeDelta::milliseconds(1)),
        profile.uuid(),
        legs,
        claimable.expected.currency().code(),
        claimable.payway.code(),
    );
    Ok(found.fetch_one(conn).await?)
}

/// Whether a claim for the order has proved a payment, or operators have decided one: claims without a decision wait in
/// MANUAL.
pub(crate) async fn has_proved(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
    opened_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let claim = serde_json::json!({ "claims": [{ "order": order }] });
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM records
                          WHERE tenant_id = $1 AND id BETWEEN $2 AND $3 AND kind = 'transaction' AND body @> $4
                            AND status <> 'MANUAL') AS "found!""#,
        tenant.uuid(),
        first_id(opened_at),
        first_id(opened_at + OPENED_WITHIN + chrono::TimeDelta::milliseconds(1)),
        claim,
    );
    Ok(found.fetch_one(conn).await?)
}

/// The smallest id of a movement that was made at this time (UUIDv7, RFC 9562).
fn first_id(at: DateTime<Utc>) -> Uuid {
    let milliseconds = u128::try_from(at.timestamp_millis()).unwrap_or(0);
    Uuid::from_u128(milliseconds << 80)
}
