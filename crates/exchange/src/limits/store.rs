//! The uses of velocity limits. The change of a movement writes its use, and moves on the customer's counter, so two
//! concurrent movements cannot both fit under the rest of a limit. What a use counts follows from its movement
//! ([`Use::left_by`]), so a movement that came to nothing frees its use without a clean-up step.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, TenantId, TransactionId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::{Demand, USES_MAX, Use};
use crate::ExchangeError;
use crate::RowPosition;
use crate::admission::LINKED_MAX;
use crate::beneficiary_wallet::Linked;
use crate::transaction::{self, Status};

/// The uses after `since`, oldest first, except that of `own`, each as far as its movement still counts. At most
/// [`USES_MAX`]: a use of which nothing counts may be among them.
pub(crate) async fn uses(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    own: Option<TransactionId>,
    since: DateTime<Utc>,
) -> Result<Vec<Use>, ExchangeError> {
    // Nothing has moved in an expired or cancelled transaction, and all of an open or completed one counts. Only of the
    // others the legs are read.
    let rows = sqlx::query!(
        r#"SELECT l.at, l.fiat AS "fiat: Atoms", l.crypto_out AS "crypto_out: Atoms", l.to_new, l.transaction_id,
                  r.body AS "body?" FROM limit_uses l
           CROSS JOIN LATERAL (
               SELECT status, CASE WHEN status IN ('REJECT', 'FAIL', 'RESOLVED') THEN body END AS body
               FROM records WHERE tenant_id = $1 AND id = l.transaction_id LIMIT 1) r
           WHERE l.tenant_id = $1 AND l.user_id = $2 AND l.at > $3 AND l.transaction_id IS DISTINCT FROM $4
             AND (l.fiat > 0 OR l.crypto_out > 0) AND r.status NOT IN ('EXPIRED', 'CANCELLED')
           ORDER BY l.at LIMIT $5"#,
        tenant.uuid(),
        user.uuid(),
        since,
        own.map(TransactionId::uuid),
        i64::try_from(USES_MAX).unwrap_or(i64::MAX),
    )
    .fetch_all(conn)
    .await
    .map_err(StoreError::from)?;
    let euro = |atoms: Atoms| Amount::new(atoms.0, Currency::EUR);
    let read = rows.into_iter().map(|row| {
        let (fiat, crypto_out) = (euro(row.fiat), euro(row.crypto_out));
        let whole = Use { at: row.at, fiat, crypto_out, to_new: row.to_new };
        Ok(match row.body {
            Some(body) => whole.left_by(&transaction::read(row.transaction_id, body)?),
            None => whole,
        })
    });
    read.collect()
}

/// Writes the use of an order, and whether its coins leave to a new address. Replaces the use if the order is priced
/// again.
pub(crate) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    order: TransactionId,
    (demand, to_new): (&Demand, bool),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at, leaving, to_new)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tenant_id, transaction_id)
         DO UPDATE SET fiat = excluded.fiat, crypto_out = excluded.crypto_out, at = excluded.at, leaving = true,
                       to_new = excluded.to_new",
        tenant.uuid(),
        order.uuid(),
        user.uuid(),
        Atoms(demand.fiat.atoms()) as _,
        Atoms(demand.crypto_out.atoms()) as _,
        now,
        demand.crypto_out.is_positive(),
        to_new,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The customer's other transactions whose coins may count together with `own`, each with its id. At most
/// [`LINKED_MAX`].
pub(crate) async fn linked(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
    own: TransactionId,
) -> Result<Vec<(Uuid, Linked)>, ExchangeError> {
    // The condition and the order match an index. The lateral join looks up each transaction by key; with a condition
    // on its kind the planner may scan all records of that kind.
    let rows = sqlx::query!(
        r#"SELECT l.transaction_id, l.crypto_out AS "crypto_out: Atoms", l.refunded AS "refunded: Atoms", r.body
           FROM limit_uses l CROSS JOIN LATERAL (
               SELECT body FROM records WHERE tenant_id = $1 AND id = l.transaction_id LIMIT 1) r
           WHERE l.tenant_id = $1 AND l.user_id = $2 AND l.leaving AND l.transaction_id <> $3
           ORDER BY l.transaction_id LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        own.uuid(),
        i64::try_from(LINKED_MAX).unwrap_or(i64::MAX),
    )
    .fetch_all(conn)
    .await
    .map_err(StoreError::from)?;
    let euro = |atoms: Atoms| Amount::new(atoms.0, Currency::EUR);
    let read = rows.into_iter().map(|row| {
        let transaction = transaction::read(row.transaction_id, row.body)?;
        let (result, refund) = (euro(row.crypto_out), row.refunded.map(euro));
        Ok((row.transaction_id, Linked { result, refund, transaction }))
    });
    read.collect()
}

/// Stops counting the coins of these transactions, until they are requested again.
pub(crate) async fn let_go(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
    past: &[Uuid],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE limit_uses SET leaving = false
         WHERE tenant_id = $1 AND user_id = $2 AND leaving AND transaction_id = ANY($3)",
        tenant.uuid(),
        user.uuid(),
        past,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the refund of an order's coins, in euro. Replaces the amount if the refund is requested again.
pub(crate) async fn take_refund(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
    order: TransactionId,
    refunded: Amount,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at, refunded, refunded_at)
         VALUES ($1, $2, $3, 0, 0, $5, $4, $5) ON CONFLICT (tenant_id, transaction_id)
         DO UPDATE SET refunded = excluded.refunded, refunded_at = excluded.refunded_at, leaving = true",
        tenant.uuid(),
        order.uuid(),
        user.uuid(),
        Atoms(refunded.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes uses of all tenants older than `before`, at most `limit` rows. Keeps uses of open transactions and of those
/// changed since `moved`, because their coins may still count together with others.
pub(crate) async fn purge(
    conn: &mut PgConnection,
    (before, moved): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<(), StoreError> {
    let open: Vec<String> = Status::all().filter(|s| !s.is_closed()).map(|s| s.code().to_owned()).collect();
    // Looks up each transaction by key; with a join the planner may read them all.
    sqlx::query!(
        "DELETE FROM limit_uses WHERE (tenant_id, transaction_id) IN
           (SELECT l.tenant_id, l.transaction_id FROM limit_uses l
            WHERE l.at < $1 AND (l.refunded_at IS NULL OR l.refunded_at < $1) AND (l.came_at IS NULL OR l.came_at < $1)
              AND NOT (l.leaving AND coalesce((SELECT r.updated_at > $2 OR r.status = ANY($3) FROM records r
                                               WHERE r.tenant_id = l.tenant_id AND r.id = l.transaction_id LIMIT 1), false))
            ORDER BY l.at LIMIT $4)",
        before,
        moved,
        &open,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A customer's own uses for the data export, newest first, in euro cents, older than the position `before`.
pub(crate) async fn taken(
    conn: &mut PgConnection,
    user: UserId,
    before: Option<RowPosition>,
    limit: i64,
) -> Result<Vec<(RowPosition, Value)>, StoreError> {
    let (at, id) = before.unzip();
    let rows = sqlx::query!(
        r#"SELECT at, transaction_id,
                  jsonb_build_object('at', at, 'fiat_cents', fiat::text, 'crypto_out_cents', crypto_out::text) AS "row!"
           FROM limit_uses WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (at, transaction_id) < ($2, $3))
           ORDER BY at DESC, transaction_id DESC LIMIT $4"#,
        user.uuid(),
        at,
        id,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| ((row.at, row.transaction_id), row.row)).collect())
}
