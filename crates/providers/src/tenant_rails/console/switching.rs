//! The job that switches a connection, after a second operator has agreed to it.

use std::sync::Arc;

use ::store::{Job, JobError, JobHandler, Outcome};
use async_trait::async_trait;
use identity::operator::SWITCH_CONNECTION_JOB;
use serde::Deserialize;
use uuid::Uuid;

use super::store;
use crate::tenant_rails::TenantRails;

/// The payload of the job.
#[derive(Deserialize)]
struct Switch {
    connection: Uuid,
    is_on: bool,
}

/// The handler of the job.
#[must_use]
pub fn switching_handler(rails: TenantRails) -> Arc<dyn JobHandler> {
    Arc::new(Switcher(rails))
}

struct Switcher(TenantRails);

#[async_trait]
impl JobHandler for Switcher {
    fn kind(&self) -> &'static str {
        SWITCH_CONNECTION_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let Switch { connection, is_on } = serde_json::from_value(job.payload.clone())?;
        let console = &self.0.console;
        let mut tx = console.store.tenant(tenant).await?;
        store::lock_switching(tx.conn()).await?;
        let Some(row) = store::one(tx.conn(), tenant, connection).await? else {
            // Another draft has taken its place since it was proposed.
            return Ok(Outcome::Dead("the connection was changed after it was proposed".into()));
        };
        let settings = &row.made.settings;
        if is_on && (self.0.is_of_server(settings) || console.is_taken(tenant, settings).await?) {
            return Ok(Outcome::Dead("another tenant uses the account".into()));
        }
        let kind = row.made.settings.kind();
        if !store::switch(tx.conn(), tenant, (connection, kind, is_on), console.world.now()).await? {
            return Ok(Outcome::Dead("the connection is not on any more".into()));
        }
        tx.commit().await?;
        console.forget(tenant);
        tracing::info!(
            event = "connection.switched", %tenant, %connection, kind = kind.code(), is_on,
            "A connection of a tenant was switched."
        );
        Ok(Outcome::Done)
    }
}
