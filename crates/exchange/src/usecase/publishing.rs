//! The next version of a tenant's policy: checked when it is proposed, and again when it is published.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use identity::IdentityError;
use identity::operator::{Policies, PolicyChange, RuleDifference};
use kernel::{Amount, ErrorKind, TenantId, World};
use sqlx::PgConnection;
use store::{SystemTx, TenantTx};

use super::Exchange;
use crate::ExchangeError;
use crate::dry_run::{self, DryRun, dry_run};
use crate::listing::first_id;
use crate::policy::{Direction, FeePayer, Policy, PolicyDifference, difference, policy_differences, store as rows};
use crate::quote::{DecidedFee, decided_fees};

/// The maximum lead time of a scheduled version.
const AHEAD_MAX: TimeDelta = TimeDelta::days(366);

/// The days whose orders a dry run prices again.
const DRY_RUN_DAYS: i64 = 30;
/// The maximum number of orders of a dry run: the newest ones.
const DRY_RUN_ORDERS: i64 = 5_000;

/// A proposed version of a policy, and what it would have done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyPreview {
    /// The changed values.
    pub differences: Vec<PolicyDifference>,
    /// The effect on the orders of the last 30 days.
    pub dry_run: DryRun,
}

impl Exchange {
    /// The policy in force, and when the next scheduled version takes effect.
    ///
    /// # Errors
    /// Database errors, and a stored policy that cannot be read.
    pub async fn policy_to_change(&self, tenant: TenantId) -> Result<(Policy, Option<DateTime<Utc>>), ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = rows::in_force(tx.conn(), tenant, self.inner.world.now()).await?;
        Ok((found.policy.unwrap_or_else(Policy::seed), found.next_at))
    }

    /// The change that operators decide about; see [`next_policy`]. Writes nothing.
    ///
    /// # Errors
    /// The errors of [`next_policy`].
    pub async fn policy_change(
        &self,
        tenant: TenantId,
        changed: Policy,
        at: Option<DateTime<Utc>>,
    ) -> Result<PolicyChange, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let (before, after) = following(tx.conn(), self.inner.world.now(), tenant, changed, at).await?;
        policy_change(&before, &after, at)
    }

    /// The effect of a change on the orders of the last 30 days, at today's prices. Writes nothing.
    ///
    /// # Errors
    /// The errors of [`next_policy`]; unavailable rates.
    pub async fn preview_policy(&self, tenant: TenantId, changed: Policy) -> Result<PolicyPreview, ExchangeError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let (before, after) = following(tx.conn(), now, tenant, changed, None).await?;
        let first = first_id(now - TimeDelta::days(DRY_RUN_DAYS));
        let orders = dry_run::store::recent_orders(tx.conn(), tenant, first, DRY_RUN_ORDERS).await?;
        drop(tx);
        let prices = self.prices(tenant).await?;
        let differences = policy_differences(&json(&before)?, &json(&after)?);
        // Thousands of prices take too long for a thread that serves requests.
        let run = tokio::task::spawn_blocking(move || dry_run(&orders, (&before, &after), &prices));
        let dry_run = run.await.map_err(|error| ExchangeError::Internal(error.to_string()))?;
        Ok(PolicyPreview { differences, dry_run })
    }

    /// The rules of `policy` that decide the fees of a given amount.
    ///
    /// # Errors
    /// [`ExchangeError::DirectionUnavailable`] if no customer can do this; unavailable rates.
    pub async fn fees_under(
        &self,
        tenant: TenantId,
        policy: &Policy,
        (direction, payer): (&Direction, &FeePayer),
        given: Amount,
    ) -> Result<Vec<DecidedFee>, ExchangeError> {
        let prices = self.prices(tenant).await?;
        let none = || ExchangeError::DirectionUnavailable { reason: "there are no fees for this".to_owned() };
        decided_fees(policy, (direction, payer), given, &prices).ok_or_else(none)
    }
}

/// The change from one policy to the next, as operators decide about it. Pure.
///
/// # Errors
/// A policy that cannot be written as JSON.
pub fn policy_change(
    before: &Policy,
    after: &Policy,
    at: Option<DateTime<Utc>>,
) -> Result<PolicyChange, ExchangeError> {
    let (before, policy) = (json(before)?, json(after)?);
    let changes = difference(&before, &policy);
    let differences = policy_differences(&before, &policy).into_iter().map(RuleDifference::from).collect();
    Ok(PolicyChange { version: after.version, at, changes, differences, policy })
}

fn json(policy: &Policy) -> Result<serde_json::Value, ExchangeError> {
    serde_json::to_value(policy).map_err(|error| ExchangeError::Internal(error.to_string()))
}

/// The policy in force, and when the next scheduled version takes effect.
///
/// # Errors
/// Database errors, and a stored policy that cannot be read.
pub async fn policy_in_force(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
) -> Result<(Policy, Option<DateTime<Utc>>), ExchangeError> {
    let found = rows::in_force(tx.conn(), tenant, world.now()).await?;
    Ok((found.policy.unwrap_or_else(Policy::seed), found.next_at))
}

