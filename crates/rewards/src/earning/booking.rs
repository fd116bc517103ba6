//! Books an earning that is due: a change of the ledger from the platform's fee income to the reward account.

use std::sync::Arc;

use ::store::StoreError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use kernel::{Amount, Product, ProfileId, TenantId, TransactionId};
use ledger::{Account, Change, ChangeKey, ChangeRows, CommitError, Expected, Transfer, TransferKind};
use sqlx::PgConnection;

use super::store::{self, Due};
use super::{EarningState, HoldReason, is_completed, is_disputed};
use crate::Rewards;

/// The part of the platform's fee income that is passed on to referrers.
const SHARED: &str = "referral";

/// The direction of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To the reward account.
    Earn,
    /// Back to the platform.
    TakeBack,
}

impl Rewards {
    /// Books one earning, or holds it for an operator. Does nothing while its referrer is blocked.
    pub(crate) async fn book(&self, tenant: TenantId, order: TransactionId) -> Result<(), ExchangeError> {
        let movement = self.exchange().find(tenant, order).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let now = self.world().now();
        let Some(due) = store::due_one(tx.conn(), tenant, order, now).await? else { return Ok(()) };
        let is_same = store::same_name(tx.conn(), tenant, (due.referrer, due.referee)).await?;
        let hold = match due.released {
            Some(HoldReason::Disputed) => None,
            _ if is_disputed(&movement) || !is_completed(&movement) => Some(HoldReason::Disputed),
            None if is_same => Some(HoldReason::SameName),
            _ => None,
        };
        if let Some(hold) = hold {
            store::hold(tx.conn(), tenant, order, hold).await?;
            return Ok(tx.commit().await?);
        }
        tx.rollback().await?;
        let expects = vec![Expected { record: order.uuid(), version: movement.version }];
        let change = Change { expects, ..self.booking(order, due.profile, due.amount, Way::Earn) };
        match self.journal().commit(tenant, change).await {
            Ok(_) => {
                let Due { referrer, amount, .. } = due;
                tracing::info!(event = "referral.booked", %tenant, %order, %referrer, %amount, "A referral reward was booked.");
                Ok(())
            }
            // The order changed meanwhile. The next sweep looks again.
            Err(CommitError::Moved { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The change that books an earning, or posts it back.
    pub(super) fn booking(&self, order: TransactionId, profile: ProfileId, amount: Amount, way: Way) -> Change {
        let currency = amount.currency();
        let (ours, theirs) =
            (Account::fee_income(SHARED, currency), Account::product(profile, Product::Reward, currency));
        let (key, debit, credit, code, state) = match way {
            Way::Earn => ("referral", ours, theirs, "referral", EarningState::Booked),
            Way::TakeBack => ("referral-back", theirs, ours, "referral_back", EarningState::TakenBack),
        };
        let transfer = Transfer { id: self.world().uuid(), debit, credit, amount, kind: TransferKind::Post, code };
        Change {
            key: ChangeKey(format!("{key}:{order}")),
            transfers: vec![transfer],
            rows: vec![Arc::new(EarningRow { order, state })],
            ..Change::default()
        }
    }
}

/// The state of the earning that a booking's change writes.
#[derive(Debug, Clone, Copy)]
struct EarningRow {
    order: TransactionId,
    state: EarningState,
}

#[async_trait]
impl ChangeRows for EarningRow {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        store::booked(conn, tenant, self.order, self.state, now).await
    }
}
