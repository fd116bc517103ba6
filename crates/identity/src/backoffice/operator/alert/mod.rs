//! Alerts: conditions of a tenant that its operators must act on, such as a payout with an unknown result. The console
//! shows them on its home page. This module sends them by email to the operators who can act on them.

mod decide;
mod kind;
mod preference;
mod store;

use std::collections::BTreeMap;

use ::store::{JobSpec, StoreError};
use chrono::{DateTime, Utc};
use kernel::{OperatorId, TenantId};

use super::account::OPERATORS_MAX;
use super::model::Role;
use super::roles::may;
use super::session::OperatorPrincipal;
use crate::notify::mail::{AlertKind, AlertLine, Extent};
use crate::{Identity, IdentityError, notify::mail};

pub use preference::AlertMail;

/// The conditions that hold of a tenant.
pub type Alerts = BTreeMap<AlertKind, Extent>;

/// A holding condition that an operator can act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingAlert {
    /// The kind.
    pub kind: AlertKind,
    /// The number of cases, and since when.
    pub extent: Extent,
    /// Whether money is at risk, or customers are stopped, while it lasts.
    pub is_urgent: bool,
}

/// Adds one case of a condition.
pub fn add_alert(alerts: &mut Alerts, kind: AlertKind, since: Option<DateTime<Utc>>) {
    let extent = alerts.entry(kind).or_insert(Extent { count: 0, since });
    extent.count = extent.count.saturating_add(1);
    extent.since = extent.since.min(since).or(extent.since).or(since);
}

/// An operator who can get emails about alerts.
pub(super) struct Hearer {
    pub id: OperatorId,
    pub role: Role,
    pub prefers: AlertMail,
}

