//! All SQL of the overview.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{Amount, MerchantId, TenantId};
use sqlx::PgConnection;

/// A sum in one currency.
pub(super) struct Sum {
    pub of: String,
    pub count: u64,
    /// `None` for a currency that is no longer in the catalogue.
    pub amount: Option<Amount>,
}

/// The sums of a period, from the movements of the payments. The price of a payment counts once.
pub(super) async fn sums_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Sum>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH done AS (
               SELECT p.id, p.terms -> 'price' AS asked, r.body -> 'price' AS price
               FROM merchant_payments p
               JOIN merchant_attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id
               JOIN records r ON r.tenant_id = a.tenant_id AND r.id = a.transaction_id
               WHERE p.tenant_id = $1 AND p.merchant_id = $2 AND r.status = 'DONE'
                 AND r.updated_at >= $3 AND r.updated_at < $4
           ), parts (sum_of, payment, money) AS (
               SELECT DISTINCT 'taken', id, asked FROM done
               UNION ALL SELECT 'settled', id, price -> 'to_amount' FROM done
               UNION ALL SELECT 'fee', id, line -> 'amount' FROM done, jsonb_array_elements(price -> 'lines') line
                         WHERE line ->> 'kind' IN ('our_fee', 'processing_fee', 'network_fee', 'spread')
               UNION ALL SELECT 'refunded', p.id, f.amount
                         FROM merchant_payments p
                         JOIN merchant_refunds f ON f.tenant_id = p.tenant_id AND f.payment_id = p.id
                         JOIN records r ON r.tenant_id = f.tenant_id AND r.id = f.transaction_id
                         WHERE p.tenant_id = $1 AND p.merchant_id = $2 AND r.status NOT IN ('CANCELLED', 'EXPIRED')
                           AND f.created_at >= $3 AND f.created_at < $4
               UNION ALL SELECT 'waits', id, terms -> 'price' FROM merchant_payments
                         WHERE tenant_id = $1 AND merchant_id = $2
                           AND state IN ('seen', 'paid_partly', 'paid_over', 'paid_late', 'held')
           )
           SELECT sum_of AS "of!", count(*) AS "count!",
                  jsonb_build_object('amount', sum((money ->> 'amount')::numeric)::text,
                                     'currency', money ->> 'currency') AS "money!"
           FROM parts GROUP BY sum_of, money ->> 'currency' ORDER BY sum_of, money ->> 'currency'"#,
        tenant.uuid(),
        merchant.uuid(),
        from,
        to,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = |of, count: i64, money| Sum {
        of,
        count: u64::try_from(count).unwrap_or_default(),
        amount: serde_json::from_value(money).ok(),
    };
    Ok(rows.map(|row| read(row.of, row.count, row.money)).collect())
}
