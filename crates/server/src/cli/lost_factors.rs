//! `agio ops factor-reset`: removal of a customer's lost second factor, from the command line.

use std::io::Write;

use anyhow::Context;
use identity::operator::{LostFactor, Role, reset_factors_by_command_line};
use kernel::World;
use store::Store;

use crate::cli::OnFactors;
use crate::cli::ops_cli::by_command_line;

/// Proposes or executes the removal, and prints the consequences.
///
/// # Errors
/// If the tenant, the customer or the customer's request does not exist.
pub async fn run(store: &Store, world: &World, on: &OnFactors, out: &mut impl Write) -> anyhow::Result<()> {
    let OnFactors { email, tenant, reason } = on;
    let id = identity::tenant_by_slug(store, tenant).await?.with_context(|| format!("there is no tenant {tenant}"))?;
    let host = by_command_line(Role::ComplianceOfficer);
    match reset_factors_by_command_line(store, world, &host, (id, email), reason).await? {
        LostFactor::Proposed { id, expires_at } => writeln!(
            out,
            "An operator has to agree in the console, until {} UTC: it waits there as {id}.",
            expires_at.format("%F %H:%M")
        )?,
        LostFactor::Approved { due_at } => writeln!(
            out,
            "Nobody works for {tenant} who could agree, so it is decided: the second factor of {email} will be removed at {} UTC. \
             They were told, and can say no until then.",
            due_at.format("%F %H:%M")
        )?,
    }
    Ok(())
}
