//! Creates wallets of new tenants. Runs in a worker, because account public keys come from the signer.

use async_trait::async_trait;
use chrono::TimeDelta;
use store::{Job, JobError, JobHandler, Outcome, Schedule};

use super::store as rows;
use crate::{Custody, CustodyError};

/// Job kind.
const KIND: &str = "custody.wallets";
/// Tenants read at once.
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
            let mut after = None;
            loop {
                let mut tx = self.custody.inner.store.system().await?;
                let tenants = rows::without_wallet(tx.conn(), network, after, TENANTS_MAX).await?;
                tx.rollback().await?;
                for tenant in &tenants {
                    match self.custody.funding_address(*tenant, network).await {
                        Err(CustodyError::NotForTenant(_)) | Ok(_) => {}
                        Err(error) => return Err(error),
                    }
                }
                match tenants.last() {
                    Some(last) => after = Some(*last),
                    None => break,
                }
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
