//! The sweep over merchants' open payments and refunds: accepts what is within the tolerance, refreshes the states of
//! lists, and reports refunds that have ended.

use std::time::{Duration, Instant};

use ::store::{Job, JobError, JobHandler, Outcome};
use async_trait::async_trait;
use exchange::ExchangeError;
use kernel::{PaymentId, TenantId};

use crate::Merchants;
use crate::payment::store;

/// The job kind and schedule name.
pub(crate) const KIND: &str = "merchant.follow";
/// The interval of the sweeps.
pub(crate) const SWEEP_SECONDS: i64 = 5;
/// The maximum number of open payments of one sweep, and of those with refunds on their way. The next one begins with those that waited longest.
const BATCH: i64 = 200;
/// How long one run works.
const RUN_MAX: Duration = Duration::from_secs(40);

/// Follows payments whose pages are not open: accepts amounts within the tolerance, and copies states for the lists.
pub(crate) struct Follower(pub Merchants);

#[async_trait]
impl JobHandler for Follower {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let began = Instant::now();
        let mut tx = self.0.store().system().await?;
        let now = self.0.world().now();
        let mut found = store::pending(tx.conn(), now, BATCH).await?;
        found.extend(store::refunding(tx.conn(), now, BATCH).await?);
        tx.rollback().await?;
        for (tenant, id) in found {
            if let Err(error) = self.follow(tenant, id).await {
                tracing::warn!(
                    event = "merchant.follow_failed", %tenant, payment = %id, %error,
                    "The worker could not look at a payment. It tries again in a moment."
                );
            }
            if began.elapsed() >= RUN_MAX {
                break;
            }
        }
        Ok(Outcome::Done)
    }
}

impl Follower {
    async fn follow(&self, tenant: TenantId, id: PaymentId) -> Result<(), ExchangeError> {
        let mut tx = self.0.store().tenant(tenant).await?;
        let found = store::payment(tx.conn(), tenant, id).await?;
        if found.is_some() {
            // First, so that a payment that cannot be read does not hold up the others.
            store::touch(tx.conn(), tenant, id, self.0.world().now()).await?;
        }
        tx.commit().await?;
        if let Some(payment) = found {
            let merchant = self.0.by_id(tenant, payment.merchant).await?;
            self.0.look(tenant, merchant, payment).await?;
        }
        Ok(())
    }
}
