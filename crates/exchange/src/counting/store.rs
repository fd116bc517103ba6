//! The uses of velocity limits, as far as their movements count. What a use counts follows from its movement
//! ([`Use::left_by`]), so a movement that came to nothing frees its use without a clean-up step.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, TenantId, TenantUser, TransactionId, UserId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::{LINKED_MAX, Linked};
use crate::ExchangeError;
use crate::limits::{Ends, Passed, USES_MAX, Use};
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
                  l.in_payway, l.in_currency, l.in_amount AS "in_amount: Atoms", l.in_euro AS "in_euro: Atoms",
                  l.out_payway, l.out_currency, l.out_amount AS "out_amount: Atoms", l.out_euro AS "out_euro: Atoms",
                  r.body AS "body?" FROM limit_uses l
           CROSS JOIN LATERAL (
               SELECT status, CASE WHEN status IN ('REJECT', 'FAIL', 'RESOLVED') THEN body END AS body
               FROM records WHERE tenant_id = $1 AND id = l.transaction_id LIMIT 1) r
           WHERE l.tenant_id = $1 AND l.user_id = $2 AND l.at > $3 AND l.transaction_id IS DISTINCT FROM $4
             AND (l.fiat > 0 OR l.crypto_out > 0 OR l.in_payway IS NOT NULL OR l.out_payway IS NOT NULL)
             AND r.status NOT IN ('EXPIRED', 'CANCELLED')
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
        let ends = Ends {
            incoming: passed(row.in_payway, row.in_currency, row.in_amount.zip(row.in_euro))?,
            outgoing: passed(row.out_payway, row.out_currency, row.out_amount.zip(row.out_euro))?,
        };
        let whole = Use { at: row.at, fiat, crypto_out, to_new: row.to_new, ends };
        Ok(match row.body {
            Some(body) => whole.left_by(&transaction::read(row.transaction_id, body)?),
            None => whole,
        })
    });
    read.collect()
}

/// One end of a use from its columns.
fn passed(
    payway: Option<String>,
    currency: Option<String>,
    atoms: Option<(Atoms, Atoms)>,
) -> Result<Option<Passed>, ExchangeError> {
    let (Some(payway), Some(currency), Some((amount, euro))) = (payway, currency, atoms) else { return Ok(None) };
    let unknown = || ExchangeError::Internal(format!("a limit use of {currency} by {payway}"));
    let amount = Amount::new(amount.0, currency.parse().map_err(|_| unknown())?);
    let euro = Amount::new(euro.0, Currency::EUR);
    Ok(Some(Passed { payway: payway.parse().map_err(|_| unknown())?, amount, euro }))
}

/// The customer's other transactions whose coins may count together with `own`, each with its id. At most
/// [`LINKED_MAX`].
pub(crate) async fn linked(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
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

/// Deletes uses of all tenants older than `before`, at most `limit` rows. Keeps uses of open transactions and of those
/// changed since `moved`, because their coins may still count together with others.
pub(crate) async fn purge(
    conn: &mut PgConnection,
    (before, moved): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<(), StoreError> {
    let open: Vec<String> = Status::ALL.into_iter().filter(|s| !s.is_closed()).map(|s| s.code().to_owned()).collect();
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
