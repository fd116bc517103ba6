//! Creates wallets of new tenants. Runs in a worker, because account public keys come from the signer.

use async_trait::async_trait;
use chrono::TimeDelta;
use store::{Job, JobError, JobHandler, Outcome, Schedule};

use super::store as rows;
use crate::{Custody, CustodyError};

/// Job kind.
const KIND: &str = "custody.wallets";
/// Maximum tenants in one run; the next run follows within a minute.
const TENANTS_MAX: i64 = 100;

/// Creates wallets.
pub(crate) struct WalletsHandler {
    pub(crate) custody: Custody,
}

impl WalletsHandler {
    /// Once a minute.
    pub(crate) fn schedule() -> Schedule {
        Schedule::every(KIND, TimeDelta::minutes(1))
    }

    async fn open(&self) -> Result<(), CustodyError> {
        for network in self.custody.networks() {
            let mut tx = self.custody.inner.store.system().await?;
            let tenants = rows::without_wallet(tx.conn(), network, TENANTS_MAX).await?;
            tx.rollback().await?;
            for tenant in tenants {
                self.custody.funding_address(tenant, network).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl JobHandler for WalletsHandler {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        self.open().await?;
        Ok(Outcome::Done)
    }
}
