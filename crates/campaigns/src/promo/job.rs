//! The job that starts or stops a campaign, after the operators have decided it.

use ::store::{Job, JobError, JobHandler, Outcome};
use async_trait::async_trait;
use identity::operator::SWITCH_CAMPAIGN_JOB;
use kernel::CampaignId;
use serde::Deserialize;

use super::model::CampaignState;
use super::store;
use crate::Campaigns;

/// The payload of the job.
#[derive(Deserialize)]
struct Payload {
    campaign: CampaignId,
    is_on: bool,
}

/// Handles `campaign.switch`.
pub struct Switch(pub Campaigns);

#[async_trait]
impl JobHandler for Switch {
    fn kind(&self) -> &'static str {
        SWITCH_CAMPAIGN_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let Payload { campaign, is_on } = serde_json::from_value(job.payload.clone())?;
        let path: (&[CampaignState], CampaignState) = match is_on {
            true => (&[CampaignState::Draft, CampaignState::Stopped], CampaignState::On),
            false => (&[CampaignState::On], CampaignState::Stopped),
        };
        let inner = &self.0.inner;
        let mut tx = inner.store.tenant(tenant).await?;
        if store::switch(tx.conn(), tenant, campaign, path, inner.world.now()).await? {
            tx.commit().await?;
            tracing::info!(event = "campaign.switched", %tenant, %campaign, is_on, "A campaign was started or stopped.");
            return Ok(Outcome::Done);
        }
        // A repeated job finds the state that it wanted. A draft may have been deleted since it was proposed.
        let found = store::one(tx.conn(), tenant, campaign).await?;
        match found {
            Some(found) if found.state == path.1 => Ok(Outcome::Done),
            _ => Ok(Outcome::Dead("the campaign was changed after this was decided".into())),
        }
    }
}
