//! `agio operator`: invitation of a tenant's first operator. Access to the shell authorises it.

use std::io::Write;

use anyhow::Context;
use identity::operator::{self, NewOperator, Role};
use kernel::World;
use store::Store;

use crate::cli::Operators;
use crate::cli::ops_cli::by_command_line;

/// Default port of `agio up`.
const PORT: u16 = 8080;

/// Runs the command and prints the next steps.
///
/// # Errors
/// If the tenant does not exist, or the email or reason is invalid. Nothing was changed or recorded then.
pub async fn run(store: &Store, world: &World, what: Operators, out: &mut impl Write) -> anyhow::Result<()> {
    let Operators::Invite { tenant, email, role, until, url, reason } = what;
    let found =
        identity::tenant_called(store, &tenant).await?.with_context(|| format!("there is no tenant {tenant}"))?;
    let id = found.id;
    let own = || match found.origin_for_mail("") {
        // Servers on localhost are distinguished by their port.
        Some(here) if here.starts_with("http:") => Some(format!("{here}:{PORT}")),
        public => public,
    };
    let url = url.or_else(own).with_context(|| format!("{tenant} has no host: name its console with --url"))?;
    let (made, token) = operator::invite_by_command_line(
        store,
        world,
        &by_command_line(Role::PlatformOwner),
        id,
        NewOperator { email: &email, role, ends_on: until },
        &reason,
    )
    .await?;
    let (url, until) = (url.trim_end_matches('/'), made.expires_at.format("%F %T"));
    writeln!(out, "{url}/console/join#{}", token.expose())?;
    writeln!(
        out,
        "Give it to {email} only: the person who opens it becomes {}. It works once, until {until} UTC.",
        role.name()
    )?;
    Ok(())
}
