//! What people's orders have taken of their limits. A use is written before its order is, and counts while the order is
//! young, alive or has moved money: so two orders at once cannot both fit under what is left, and an order that came to
//! nothing gives back what it took without anybody having to remember it.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, TenantId, TransactionId, UserId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};

use super::{Demand, Use, WINDOW};
use crate::transaction::RECORD;

/// A use whose order is still to be written counts for so long: longer than any request lives.
const UNWRITTEN: TimeDelta = TimeDelta::minutes(10);
/// Orders of one person in one window at most; who has more is refused rather than not counted.
pub(crate) const USES_MAX: i64 = 10_000;

/// Makes whoever else counts this person's uses wait until this transaction ends.
pub(crate) async fn lock(conn: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    let (high, low) = user.uuid().as_u64_pair();
    let key = i64::from_ne_bytes((high ^ low).to_ne_bytes());
    sqlx::query!("SELECT pg_advisory_xact_lock($1) AS locked", key).fetch_one(conn).await?;
    Ok(())
}

/// What counts at `now`, oldest first; that of `own` does not. At most [`USES_MAX`].
pub(crate) async fn uses(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    own: Option<TransactionId>,
    now: DateTime<Utc>,
) -> Result<Vec<Use>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT l.at, l.fiat AS "fiat: Atoms", l.crypto_out AS "crypto_out: Atoms" FROM limit_uses l
           LEFT JOIN records r ON r.tenant_id = $1 AND r.id = l.transaction_id AND r.kind = $6
           WHERE l.tenant_id = $1 AND l.user_id = $2 AND l.at > $3 AND l.transaction_id IS DISTINCT FROM $4
             AND CASE WHEN r.id IS NULL THEN l.at > $5
                      ELSE r.status NOT IN ('EXPIRED', 'CANCELLED', 'REJECT', 'FAIL') END
           ORDER BY l.at LIMIT $7"#,
        tenant.uuid(),
        user.uuid(),
        now - WINDOW,
        own.map(TransactionId::uuid),
        now - UNWRITTEN,
        RECORD,
        USES_MAX,
    )
    .fetch_all(conn)
    .await?;
    let euro = |atoms: Atoms| Amount::new(atoms.0, Currency::EUR);
    let read = rows.into_iter().map(|row| Use { at: row.at, fiat: euro(row.fiat), crypto_out: euro(row.crypto_out) });
    Ok(read.collect())
}

/// Writes what an order takes; of one that is priced anew, what it takes now.
pub(crate) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    order: TransactionId,
    demand: &Demand,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, transaction_id)
         DO UPDATE SET fiat = excluded.fiat, crypto_out = excluded.crypto_out, at = excluded.at",
        tenant.uuid(),
        order.uuid(),
        user.uuid(),
        Atoms(demand.fiat.atoms()) as _,
        Atoms(demand.crypto_out.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets what people of all tenants took before `before`; at most `limit` rows.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM limit_uses WHERE (tenant_id, transaction_id) IN
           (SELECT tenant_id, transaction_id FROM limit_uses WHERE at < $1 ORDER BY at LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}
