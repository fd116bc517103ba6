//! All SQL of make-goods.

use ::store::{Atoms, StoreError};
use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, TenantId, TransactionId};
use sqlx::PgConnection;

use super::{MakeGood, MakeGoodDay};

/// Inserts the make-good of a transaction. The primary key refuses a second one, and with it the whole change.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    transaction: TransactionId,
    make_good: &MakeGood,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO make_goods (tenant_id, transaction_id, kind, currency, cost, loss_cents, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        transaction.uuid(),
        make_good.kind.code(),
        make_good.cost.currency().code(),
        Atoms(make_good.cost.atoms()) as _,
        Atoms(make_good.loss.atoms()) as _,
        make_good.at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The days from `first` on that have a make-good, newest first; at most `limit`.
pub(crate) async fn days(
    conn: &mut PgConnection,
    tenant: TenantId,
    first: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<MakeGoodDay>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT (made_at AT TIME ZONE 'UTC')::date AS "day!", count(*) FILTER (WHERE kind = 'kept') AS "kept!",
                  count(*) FILTER (WHERE kind = 'credited') AS "credited!", sum(loss_cents) AS "cents!: Atoms"
           FROM make_goods WHERE tenant_id = $1 AND made_at >= $2 GROUP BY 1 ORDER BY 1 DESC LIMIT $3"#,
        tenant.uuid(),
        first,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let days = rows.into_iter().map(|row| {
        let cost = Amount::new(row.cents.0, Currency::EUR);
        MakeGoodDay { day: row.day, kept: row.kept, credited: row.credited, cost }
    });
    Ok(days.collect())
}
