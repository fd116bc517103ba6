//! Seasons of the farm, as far as operators decide about them: who may, what the log says, and the switch that a second
//! operator approves. The crate `rewards` keeps the seasons. A job of it switches, which is enqueued in the transaction
//! of the log entry.

use std::collections::BTreeMap;

use kernel::{OperatorId, SeasonId, TenantId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{JobSpec, TenantTx};

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Line, StateChange};
use super::session::OperatorPrincipal;
use crate::{ClientContext, Identity, IdentityError};

/// The kind of the job that starts or stops a season.
pub const SWITCH_SEASON_JOB: &str = "farm.switch";

/// A season gives away money of the platform, as a policy does.
const READ: Permission = Permission(Resource::Policies, Action::Read);
const WRITE: Permission = Permission(Resource::Policies, Action::Write);

/// A season to start or to stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonSwitch {
    /// The season.
    pub season: SeasonId,
    /// The version of its rules that was proposed. The job starts no other one.
    pub version: u32,
    /// Its English name.
    pub name: String,
    /// On, or off.
    pub is_on: bool,
    /// Its rules, a name and a value each.
    pub terms: BTreeMap<String, String>,
}

impl SeasonSwitch {
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let Self { season, version, is_on, .. } = self;
        let payload = json!({ "season": season, "version": version, "is_on": is_on, "operator": operator });
        JobSpec::new(SWITCH_SEASON_JOB, tenant, payload)
    }
}

/// An action on a draft, which an operator executes alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonAct {
    /// Makes the draft of a season.
    Make,
    /// Changes a draft.
    Change,
    /// Deletes a draft.
    Delete,
}

impl SeasonAct {
    /// The name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::Make => "farm.make",
            Self::Change => "farm.change",
            Self::Delete => "farm.delete",
        }
    }
}

impl Identity {
    /// Checks that the operator may see the seasons of the farm.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_read_seasons(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ)
    }

    /// Checks that the operator may make, change and delete drafts of seasons.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_write_seasons(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(WRITE)
    }

    /// Writes the log entry of an act in the transaction of its effect, with the states before and after.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn season_act(
        &self,
        tx: &mut TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        act: SeasonAct,
        season: SeasonId,
        change: StateChange,
    ) -> Result<(), IdentityError> {
        who.may(WRITE)?;
        let tenant = tx.tenant();
        let line = Line {
            operator: Some(who.id),
            name: &who.email,
            role: who.role.name(),
            action: act.name(),
            subject: &season.to_string(),
            reason: None,
            before: change.before,
            after: change.after,
            proposal: None,
            network: &context.network(),
        };
        Ok(operator_log::write(tx.conn(), self.world(), tenant, &line).await?)
    }
}
