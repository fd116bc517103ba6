//! The uses of velocity limits. The change of a movement writes its use, and moves on the customer's counter, so two
//! concurrent movements cannot both fit under the rest of a limit.

use chrono::{DateTime, Utc};
use kernel::{Amount, TenantId, TenantUser, TransactionId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::{Demand, Passed};
use crate::RowPosition;

/// The columns of one end of a use.
#[derive(Default)]
struct EndColumns {
    payway: Option<&'static str>,
    currency: Option<&'static str>,
    amount: Option<Atoms>,
    euro: Option<Atoms>,
}

impl EndColumns {
    fn of(end: Option<&Passed>) -> Self {
        end.map_or_else(Self::default, |end| Self {
            payway: Some(end.payway.code()),
            currency: Some(end.amount.currency().code()),
            amount: Some(Atoms(end.amount.atoms())),
            euro: Some(Atoms(end.euro.atoms())),
        })
    }
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
    let [incoming, outgoing] = [demand.ends.incoming, demand.ends.outgoing].map(|end| EndColumns::of(end.as_ref()));
    sqlx::query!(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at, leaving, to_new,
                                 in_payway, in_currency, in_amount, in_euro,
                                 out_payway, out_currency, out_amount, out_euro)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT (tenant_id, transaction_id)
         DO UPDATE SET fiat = excluded.fiat, crypto_out = excluded.crypto_out, at = excluded.at, leaving = true,
                       to_new = excluded.to_new, in_payway = excluded.in_payway, in_currency = excluded.in_currency,
                       in_amount = excluded.in_amount, in_euro = excluded.in_euro, out_payway = excluded.out_payway,
                       out_currency = excluded.out_currency, out_amount = excluded.out_amount,
                       out_euro = excluded.out_euro",
        tenant.uuid(),
        order.uuid(),
        user.uuid(),
        Atoms(demand.fiat.atoms()) as _,
        Atoms(demand.crypto_out.atoms()) as _,
        now,
        demand.crypto_out.is_positive(),
        to_new,
        incoming.payway,
        incoming.currency,
        incoming.amount as _,
        incoming.euro as _,
        outgoing.payway,
        outgoing.currency,
        outgoing.amount as _,
        outgoing.euro as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stops counting the coins of these transactions, until they are requested again.
pub(crate) async fn let_go(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
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
    TenantUser { tenant, user }: TenantUser,
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