impl Identity {
    /// The conditions that the latest check found and the operator's role can act on, the worst first. A check runs every
    /// five minutes.
    ///
    /// # Errors
    /// Database errors.
    pub async fn standing_alerts(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
    ) -> Result<Vec<StandingAlert>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let record = store::record(tx.conn(), tenant).await?;
        let holding =
            record.into_iter().filter(|(kind, last)| last.found > 0 && may(who.role, kind::acted_on_with(*kind)));
        let alert = |(kind, last): (AlertKind, decide::LastAlertMail)| StandingAlert {
            kind,
            extent: Extent { count: last.found, since: last.since },
            is_urgent: kind::is_urgent(kind),
        };
        Ok(holding.map(alert).collect())
    }

    /// Records the conditions of a tenant at `now`, and sends emails about those that began, grew or have stood
    /// for a day. Emails and record commit together.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_alerts(&self, tenant: TenantId, found: &Alerts) -> Result<(), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let before = store::lock(tx.conn(), tenant).await?;
        let (after, told) = decide::decide(&before, found, now);
        if after != before {
            store::write(tx.conn(), tenant, &after).await?;
        }
        if !told.is_empty() {
            let hearers = store::hearers(tx.conn(), tenant, now.date_naive(), OPERATORS_MAX).await?;
            let mails: Vec<JobSpec> = addressed(&hearers, &told, found)
                .into_iter()
                .map(|(to, alerts)| mail::job::alerts(tenant, alerts, to, now))
                .collect();
            tx.enqueue(now, &mails).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

/// The receivers of alerts: each operator gets those that the role can act on. Alerts that no active operator can act
/// on go to the administrators. An operator's preference can only take alerts away. Pure.
fn addressed(hearers: &[Hearer], told: &[AlertKind], found: &Alerts) -> Vec<(OperatorId, Vec<AlertLine>)> {
    let acts = |role: Role, kind: AlertKind| !only_reads(role) && may(role, kind::acted_on_with(kind));
    let is_orphan = |kind: AlertKind| !hearers.iter().any(|one| acts(one.role, kind));
    let hears = |one: &Hearer, kind: AlertKind| {
        one.prefers.includes(kind) && (acts(one.role, kind) || (is_orphan(kind) && administers(one.role)))
    };
    let alerts = |one: &Hearer| {
        let of = |kind: &AlertKind| found.get(kind).map(|extent| AlertLine { kind: *kind, extent: *extent });
        told.iter().filter(|kind| hears(one, **kind)).filter_map(of).collect::<Vec<_>>()
    };
    hearers.iter().map(|one| (one.id, alerts(one))).filter(|(_, alerts)| !alerts.is_empty()).collect()
}

/// Roles that have permissions for inspection or emergencies, and not for the work of a day.
const fn only_reads(role: Role) -> bool {
    matches!(role, Role::Auditor | Role::BreakGlass)
}

const fn administers(role: Role) -> bool {
    matches!(role, Role::TenantAdmin | Role::PlatformOwner)
}

/// The address of the operator; `None` if the account is no longer active.
pub(crate) async fn address(
    identity: &Identity,
    tenant: TenantId,
    to: OperatorId,
) -> Result<Option<String>, StoreError> {
    let mut tx = identity.store().tenant_read(tenant).await?;
    let found = super::store::accounts::find(tx.conn(), tenant, to).await?;
    Ok(found.filter(|account| account.is_at_work(identity.world().now())).map(|account| account.email))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hearer(number: u128, role: Role, prefers: AlertMail) -> Hearer {
        Hearer { id: OperatorId::from_uuid(uuid::Uuid::from_u128(number)), role, prefers }
    }

    fn holding(kinds: &[AlertKind]) -> Alerts {
        kinds.iter().map(|kind| (*kind, Extent { count: 1, since: None })).collect()
    }

    fn kinds_for(hearers: &[Hearer], told: &[AlertKind]) -> Vec<Vec<AlertKind>> {
        let sent = addressed(hearers, told, &holding(told));
        let of = |one: &Hearer| sent.iter().find(|(to, _)| *to == one.id).map(|(_, alerts)| alerts.clone());
        hearers.iter().map(|one| of(one).unwrap_or_default().iter().map(|told| told.kind).collect()).collect()
    }

    #[test]
    fn operators_get_alerts_that_their_role_can_act_on() {
        let all = [
            hearer(1, Role::TreasuryOperator, AlertMail::All),
            hearer(2, Role::ComplianceOfficer, AlertMail::All),
            hearer(3, Role::Auditor, AlertMail::All),
            hearer(4, Role::TenantAdmin, AlertMail::All),
        ];
        let told = [AlertKind::PayoutUnknown, AlertKind::VerificationLate];
        let expected = vec![vec![AlertKind::PayoutUnknown], vec![AlertKind::VerificationLate], vec![], vec![]];
        assert_eq!(kinds_for(&all, &told), expected);
    }

    #[test]
    fn administrators_get_alerts_that_no_other_operator_can_act_on() {
        let all = [hearer(1, Role::TenantAdmin, AlertMail::All), hearer(2, Role::SupportL1, AlertMail::All)];
        assert_eq!(kinds_for(&all, &[AlertKind::PayoutUnknown]), vec![vec![AlertKind::PayoutUnknown], vec![]]);
    }

    #[test]
    fn a_preference_mutes_alerts_without_redirecting_them() {
        let told = [AlertKind::PayoutUnknown, AlertKind::HotFull];
        let all = |prefers| [hearer(1, Role::TreasuryOperator, prefers), hearer(2, Role::TenantAdmin, AlertMail::All)];
        assert_eq!(kinds_for(&all(AlertMail::Urgent), &told), vec![vec![AlertKind::PayoutUnknown], vec![]]);
        assert_eq!(kinds_for(&all(AlertMail::None), &told), vec![vec![], vec![]]);
    }

    #[test]
    fn the_oldest_case_gives_the_time() {
        let (early, late) = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH + chrono::TimeDelta::hours(1));
        let mut alerts = Alerts::new();
        for since in [None, Some(late), Some(early)] {
            add_alert(&mut alerts, AlertKind::Unmatched, since);
        }
        assert_eq!(alerts[&AlertKind::Unmatched], Extent { count: 3, since: Some(early) });
    }
}
