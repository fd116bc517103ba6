//! All SQL of payments by cards.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, ProfileId, TenantUser, TransactionId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::CardUse;
use crate::rails::CardToken;

/// The most payments by one card that are read. A card with more of them is not new.
const USES_MAX: i64 = 1_000;

/// The payments of a customer by a card, oldest first, except that of `own`. A payment that came to nothing does not
/// count.
pub(crate) async fn uses(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    own: TransactionId,
    card: &CardToken,
) -> Result<Vec<CardUse>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT c.at, c.euro AS "euro: Atoms" FROM card_uses c
           CROSS JOIN LATERAL (SELECT status FROM records WHERE tenant_id = $1 AND id = c.transaction_id LIMIT 1) r
           WHERE c.tenant_id = $1 AND c.user_id = $2 AND c.brand = $3 AND c.last4 = $4 AND c.transaction_id <> $5
             AND r.status NOT IN ('EXPIRED', 'CANCELLED', 'REJECT', 'FAIL')
           ORDER BY c.at LIMIT $6"#,
        tenant.uuid(),
        user.uuid(),
        card.brand,
        card.last4,
        own.uuid(),
        USES_MAX,
    );
    let found = rows.fetch_all(conn).await?;
    Ok(found.into_iter().map(|row| CardUse { at: row.at, euro: Amount::new(row.euro.0, Currency::EUR) }).collect())
}

/// Stores the card that pays a transaction. Another card replaces it.
pub(crate) async fn take(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    transaction: TransactionId,
    card: &CardToken,
    euro: Amount,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO card_uses (tenant_id, transaction_id, user_id, brand, last4, euro, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (tenant_id, transaction_id)
         DO UPDATE SET brand = excluded.brand, last4 = excluded.last4, euro = excluded.euro, at = excluded.at",
        tenant.uuid(),
        transaction.uuid(),
        user.uuid(),
        card.brand,
        card.last4,
        Atoms(euro.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Hides which cards the owners of these profiles have used. Their payments stay, as other uses of limits do.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "UPDATE card_uses c SET brand = '', last4 = '0000' FROM profiles p
         WHERE p.id = ANY($1) AND c.tenant_id = p.tenant_id AND c.user_id = p.user_id",
        &profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}
