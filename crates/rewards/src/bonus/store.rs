//! All SQL of bonuses.

use ::store::{Atoms, StoreError};
use chrono::{DateTime, Utc};
use kernel::{Amount, ProfileId, TenantId, TransactionId, UserId};
use sqlx::PgConnection;

use crate::mismatch::Mismatch;

/// Completed orders since `from` whose promised bonus is not booked, with the customer; the oldest first. Leaves out orders
/// that lost the promise, and customers whose rewards are on hold.
pub(super) async fn open(
    conn: &mut PgConnection,
    from: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, TransactionId, UserId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT u.tenant_id, u.transaction_id, u.user_id FROM campaign_uses u
         JOIN records r ON r.tenant_id = u.tenant_id AND r.id = u.transaction_id AND r.status = 'DONE'
         WHERE u.bonus IS NOT NULL AND u.at >= $1 AND r.body #> '{price,discount,bonus}' IS NOT NULL
           AND NOT EXISTS (SELECT FROM referral_links l
                           WHERE l.tenant_id = u.tenant_id AND l.user_id = u.user_id AND l.blocked_at IS NOT NULL)
           AND NOT EXISTS (SELECT FROM promo_bonuses b
                           WHERE b.tenant_id = u.tenant_id AND b.transaction_id = u.transaction_id)
         ORDER BY u.at LIMIT $2",
        from,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let of =
        |tenant, order, user| (TenantId::from_uuid(tenant), TransactionId::from_uuid(order), UserId::from_uuid(user));
    Ok(rows.map(|row| of(row.tenant_id, row.transaction_id, row.user_id)).collect())
}

pub(super) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    (order, profile): (TransactionId, ProfileId),
    amount: Amount,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO promo_bonuses (tenant_id, transaction_id, profile_id, currency, amount, booked_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        order.uuid(),
        profile.uuid(),
        amount.currency().code(),
        Atoms(amount.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The first currency in which the platform did not pay exactly the bonuses that were booked.
pub(crate) async fn unlike_platform(conn: &mut PgConnection) -> Result<Option<Mismatch>, StoreError> {
    let found = sqlx::query_as!(
        Mismatch,
        r#"WITH booked AS (
               SELECT tenant_id, currency, sum(amount) AS atoms FROM promo_bonuses GROUP BY 1, 2
           ), posted AS (
               SELECT tenant_id, currency, debits_posted AS atoms FROM accounts
               WHERE book = 'fee_income' AND sub = 'promo'
           )
           SELECT tenant_id AS "tenant_id!", format('fee_income/promo/%s', currency) AS "subject!",
                  format('%s booked', coalesce(b.atoms, 0)) AS "expected!",
                  format('%s paid', coalesce(p.atoms, 0)) AS "found!"
           FROM booked b FULL JOIN posted p USING (tenant_id, currency)
           WHERE coalesce(b.atoms, 0) <> coalesce(p.atoms, 0) ORDER BY tenant_id, currency LIMIT 1"#,
    );
    Ok(found.fetch_optional(conn).await?)
}
