//! What a merchant took, paid in fees and sent back in a period, and what waits.

use ::store::StoreError;
use chrono::{DateTime, TimeDelta, Utc};
use exchange::ExchangeError;
use kernel::{Amount, MerchantId, ProfileId, TenantId};
use sqlx::PgConnection;

use crate::Merchants;
use crate::merchant::invalid;

/// The longest period of an overview.
pub const OVERVIEW_DAYS_MAX: i64 = 31;

/// The sums of a period, each by currency in the order of their codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overview {
    /// The number of payments that were paid in the period.
    pub paid: u64,
    /// Their prices.
    pub taken: Vec<Amount>,
    /// The amounts credited to the merchant for them, after all fees.
    pub settled: Vec<Amount>,
    /// The fees that were deducted from what payers sent.
    pub fees: Vec<Amount>,
    /// The number of refunds that were made in the period and not cancelled.
    pub refunds: u64,
    /// Their amounts, in the currencies of the prices.
    pub refunded: Vec<Amount>,
    /// The number of payments with money that is not settled now, whenever they were made.
    pub waiting: u64,
    /// Their prices.
    pub waits: Vec<Amount>,
}

/// A period that can be summed. Pure.
fn checked((from, to): (DateTime<Utc>, DateTime<Utc>)) -> Result<(), ExchangeError> {
    if to <= from {
        return Err(invalid("to", "must be after from"));
    }
    if to - from > TimeDelta::days(OVERVIEW_DAYS_MAX) {
        return Err(invalid("to", format!("must be at most {OVERVIEW_DAYS_MAX} days after from")));
    }
    Ok(())
}

impl Merchants {
    /// The overview of the profile's merchant; empty for a profile that is none.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] of `to` for a period of more than [`OVERVIEW_DAYS_MAX`] days; database errors.
    pub async fn overview(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        period: (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<Overview, ExchangeError> {
        checked(period)?;
        let Some(merchant) = self.of_profile(tenant, profile).await? else { return Ok(Overview::default()) };
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut sums = Overview::default();
        for sum in sums_of(tx.conn(), (tenant, merchant.id), period).await? {
            sums.add(sum);
        }
        Ok(sums)
    }
}

/// A sum in one currency.
struct Sum {
    of: String,
    count: u64,
    /// `None` for a currency that is no longer in the catalogue.
    amount: Option<Amount>,
}

impl Overview {
    fn add(&mut self, sum: Sum) {
        let Some(amount) = sum.amount else { return };
        match sum.of.as_str() {
            "taken" => {
                self.paid += sum.count;
                self.taken.push(amount);
            }
            "settled" => self.settled.push(amount),
            "fee" => self.fees.push(amount),
            "refunded" => {
                self.refunds += sum.count;
                self.refunded.push(amount);
            }
            _ => {
                self.waiting += sum.count;
                self.waits.push(amount);
            }
        }
    }
}

/// The sums of a period, from the movements of the payments. The price of a payment counts once.
async fn sums_of(
    conn: &mut PgConnection,
    (tenant, merchant): (TenantId, MerchantId),
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

#[cfg(test)]
mod tests {
    use kernel::Currency;

    use super::*;

    #[test]
    fn a_period_has_at_most_a_month() {
        let start = DateTime::UNIX_EPOCH;
        assert!(checked((start, start + TimeDelta::days(OVERVIEW_DAYS_MAX))).is_ok());
        assert!(checked((start, start + TimeDelta::days(OVERVIEW_DAYS_MAX + 1))).is_err());
        assert!(checked((start, start)).is_err());
    }

    #[test]
    fn sums_of_different_currencies_stay_apart_and_their_payments_count_together() {
        let mut sums = Overview::default();
        for (of, count, currency) in
            [("taken", 2, Currency::EUR), ("taken", 1, Currency::USD), ("waits", 4, Currency::EUR)]
        {
            sums.add(Sum { of: of.into(), count, amount: Some(Amount::new(100, currency)) });
        }
        sums.add(Sum { of: "taken".into(), count: 9, amount: None });
        assert_eq!((sums.paid, sums.waiting), (3, 4));
        assert_eq!(sums.taken, [Amount::new(100, Currency::EUR), Amount::new(100, Currency::USD)]);
    }
}
