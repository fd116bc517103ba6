//! The jobs that visit the folders of banks: one for each tenant, so that a slow disk does not delay the others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::rails::BankDeskError;
use kernel::{TenantId, World};
use serde_json::json;
use store::{Job, JobError, JobHandler, JobSpec, Outcome, Schedule, Store};

use super::TenantRails;
use crate::bank::VisitError;

/// The kind of the scheduled job.
const ALL: &str = "bank_folder.all";
/// The kind of the jobs of tenants.
const ONE: &str = "bank_folder.visit";
/// How often the folders are visited.
const EVERY: TimeDelta = TimeDelta::seconds(5);

/// The jobs of the folders of this process. A process without folders has none, so that it takes no job of a folder that
/// another machine has.
#[must_use]
pub fn folder_jobs(rails: &TenantRails, (store, world): (Store, World)) -> (Vec<Arc<dyn JobHandler>>, Vec<Schedule>) {
    if rails.folders.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let all = EachFolder { rails: rails.clone(), store, world };
    let one = Visits { rails: rails.clone(), problems: Mutex::default() };
    (vec![Arc::new(all), Arc::new(one)], vec![Schedule::every(ALL, EVERY)])
}

/// Enqueues a visit of each folder, at most one at a time.
struct EachFolder {
    rails: TenantRails,
    store: Store,
    world: World,
}

#[async_trait]
impl JobHandler for EachFolder {
    fn kind(&self) -> &'static str {
        ALL
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let mut jobs = Vec::new();
        for slug in self.rails.folders.keys() {
            let found = identity::tenant_called(&self.store, slug).await?;
            if let Some(tenant) = found.filter(|tenant| !tenant.sandbox) {
                jobs.push(JobSpec::new(ONE, tenant.id, json!({})).unique(tenant.id.to_string()));
            }
        }
        let mut tx = self.store.system().await?;
        tx.enqueue(self.world.now(), &jobs).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

/// Visits the folder of a tenant.
struct Visits {
    rails: TenantRails,
    /// The problem that each tenant's folder had at its last visit, so that each is logged once.
    problems: Mutex<BTreeMap<TenantId, String>>,
}

#[async_trait]
impl JobHandler for Visits {
    fn kind(&self) -> &'static str {
        ONE
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let visited = match self.rails.desk(tenant).await {
            Ok(bank) => bank.visit_folder(tenant).await.map(drop),
            Err(error) => Err(error.into()),
        };
        match visited {
            Err(VisitError::Desk(BankDeskError::Rail(error))) => return Err(error.into()),
            Err(problem) => self.note(tenant, Some(problem.to_string())),
            Ok(()) => self.note(tenant, None),
        }
        // The schedule repeats the visit.
        Ok(Outcome::Done)
    }
}

impl Visits {
    /// Logs a problem that the visit before did not have, and its end.
    fn note(&self, tenant: TenantId, problem: Option<String>) {
        let mut problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        let before = match &problem {
            Some(problem) => problems.insert(tenant, problem.clone()),
            None => problems.remove(&tenant),
        };
        match problem {
            Some(problem) if before.as_ref() != Some(&problem) => tracing::error!(
                event = "bank_folder.unusable", %tenant, problem,
                "The folder of a bank cannot be used. Payment files and statements wait."
            ),
            None if before.is_some() => {
                tracing::info!(event = "bank_folder.usable", %tenant, "The folder of a bank can be used again.");
            }
            _ => {}
        }
    }
}
