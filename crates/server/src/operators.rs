//! `agio operator`: how a tenant comes to its first operator. Whoever has a shell there hosts the instance.

use std::io::Write;

use anyhow::Context;
use identity::operator::{self, Role};
use kernel::World;
use store::Store;

use crate::by_hand::at_the_machine;
use crate::cli::Operators;

/// Does what was asked, and says what to do with it.
///
/// # Errors
/// No such tenant, no address, no reason; nothing is changed and nothing written down then.
pub async fn run(store: &Store, world: &World, what: Operators, out: &mut impl Write) -> anyhow::Result<()> {
    let Operators::Invite { tenant, email, role, until, url, reason } = what;
    let id = identity::tenant_by_slug(store, &tenant).await?.with_context(|| format!("there is no tenant {tenant}"))?;
    let (made, token) = operator::invite_at_the_machine(
        store,
        world,
        &at_the_machine(Role::PlatformOwner),
        (id, &email, role, until),
        &reason,
    )
    .await?;
    let (url, until) = (url.trim_end_matches('/'), made.expires_at.format("%F %T"));
    writeln!(out, "{url}/console/join#{}", token.expose())?;
    writeln!(
        out,
        "Give it to {email} alone: whoever opens it becomes {}. It works once, until {until} UTC.",
        role.name()
    )?;
    Ok(())
}
