//! The job that executes an operator's resolution of a movement.

use async_trait::async_trait;
use identity::operator::{RESOLVE_JOB, Resolution, ResolutionAct};
use kernel::{ErrorKind, OperatorId};
use store::{Job, JobError, JobHandler, Outcome};

use super::field;
use crate::Exchange;

/// Executes an operator's resolution of a movement. A resolution that no longer applies is dropped with its reason, and
/// the movement keeps waiting.
pub(super) struct Resolver(pub Exchange);

#[async_trait]
impl JobHandler for Resolver {
    fn kind(&self) -> &'static str {
        RESOLVE_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".to_owned())) };
        let read = (field::<Resolution>(job, "resolution"), field::<OperatorId>(job, "operator"));
        let (Ok(resolution), Ok(operator)) = read else {
            return Ok(Outcome::Dead("the job names no resolution".to_owned()));
        };
        let done = if resolution.act == ResolutionAct::LookUp {
            self.0.look_up_charge(tenant, resolution.movement, operator).await
        } else {
            self.0.resolve(tenant, &resolution, operator, &job.id.to_string()).await
        };
        match done {
            Ok(()) => Ok(Outcome::Done),
            Err(error) if matches!(error.kind(), ErrorKind::Unavailable | ErrorKind::Internal) => Err(error.into()),
            Err(error) => {
                let (movement, act) = (resolution.movement, resolution.act);
                tracing::warn!(
                    event = "resolution.refused", %tenant, transaction = %movement, ?act, %error,
                    "A resolution no longer fits its transaction."
                );
                Ok(Outcome::Dead(error.to_string()))
            }
        }
    }
}
