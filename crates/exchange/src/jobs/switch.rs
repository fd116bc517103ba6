//! The job that switches a node or a source of prices, after the operators have agreed to it.

use async_trait::async_trait;
use identity::operator::{SWITCH_SERVER_CONNECTION_JOB, ServerSwitchJob};
use store::{Job, JobError, JobHandler, Outcome};

use crate::Exchange;
use crate::connection_pause::{ConnectionPause, ServerConnection};

/// Switches connections that the server's settings make.
pub(super) struct Switcher(pub(super) Exchange);

#[async_trait]
impl JobHandler for Switcher {
    fn kind(&self) -> &'static str {
        SWITCH_SERVER_CONNECTION_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let ServerSwitchJob { connection, is_on, by, reason } = serde_json::from_value(job.payload.clone())?;
        let Some(connection) = ServerConnection::read(&connection) else {
            return Ok(Outcome::Dead("the connection is not known".into()));
        };
        let name = connection.to_string();
        if is_on {
            self.0.resume_connection(tenant, &connection).await?;
        } else {
            let pause = ConnectionPause { connection, reason, by, at: self.0.inner.world.now() };
            self.0.pause_connection(tenant, &pause).await?;
        }
        tracing::info!(
            event = "connection.switched", %tenant, connection = name, is_on, "A connection of a tenant was switched."
        );
        Ok(Outcome::Done)
    }
}
