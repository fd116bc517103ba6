//! All SQL of codes that were paid out.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId, TenantProfile, TransactionId};
use sqlx::PgConnection;
use uuid::Uuid;

/// A stored code, encrypted for the record `id`.
pub(crate) struct SealedCode {
    pub id: Uuid,
    pub sealed: Vec<u8>,
    pub first_shown_at: DateTime<Utc>,
}

/// Whether the code of a leg is stored.
pub(crate) async fn exists(
    conn: &mut PgConnection,
    tenant: TenantId,
    (transaction, leg): (TransactionId, i16),
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM payout_codes WHERE tenant_id = $1 AND transaction_id = $2 AND leg = $3) AS "is!""#,
        tenant.uuid(),
        transaction.uuid(),
        leg,
    );
    Ok(found.fetch_one(conn).await?)
}

/// Stores the code of a leg. The first one stays: the service gives the same code for the same leg.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    (transaction, leg): (TransactionId, i16),
    (id, sealed): (Uuid, &[u8]),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO payout_codes (tenant_id, transaction_id, leg, id, profile_id, sealed, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, transaction_id, leg) DO NOTHING",
        tenant.uuid(),
        transaction.uuid(),
        leg,
        id,
        profile.uuid(),
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The code of a leg for its owner, who sees it now. `None` if none is stored for this profile.
pub(crate) async fn show(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    (transaction, leg): (TransactionId, i16),
    now: DateTime<Utc>,
) -> Result<Option<SealedCode>, StoreError> {
    let row = sqlx::query_as!(
        SealedCode,
        r#"UPDATE payout_codes SET first_shown_at = coalesce(first_shown_at, $5)
           WHERE tenant_id = $1 AND transaction_id = $2 AND leg = $3 AND profile_id = $4
           RETURNING id, sealed, first_shown_at AS "first_shown_at!""#,
        tenant.uuid(),
        transaction.uuid(),
        leg,
        profile.uuid(),
        now,
    );
    Ok(row.fetch_optional(conn).await?)
}

/// Deletes the codes of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM payout_codes WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}
