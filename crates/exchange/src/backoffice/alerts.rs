//! The conditions of transactions and prices that operators must act on.

use chrono::{DateTime, TimeDelta, Utc};
use identity::mail::AlertKind;
use identity::operator::{Alerts, add_alert};
use kernel::TenantId;

use super::clock::clock;
use super::store;
use crate::transaction::{self, ReviewReason, Status, SubState, Transaction};
use crate::{Exchange, ExchangeError};

/// A payout is reported that is still with its bank or network after ten minutes (docs/console.md).
const HANDOVER: TimeDelta = TimeDelta::minutes(10);
/// The maximum number of transactions of each list that a check counts. The oldest come first.
const COUNTED_MAX: i64 = 2_000;

/// The condition of a transaction and when it began; `None` if no action is needed yet. A transaction has one condition
/// at most, the worst. Pure.
fn alert_of(transaction: &Transaction, now: DateTime<Utc>) -> Option<(AlertKind, DateTime<Utc>)> {
    let reason = transaction.review.as_ref().map(|review| review.reason);
    let since = transaction.review.as_ref().map_or(transaction.updated_at, |review| review.since);
    let of_reason = match reason {
        Some(ReviewReason::PaidTwice) => Some(AlertKind::PaidTwice),
        Some(ReviewReason::PayoutUnknown) => Some(AlertKind::PayoutUnknown),
        Some(ReviewReason::PayoutFailed) => Some(AlertKind::PayoutFailed),
        Some(ReviewReason::Reversed) => Some(AlertKind::Reversed),
        Some(ReviewReason::Disputed) => Some(AlertKind::Disputed),
        Some(ReviewReason::ChargeUnknown) => Some(AlertKind::ChargeUnknown),
        _ => None,
    };
    let is_ours = transaction.status() != Status::ActionRequired || transaction.appeal.is_some();
    let is_late = is_ours && clock(transaction).is_some_and(|clock| clock.is_overdue(now));
    let is_unmatched = matches!(reason, Some(ReviewReason::Unidentified | ReviewReason::WrongPayment));
    let is_slow = transaction.sub_state() == SubState::Sending && now - transaction.updated_at >= HANDOVER;
    let kind = of_reason
        .or_else(|| is_late.then_some(AlertKind::WorkLate))
        .or_else(|| is_unmatched.then_some(AlertKind::Unmatched))
        .or_else(|| is_slow.then_some(AlertKind::PayoutSlow))?;
    Some((kind, since))
}

impl Exchange {
    /// The conditions of a tenant's transactions that operators must act on.
    ///
    /// # Errors
    /// Database errors.
    pub async fn alerts(&self, tenant: TenantId) -> Result<Alerts, ExchangeError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let mut rows = store::waiting(tx.conn(), tenant, None, COUNTED_MAX).await?;
        rows.extend(store::processing(tx.conn(), tenant, COUNTED_MAX).await?);
        drop(tx);
        // An ended transaction with a review is in the first list, and one in progress with a review in both.
        rows.sort_unstable_by_key(|(id, _)| *id);
        rows.dedup_by_key(|(id, _)| *id);
        let mut alerts = Alerts::new();
        for (id, body) in rows {
            if let Some((kind, since)) = alert_of(&transaction::read(id, body)?, now) {
                add_alert(&mut alerts, kind, Some(since));
            }
        }
        Ok(alerts)
    }

    /// The number of currencies that have lost their price: their sources are silent, too old, or differ. A currency
    /// without any source is a matter of configuration, and does not count.
    ///
    /// # Errors
    /// Database errors.
    pub async fn unquoted(&self, tenant: TenantId) -> Result<usize, ExchangeError> {
        let board = self.rate_board(tenant).await?;
        Ok(board.rows.iter().filter(|row| row.price.is_none() && !row.is_off && !row.sources.is_empty()).count())
    }
}
