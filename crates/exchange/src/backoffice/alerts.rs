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
/// A payout on a network is reported that has too few confirmations after this time, or after three times the usual time
/// of its blocks, if that is longer.
const UNCONFIRMED: TimeDelta = TimeDelta::hours(1);
/// A job ends questions to customers at their deadline. One that is open for so much longer is reported.
const HOLD_SLACK: TimeDelta = TimeDelta::hours(1);
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
    let is_forgotten = clock(transaction).is_some_and(|clock| clock.is_overdue(now - HOLD_SLACK));
    let kind = of_reason
        .or_else(|| (!is_ours && is_forgotten).then_some(AlertKind::HoldLate))
        .or_else(|| is_late.then_some(AlertKind::WorkLate))
        .or_else(|| is_unmatched.then_some(AlertKind::Unmatched))
        .or_else(|| is_slow.then_some(AlertKind::PayoutSlow));
    let unconfirmed = || Some((AlertKind::PayoutUnconfirmed, unconfirmed_since(transaction, now)?));
    kind.map(|kind| (kind, since)).or_else(unconfirmed)
}

/// When a payout on a network was sent that has had too few confirmations for too long.
fn unconfirmed_since(transaction: &Transaction, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let (_, leg) = transaction.result_leg().filter(|_| transaction.sub_state() == SubState::Sent)?;
    let (network, sent_at) = (leg.payway.network()?, leg.sent_at?);
    let blocks = TimeDelta::seconds(i64::from(network.block_seconds()) * i64::from(leg.required) * 3);
    (leg.confirmations < leg.required && now - sent_at >= blocks.max(UNCONFIRMED)).then_some(sent_at)
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

    /// The number of currencies whose sources differ by more than 1 %.
    ///
    /// # Errors
    /// Database errors.
    pub async fn differing_rates(&self, tenant: TenantId) -> Result<usize, ExchangeError> {
        let board = self.rate_board(tenant).await?;
        Ok(board.rows.iter().filter(|row| !row.is_off && row.differs()).count())
    }

    /// Since when so many card payments are declined that operators must act; `None` if it is as usual.
    ///
    /// # Errors
    /// Database errors.
    pub async fn declines_up(&self, tenant: TenantId) -> Result<Option<DateTime<Utc>>, ExchangeError> {
        let day = self.inner.world.now() - TimeDelta::days(1);
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let counts = store::card_payments(tx.conn(), tenant, (day - TimeDelta::days(7), day)).await?;
        Ok(counts.are_doubled().then_some(day))
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
