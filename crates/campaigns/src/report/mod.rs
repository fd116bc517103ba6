//! The attribution of customers, and their orders, in a period of the tenant's days.

mod store;

use chrono::{DateTime, NaiveDate, Utc};
use identity::operator::OperatorPrincipal;
use kernel::{Amount, TenantId};
use uuid::Uuid;

use crate::promo::time_zone;
use crate::schedule::{day_range, zone};
use crate::{CampaignError, Campaigns};

/// The longest period.
const DAYS_MAX: i64 = 366;
/// The maximum number of rows.
const ROWS_MAX: i64 = 1_000;
/// An order's id begins with the time of its quote, which is a little older than the order.
const QUOTE_MINUTES: i64 = 60;

/// Sums of completed exchanges in one pair of currencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totals {
    /// The sum of the given amounts.
    pub volume: Amount,
    /// The sums of the platform's fee after discounts, by currency.
    pub fees: Vec<Amount>,
}

/// One source of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRow {
    /// `utm_source`; `None` for customers who came without campaign parameters.
    pub source: Option<String>,
    /// `utm_medium`.
    pub medium: Option<String>,
    /// `utm_campaign`.
    pub campaign: Option<String>,
    /// `utm_term`.
    pub term: Option<String>,
    /// People who signed up in the period.
    pub sign_ups: i64,
    /// The number of them whose identity is verified.
    pub verified: i64,
    /// The number of them who have completed an exchange.
    pub with_order: i64,
    /// Exchanges that customers of this source ordered in the period and completed.
    pub orders: i64,
    /// Their sums.
    pub totals: Vec<Totals>,
}

impl Campaigns {
    /// The sources of the customers, the one with the most sign-ups first. Both days belong to the period, by the
    /// tenant's clock. Returns the time zone too.
    ///
    /// # Errors
    /// A field error of `to` for a reversed or too long period; 403 without permission.
    pub async fn sources(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        (from, to): (NaiveDate, NaiveDate),
    ) -> Result<(String, Vec<SourceRow>), CampaignError> {
        self.inner.identity.may_read_campaigns(who)?;
        if to < from {
            return Err(CampaignError::invalid("to", "must not be before the first day"));
        }
        if (to - from).num_days() >= DAYS_MAX {
            return Err(CampaignError::invalid("to", format!("must be within {DAYS_MAX} days of the first day")));
        }
        let mut tx = self.inner.store.tenant_read_bulk(tenant).await?;
        let clock = time_zone(tx.conn(), tenant).await?;
        let range = day_range(from, to, zone(&clock)?);
        let range = range.ok_or_else(|| CampaignError::invalid("to", "is beyond the calendar"))?;
        let mut rows = store::people(tx.conn(), tenant, range, ROWS_MAX).await?;
        store::add_orders(tx.conn(), tenant, range, first_id(range.0), &mut rows).await?;
        rows.sort_by(|one, other| other.sign_ups.cmp(&one.sign_ups).then_with(|| other.orders.cmp(&one.orders)));
        Ok((clock, rows))
    }
}

/// A lower bound of the ids of orders made since `at` (UUIDv7 begins with the milliseconds).
fn first_id(at: DateTime<Utc>) -> Uuid {
    let ms = (at - chrono::TimeDelta::minutes(QUOTE_MINUTES)).timestamp_millis().max(0);
    Uuid::from_u128(u128::try_from(ms).unwrap_or_default() << 80)
}
