//! What support does for people, until there is a console for it.

use std::io::Write;

use anyhow::Context;
use identity::operator::Role;
use kernel::World;
use store::Store;

use crate::by_hand::at_the_machine;
use crate::cli::Support;

/// Does one act of support, and says what will come of it.
///
/// # Errors
/// No such tenant or person, or nothing that could be approved.
pub async fn run(store: &Store, world: &World, what: Support, out: &mut impl Write) -> anyhow::Result<()> {
    let Support::FactorReset { email, tenant, reason } = what;
    let id = identity::tenant_by_slug(store, &tenant).await?.with_context(|| format!("there is no tenant {tenant}"))?;
    let host = at_the_machine(Role::ComplianceOfficer);
    let due = identity::approve_factor_reset(store, world, &host, (id, &email), &reason).await?;
    writeln!(out, "The second factor of {email} will be removed at {due}. They were told, and can say no until then.")?;
    Ok(())
}