/// Builds the next version from `changed`, whose version number is that of the policy it was derived from; in force
/// from `at`, or from now on. Returns the present and the next policy; writes nothing.
///
/// # Errors
/// An invalid policy; one derived from another version than the one in force, or without a change; a version that is
/// already scheduled; a moment in the past or more than a year ahead; and database errors.
pub async fn next_policy(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    changed: Policy,
    at: Option<DateTime<Utc>>,
) -> Result<(Policy, Policy), ExchangeError> {
    following(tx.conn(), world.now(), tenant, changed, at).await
}

/// Publishes a version built by [`next_policy`], in the caller's database transaction, in which the caller also writes
/// the audit entry.
///
/// # Errors
/// An existing version number, and database errors.
pub async fn append_policy(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    next: &Policy,
    at: Option<DateTime<Utc>>,
) -> Result<(), ExchangeError> {
    append(tx.conn(), world.now(), tenant, next, at).await
}

async fn following(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    tenant: TenantId,
    changed: Policy,
    at: Option<DateTime<Utc>>,
) -> Result<(Policy, Policy), ExchangeError> {
    let found = rows::in_force(conn, tenant, now).await?;
    let before = found.policy.unwrap_or_else(Policy::seed);
    let next = next(&before, found.next_at, changed)?;
    if at.is_some_and(|at| at < now || at > now + AHEAD_MAX) {
        return Err(ExchangeError::invalid("at", "at must be in the future, and within a year"));
    }
    Ok((before, next))
}

async fn append(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    tenant: TenantId,
    next: &Policy,
    at: Option<DateTime<Utc>>,
) -> Result<(), ExchangeError> {
    if rows::append(conn, tenant, next, at.unwrap_or(now), now).await? {
        return Ok(());
    }
    Err(ExchangeError::refused(format!("version {} of the policy is there already", next.version)))
}

#[async_trait]
impl Policies for Exchange {
    async fn publish(&self, tx: &mut TenantTx, change: &PolicyChange) -> Result<(), IdentityError> {
        let unreadable = |error: serde_json::Error| conflict(format!("the policy cannot be read: {error}"));
        let proposed: Policy = serde_json::from_value(change.policy.clone()).map_err(unreadable)?;
        let (now, tenant) = (self.inner.world.now(), tx.tenant());
        // The version it was derived from must still be the latest.
        let changed = Policy { version: change.version.saturating_sub(1), ..proposed };
        let (_, next) = following(tx.conn(), now, tenant, changed, change.at).await.map_err(refused)?;
        append(tx.conn(), now, tenant, &next, change.at).await.map_err(refused)
    }
}

fn conflict(message: String) -> IdentityError {
    IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", message)
}

/// Returns business refusals to the operator; other errors keep their kind.
fn refused(error: ExchangeError) -> IdentityError {
    match error.kind() {
        ErrorKind::Invalid | ErrorKind::Conflict => conflict(format!("This can no longer be agreed to: {error}.")),
        kind => IdentityError::refusal(kind, error.code(), error.to_string()),
    }
}

/// The version after `before`, from a changed policy. Pure.
fn next(before: &Policy, waits: Option<DateTime<Utc>>, changed: Policy) -> Result<Policy, ExchangeError> {
    if waits.is_some() {
        return Err(ExchangeError::refused("another version of the policy waits for its time already"));
    }
    if changed.version != before.version {
        return Err(ExchangeError::refused(format!(
            "version {} is in force, and this was changed from version {}: look at it again",
            before.version, changed.version
        )));
    }
    if changed == *before {
        return Err(ExchangeError::refused("the policy is like that already: nothing would change"));
    }
    changed.check()?;
    let version = before.version.checked_add(1);
    let version = version.ok_or_else(|| ExchangeError::invalid("policy", "version is too large"))?;
    Ok(Policy { version, ..changed })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// No change overwrites an unseen version, and the published policy equals the proposed one with the next
        /// version number.
        #[test]
        fn only_a_valid_change_of_the_current_policy_becomes_the_next_version(is in 1_u32..4, was in 1_u32..4, spread in 0_u32..12_000) {
            let before = Policy { version: is, ..Policy::seed() };
            let changed = Policy { version: was, spread_ppm: spread, ..Policy::seed() };
            match next(&before, None, changed.clone()) {
                Ok(next) => {
                    prop_assert!(was == is && (1..=10_000).contains(&spread));
                    prop_assert_eq!(Some(next.version), is.checked_add(1));
                    prop_assert_eq!(Policy { version: was, ..next }, changed);
                }
                Err(_) => prop_assert!(was != is || spread == 0 || spread > 10_000),
            }
        }
    }

    #[test]
    fn a_scheduled_version_is_not_overtaken() {
        let (before, changed) = (Policy::seed(), Policy { spread_ppm: 1, ..Policy::seed() });
        let refused = next(&before, Some(DateTime::UNIX_EPOCH), changed).unwrap_err().to_string();
        assert!(refused.contains("waits for its time"), "{refused}");
    }
}
