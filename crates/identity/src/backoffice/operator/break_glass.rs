//! Break-glass reports: every minute of activity in the emergency role is emailed to the operators who can approve what
//! it begins. If there are none, the report goes to the tenant's administrators, and otherwise to the platform host.

use ::store::jobs::enqueue;
use ::store::{Job, JobError, JobHandler, JobSpec, Outcome, PgConnection, StoreError};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{OperatorId, TenantId};

use super::account::{Account, OPERATORS_MAX};
use super::model::{Action, Permission, Role};
use super::operator_log::Line;
use super::roles::{may, permissions};
use super::store::{accounts, log as rows};
use crate::Identity;
use crate::notify::mail::{self, LogEntry, Report};

const KIND: &str = "operators.break_glass_report";
/// One email covers one minute.
const MINUTE: TimeDelta = TimeDelta::minutes(1);
/// A grace period, so that log entries of the last second are committed.
const AFTER: TimeDelta = TimeDelta::seconds(5);
/// The maximum number of log entries in an email; the log has all of them.
const LINES_MAX: i64 = 50;
/// A security notice: retried for half a day, like the emails themselves.
const ATTEMPTS_MAX: i32 = 100;

/// Schedules a report for a log entry of the break-glass role, in the transaction of the entry.
pub(super) async fn report(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    tenant: TenantId,
    line: &Line<'_>,
) -> Result<(), StoreError> {
    let Some(operator) = line.operator.filter(|_| line.role == Role::BreakGlass.name()) else { return Ok(()) };
    let from = minute(now);
    let payload = serde_json::to_value(Report { operator, from }).unwrap_or_default();
    let key = format!("{operator} {}", from.timestamp());
    let job = JobSpec::new(KIND, tenant, payload).unique(key).at(from + MINUTE + AFTER).attempts(ATTEMPTS_MAX);
    enqueue(conn, now, &[job]).await
}

/// The start of the minute of `now`.
fn minute(now: DateTime<Utc>) -> DateTime<Utc> {
    let seconds = now.timestamp();
    DateTime::from_timestamp(seconds - seconds.rem_euclid(60), 0).unwrap_or(now)
}

/// Whether a role approves anything that break-glass can begin.
fn answers_for_it(role: Role) -> bool {
    permissions(Role::BreakGlass)
        .filter(|Permission(_, action)| *action != Action::Read)
        .any(|Permission(resource, _)| may(role, Permission(resource, Action::Approve)))
}

/// The priority of a role as recipient, lowest first; `None` for a role that gets no reports.
fn rank(role: Role) -> Option<u8> {
    match role {
        role if answers_for_it(role) => Some(0),
        Role::TenantAdmin => Some(1),
        Role::PlatformOwner => Some(2),
        _ => None,
    }
}

/// The recipients: the other active operators with the best priority.
fn audience(all: &[Account], who: OperatorId, now: DateTime<Utc>) -> impl Iterator<Item = &Account> {
    let others = move || all.iter().filter(move |one| one.id != who && one.is_at_work(now));
    let nearest = others().filter_map(|one| rank(one.role)).min();
    others().filter(move |one| nearest.is_some() && rank(one.role) == nearest)
}

/// The content of the email to `to`: recipient, break-glass operator and log entries. `None` if the recipient may no
/// longer get it.
pub(crate) async fn to_be_told(
    identity: &Identity,
    tenant: TenantId,
    report: Report,
    to: OperatorId,
) -> Result<Option<(String, String, Vec<LogEntry>)>, StoreError> {
    let mut tx = identity.store().tenant_read(tenant).await?;
    let to = accounts::find(tx.conn(), tenant, to).await?;
    let (Some(to), Some(who)) = (to, accounts::find(tx.conn(), tenant, report.operator).await?) else {
        return Ok(None);
    };
    // A recipient stays one even if an operator with a better priority was added in the meantime.
    if !to.is_at_work(identity.world().now()) || rank(to.role).is_none() {
        return Ok(None);
    }
    let (role, span) = (Role::BreakGlass.name(), (report.from, report.from + MINUTE));
    let told = rows::done_as(tx.conn(), tenant, (who.id, role), span, LINES_MAX).await?;
    Ok((!told.is_empty()).then_some((to.email, who.email, told)))
}

/// Handles the report job: selects the recipients and enqueues their emails.
pub(crate) struct BreakGlassReportJob {
    pub identity: Identity,
}

#[async_trait]
impl JobHandler for BreakGlassReportJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a report without a tenant"))?;
        let report: Report = serde_json::from_value(job.payload.clone())?;
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant(tenant).await?;
        let all = accounts::all(tx.conn(), tenant, OPERATORS_MAX).await?;
        let hear = audience(&all, report.operator, now);
        let mails: Vec<JobSpec> = hear.map(|one| mail::job::break_glass_report(tenant, report, one.id)).collect();
        if mails.is_empty() {
            tracing::error!(
                event = "alert.break_glass_unreported", %tenant, operator = %report.operator,
                "ALERT: an operator used break-glass. No operator can receive the report."
            );
        }
        tx.enqueue(now, &mails).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_operators_who_may_approve_the_action_are_informed() {
        let hear: Vec<&str> = Role::ALL.into_iter().filter(|role| answers_for_it(*role)).map(Role::name).collect();
        assert_eq!(hear, ["compliance_officer", "treasury_approver"]);
        let known: Vec<_> = Role::ALL.into_iter().filter_map(|role| Some((rank(role)?, role.name()))).collect();
        let nearest = [(0, "compliance_officer"), (0, "treasury_approver")];
        assert_eq!(known, [[(2, "platform_owner"), (1, "tenant_admin")], nearest].concat());
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(minute(at("2027-01-01T10:00:59.999Z")), at("2027-01-01T10:00:00Z"));
    }
}
