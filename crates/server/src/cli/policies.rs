//! `agio ops policy`: reading and changing a tenant's policy from the command line. If the tenant has an operator who
//! can approve it, a change becomes a proposal.

use std::io::Write;

use anyhow::Context;
use chrono::{DateTime, Utc};
use exchange::policy::Policy;
use identity::operator::{self, Role};
use kernel::{TenantId, World};
use store::{Store, SystemTx};

use crate::cli::ops_cli::by_command_line;
use crate::cli::tenants::read_json;
use crate::cli::{OnPolicy, PolicyCommand};

/// Runs the command and prints the result.
///
/// # Errors
/// A sentence that says what is not possible and why. Nothing was published or recorded then.
pub async fn run(store: &Store, world: &World, what: PolicyCommand, out: &mut impl Write) -> anyhow::Result<()> {
    match what {
        PolicyCommand::Show { tenant } => show(store, world, &tenant, out).await,
        PolicyCommand::Publish(on) => publish(store, world, &on, out).await,
        PolicyCommand::Withdraw { tenant, reason } => withdraw(store, world, (&tenant, &reason), out).await,
    }
}

async fn show(store: &Store, world: &World, slug: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let tenant = called(store, slug).await?;
    let mut tx = store.system().await?;
    let (policy, next_at) = exchange::policy_in_force(&mut tx, world, tenant).await?;
    writeln!(out, "{}", serde_json::to_string_pretty(&policy)?)?;
    if let Some(at) = next_at {
        // Logged to standard error, so that it is not part of the printed file.
        tracing::warn!(event = "policy.version_scheduled", %at, "Another version of the policy takes effect later.");
    }
    Ok(())
}

async fn publish(store: &Store, world: &World, on: &OnPolicy, out: &mut impl Write) -> anyhow::Result<()> {
    let tenant = called(store, &on.tenant).await?;
    let changed: Policy = read_json(&on.file)?;
    let mut tx = store.system().await?;
    let (proposed, version, lines) = change(&mut tx, world, tenant, (changed, on.at), &on.reason).await?;
    write!(out, "{lines}")?;
    if on.dry_run {
        writeln!(out, "Nothing was done: --dry-run.")?;
        return Ok(());
    }
    tx.commit().await?;
    if let Some(waits) = proposed {
        return Ok(writeln!(out, "{waits}")?);
    }
    let from = on.at.map_or_else(|| "within half a minute everywhere".to_owned(), |at| format!("from {at} on"));
    writeln!(out, "Version {version} of the policy of {} holds {from}.", on.tenant)?;
    Ok(())
}

/// Publishes a changed policy, or proposes it if the tenant has an operator who can approve it. Returns a sentence
/// about the proposal if there is one, the new version, and the changes. The caller commits `tx`.
///
/// # Errors
/// Why it cannot be published, in a sentence.
pub async fn change(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    (changed, at): (Policy, Option<DateTime<Utc>>),
    reason: &str,
) -> anyhow::Result<(Option<String>, u32, String)> {
    let (before, after) = exchange::next_policy(tx, world, tenant, changed, at).await?;
    let change = exchange::policy_change(&before, &after, at)?;
    let lines = change.changes.clone();
    let host = by_command_line(Role::PlatformOwner);
    let proposed = operator::change_policy_by_command_line(tx, world, &host, (tenant, change), reason).await?;
    if proposed.is_none() {
        exchange::append_policy(tx, world, tenant, &after, at).await?;
    }
    let waits = proposed.map(|(id, until)| {
        let until = until.format("%F %H:%M");
        format!(
            "An operator has to agree in the console, until {until} UTC: it waits there as {id}. Nothing holds before."
        )
    });
    Ok((waits, after.version, lines))
}

async fn withdraw(
    store: &Store,
    world: &World,
    (slug, reason): (&str, &str),
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (tenant, host) = (called(store, slug).await?, by_command_line(Role::PlatformOwner));
    let id = operator::withdraw_policy_by_command_line(store, world, &host, tenant, reason).await?;
    writeln!(out, "{id} is withdrawn: nobody can agree to it any more.")?;
    Ok(())
}

async fn called(store: &Store, slug: &str) -> anyhow::Result<TenantId> {
    identity::tenant_by_slug(store, slug).await?.with_context(|| format!("there is no tenant {slug}"))
}
