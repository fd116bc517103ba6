//! Campaigns and content, as far as operators decide about them: who may, what the log says, and the switch that a second
//! operator approves. The crate `campaigns` keeps them. A job of it switches, which is enqueued in the transaction of the
//! log entry.

use std::collections::BTreeMap;

use kernel::{CampaignId, OperatorId, TenantId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{JobSpec, TenantTx};

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Line, StateChange};
use super::session::OperatorPrincipal;
use crate::{ClientContext, Identity, IdentityError};

/// The kind of the job that starts or stops a campaign.
pub const SWITCH_CAMPAIGN_JOB: &str = "campaign.switch";

/// Campaigns give away the platform's fee, as a policy does.
const READ_CAMPAIGNS: Permission = Permission(Resource::Policies, Action::Read);
const WRITE_CAMPAIGNS: Permission = Permission(Resource::Policies, Action::Write);
const READ_CONTENT: Permission = Permission(Resource::Content, Action::Read);
const WRITE_CONTENT: Permission = Permission(Resource::Content, Action::Write);

/// A campaign to start or to stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignSwitch {
    /// The campaign. Its terms never change, so that what runs is what was proposed.
    pub campaign: CampaignId,
    /// Its name.
    pub name: String,
    /// On, or off.
    pub is_on: bool,
    /// Its terms, a name and a value each.
    pub terms: BTreeMap<String, String>,
}

impl CampaignSwitch {
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let payload = json!({ "campaign": self.campaign, "is_on": self.is_on, "operator": operator });
        JobSpec::new(SWITCH_CAMPAIGN_JOB, tenant, payload)
    }
}

/// An action that an operator executes alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentAct {
    /// Makes the draft of a campaign.
    MakeCampaign,
    /// Deletes the draft of a campaign.
    DeleteCampaign,
    /// Sets the tenant's time zone.
    SetClock,
    /// Makes or changes a banner or a slide.
    SaveContent,
    /// Deletes a banner or a slide.
    DeleteContent,
}

impl ContentAct {
    /// The name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::MakeCampaign => "campaigns.make",
            Self::DeleteCampaign => "campaigns.delete",
            Self::SetClock => "campaigns.clock",
            Self::SaveContent => "content.save",
            Self::DeleteContent => "content.delete",
        }
    }

    const fn needs(self) -> Permission {
        match self {
            Self::MakeCampaign | Self::DeleteCampaign | Self::SetClock => WRITE_CAMPAIGNS,
            Self::SaveContent | Self::DeleteContent => WRITE_CONTENT,
        }
    }
}

impl Identity {
    /// Checks that the operator may see campaigns and where customers came from.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_read_campaigns(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ_CAMPAIGNS)
    }

    /// Checks that the operator may see banners and slides.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_read_content(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ_CONTENT)
    }

    /// Checks that the operator may do this.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_at_content(&self, who: &OperatorPrincipal, act: ContentAct) -> Result<(), IdentityError> {
        who.may(act.needs())
    }

    /// Writes the log entry of an act in the transaction of its effect, with the states before and after.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn content_act(
        &self,
        tx: &mut TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        act: ContentAct,
        subject: &str,
        change: StateChange,
    ) -> Result<(), IdentityError> {
        who.may(act.needs())?;
        let tenant = tx.tenant();
        let line = Line {
            operator: Some(who.id),
            name: &who.email,
            role: who.role.name(),
            action: act.name(),
            subject,
            reason: None,
            before: change.before,
            after: change.after,
            proposal: None,
            network: &context.network(),
        };
        Ok(operator_log::write(tx.conn(), self.world(), tenant, &line).await?)
    }
}
