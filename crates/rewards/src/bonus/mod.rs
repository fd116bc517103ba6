//! The bonus of a promo code: booked once for a completed order, from the platform's fee income to the customer's reward
//! account. The order's price says what was promised, and its booking is told to the customer.

mod store;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::store::{Job, JobError, JobHandler, Outcome, StoreError};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use exchange::transaction::bonus_mail;
use exchange::{ExchangeError, Transaction};
use kernel::{Amount, Product, ProfileId, TenantId, TransactionId, UserId};
use ledger::{Account, Change, ChangeKey, ChangeRows, CommitError, Expected, Transfer, TransferKind};
use sqlx::PgConnection;

pub(crate) use store::unlike_platform;

use crate::Rewards;
use crate::earning::{is_completed, is_disputed};

/// The job kind and schedule name.
pub(crate) const KIND: &str = "promo.bonus";
/// The interval of the sweeps.
pub(crate) const SWEEP_SECONDS: i64 = 5;
/// The part of the platform's fee income that is passed on for promo codes.
const SHARED: &str = "promo";
/// The maximum number of bonuses of one sweep.
const BATCH: i64 = 200;
/// How long one run works.
const RUN_MAX: Duration = Duration::from_secs(40);
/// After this time an order no longer completes by itself. A bonus that is still open then stays unpaid.
const OPEN: TimeDelta = TimeDelta::days(60);

/// The bonus that a movement earns now. `None` while it is not completed, or its payment is disputed. Pure.
fn earned(movement: &Transaction) -> Option<Amount> {
    let promised = movement.price.discount.as_ref()?.bonus?;
    (is_completed(movement) && !is_disputed(movement)).then_some(promised)
}

impl Rewards {
    /// Books the bonus of a completed order. Does nothing while the customer's rewards are on hold.
    async fn book_bonus(&self, tenant: TenantId, order: TransactionId, user: UserId) -> Result<(), ExchangeError> {
        let movement = self.exchange().find(tenant, order).await?;
        let Some(amount) = earned(&movement) else { return Ok(()) };
        let link = self.link(tenant, user).await?;
        if link.blocked_at.is_some() {
            return Ok(());
        }
        let currency = amount.currency();
        let transfer = Transfer {
            id: self.world().uuid(),
            debit: Account::fee_income(SHARED, currency),
            credit: Account::product(link.profile, Product::Reward, currency),
            amount,
            kind: TransferKind::Post,
            code: "promo_bonus",
        };
        let change = Change {
            key: ChangeKey(format!("promo-bonus:{order}")),
            transfers: vec![transfer],
            expects: vec![Expected { record: order.uuid(), version: movement.version }],
            jobs: vec![bonus_mail(tenant, &movement, amount)],
            rows: vec![Arc::new(BonusRow { order, profile: link.profile, amount })],
            ..Change::default()
        };
        match self.journal().commit(tenant, change).await {
            Ok(_) => {
                tracing::info!(event = "promo.bonus_booked", %tenant, %order, %amount, "The bonus of a promo code was booked.");
                Ok(())
            }
            // The order changed meanwhile. The next sweep looks again.
            Err(CommitError::Moved { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The row that the booking of a bonus writes.
#[derive(Debug, Clone, Copy)]
struct BonusRow {
    order: TransactionId,
    profile: ProfileId,
    amount: Amount,
}

#[async_trait]
impl ChangeRows for BonusRow {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        store::insert(conn, tenant, (self.order, self.profile), self.amount, now).await
    }
}

/// Books the bonuses of completed orders.
pub(crate) struct BonusSweep(pub Rewards);

#[async_trait]
impl JobHandler for BonusSweep {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let (began, now) = (Instant::now(), self.0.world().now());
        let mut tx = self.0.store().system().await?;
        let open = store::open(tx.conn(), now - OPEN, BATCH).await?;
        tx.rollback().await?;
        for (tenant, order, user) in open {
            if let Err(error) = self.0.book_bonus(tenant, order, user).await {
                tracing::warn!(
                    event = "promo.bonus_failed", %tenant, %order, %error,
                    "The worker could not book the bonus of a promo code. It tries again in a moment."
                );
            }
            if began.elapsed() >= RUN_MAX {
                break;
            }
        }
        Ok(Outcome::Done)
    }
}
