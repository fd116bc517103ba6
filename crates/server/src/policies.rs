//! `agio ops policy`: what a tenant asks and allows, as whoever hosts the instance reads and publishes it.

use std::io::Write;

use anyhow::Context;
use exchange::policy::Policy;
use identity::operator::{self, Act, Action, Permission, Resource, Role};
use kernel::{TenantId, World};
use serde_json::json;
use store::Store;

use crate::by_hand::at_the_machine;
use crate::cli::{OnPolicy, PolicyCommand};
use crate::difference::difference;
use crate::tenants::read_json;

/// Does what was asked, and says what came of it.
///
/// # Errors
/// What cannot be done and why, in a sentence; nothing is published and nothing written down then.
pub async fn run(store: &Store, world: &World, what: PolicyCommand, out: &mut impl Write) -> anyhow::Result<()> {
    match what {
        PolicyCommand::Show { tenant } => show(store, world, &tenant, out).await,
        PolicyCommand::Publish(on) => publish(store, world, &on, out).await,
    }
}

async fn show(store: &Store, world: &World, slug: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let tenant = called(store, slug).await?;
    let mut tx = store.system().await?;
    let (policy, next_at) = exchange::policy_in_force(&mut tx, world, tenant).await?;
    writeln!(out, "{}", serde_json::to_string_pretty(&policy)?)?;
    if let Some(at) = next_at {
        // Beside the file, not in it.
        tracing::warn!("another version takes effect at {at}");
    }
    Ok(())
}

async fn publish(store: &Store, world: &World, on: &OnPolicy, out: &mut impl Write) -> anyhow::Result<()> {
    let tenant = called(store, &on.tenant).await?;
    let changed: Policy = read_json(&on.file)?;
    let mut tx = store.system().await?;
    let (before, after) = exchange::publish_next(&mut tx, world, tenant, changed, on.at).await?;
    let lines = difference(&serde_json::to_value(&before)?, &serde_json::to_value(&after)?);
    let (version, at) = (after.version, on.at.unwrap_or_else(|| world.now()));
    let permission = Permission(Resource::Tenants, Action::Write);
    let subject = format!("policy {version}");
    let act = Act { permission, tenant: Some(tenant), subject: &subject, reason: &on.reason };
    let change = (json!({ "version": before.version }), json!({ "version": version, "at": at, "changes": lines }));
    operator::act_with(&mut tx, world, &at_the_machine(Role::PlatformOwner), &act, change).await?;
    write!(out, "{lines}")?;
    if on.dry_run {
        writeln!(out, "Nothing was done: --dry-run.")?;
        return Ok(());
    }
    tx.commit().await?;
    let from = on.at.map_or_else(|| "within half a minute everywhere".to_owned(), |at| format!("from {at} on"));
    writeln!(out, "Version {version} of the policy of {} holds {from}.", on.tenant)?;
    Ok(())
}

async fn called(store: &Store, slug: &str) -> anyhow::Result<TenantId> {
    identity::tenant_by_slug(store, slug).await?.with_context(|| format!("there is no tenant {slug}"))
}
