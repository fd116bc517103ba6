//! `agio tenant`: management of tenants from the command line. Running servers apply a change within seconds.

use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use identity::operator::Role;
use identity::{DEMO_TENANT_SLUGS, NewTenant, TenantFile, manage_tenants as manage, manage_terms, tenant_keys};
use kernel::World;
use serde_json::Value;
use store::Store;

use crate::cli::ops_cli::by_command_line;
use crate::cli::{FromFile, OnKey, Published, Tenants};
use exchange::policy::difference;

/// Well above the size of a file with the largest logo.
const FILE_BYTES_MAX: u64 = 256 * 1_024;
/// 200,000 characters of any language.
const TERMS_BYTES_MAX: u64 = 1_024 * 1_024;
/// Number of tenants read at once.
const PAGE: i64 = 200;

/// Runs the command and prints the result.
///
/// # Errors
/// A sentence that says what is not possible and why. Nothing was changed or recorded then.
pub async fn run(store: &Store, world: &World, what: Tenants, out: &mut impl Write) -> anyhow::Result<()> {
    match what {
        Tenants::Add(from) => add(store, world, &from, out).await,
        Tenants::Set(from) => set(store, world, &from, out).await,
        Tenants::Show { tenant } => show(store, &tenant, out).await,
        Tenants::List => list(store, out).await,
        Tenants::RemoveDemo { reason } => remove_demo(store, world, &reason, out).await,
        Tenants::Key(on) => key(store, world, &on, out).await,
        Tenants::Terms(what) => terms(store, world, &what, out).await,
    }
}

async fn add(store: &Store, world: &World, from: &FromFile, out: &mut impl Write) -> anyhow::Result<()> {
    let new = described(from)?;
    let mut tx = store.system().await?;
    let added = manage::add(&mut tx, world, &by_command_line(Role::PlatformOwner), new, &from.reason).await?;
    exchange::open_policy(&mut tx, world, added.id, added.after.sandbox).await?;
    let (name, hosts) = (&added.after.name, added.after.hosts.join(", "));
    if from.dry_run {
        writeln!(out, "{name} can be added at {hosts}. Nothing was done: --dry-run.")?;
        return Ok(());
    }
    tx.commit().await?;
    let kind = if added.after.sandbox { "a sandbox" } else { "for real customers" };
    writeln!(out, "{name} is there, {kind}, at {hosts}. Workers open its wallets within a minute.")?;
    Ok(())
}

async fn set(store: &Store, world: &World, from: &FromFile, out: &mut impl Write) -> anyhow::Result<()> {
    let new = described(from)?;
    let mut tx = store.system().await?;
    let changed = manage::set(&mut tx, world, &by_command_line(Role::PlatformOwner), new, &from.reason).await?;
    let before = changed.before.as_ref().map(serde_json::to_value).transpose()?.unwrap_or(Value::Null);
    write!(out, "{}", difference(&before, &serde_json::to_value(&changed.after)?))?;
    if from.dry_run {
        writeln!(out, "Nothing was done: --dry-run.")?;
        return Ok(());
    }
    tx.commit().await?;
    writeln!(out, "{} is changed. Within seconds it is so everywhere.", changed.after.name)?;
    Ok(())
}

async fn show(store: &Store, slug: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let tenant = identity::tenant_called(store, slug).await?.with_context(|| format!("there is no tenant {slug}"))?;
    writeln!(out, "{}", serde_json::to_string_pretty(&TenantFile::of(&tenant))?)?;
    Ok(())
}

async fn list(store: &Store, out: &mut impl Write) -> anyhow::Result<()> {
    let mut after = String::new();
    loop {
        let page = identity::tenants_named(store, &after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(&last.slug);
        for tenant in page {
            let simulated = if tenant.sandbox { ", a sandbox" } else { "" };
            writeln!(out, "{}  {}{simulated}, at {}", tenant.slug, tenant.name, tenant.hosts.join(", "))?;
        }
    }
}

async fn remove_demo(store: &Store, world: &World, reason: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let mut tx = store.system().await?;
    let mut removed = Vec::new();
    for slug in DEMO_TENANT_SLUGS {
        if manage::remove_demo(&mut tx, world, &by_command_line(Role::PlatformOwner), slug, reason).await? {
            removed.push(slug);
        }
    }
    ensure!(!removed.is_empty(), "there are no demo tenants");
    tx.commit().await?;
    writeln!(out, "The demo tenants are removed: {}. Within seconds no host leads to them.", removed.join(", "))?;
    Ok(())
}

async fn key(store: &Store, world: &World, on: &OnKey, out: &mut impl Write) -> anyhow::Result<()> {
    let slug = &on.tenant;
    let tenant = identity::tenant_called(store, slug).await?.with_context(|| format!("there is no tenant {slug}"))?;
    let mut tx = store.system().await?;
    let key = if on.rotate {
        let key =
            tenant_keys::rotate(&mut tx, world, &by_command_line(Role::PlatformOwner), &tenant, &on.reason).await?;
        tx.commit().await?;
        key
    } else {
        let key = tenant_keys::current(&mut tx, &tenant).await?;
        key.with_context(|| format!("{slug} has no key yet: --rotate with a --reason gives it one"))?
    };
    writeln!(out, "{key}")?;
    Ok(())
}

async fn terms(store: &Store, world: &World, what: &Published, out: &mut impl Write) -> anyhow::Result<()> {
    let slug = &what.tenant;
    let tenant = identity::tenant_called(store, slug).await?.with_context(|| format!("there is no tenant {slug}"))?;
    let mut texts = Vec::new();
    for (language, file) in &what.texts {
        let text = read_text(file, TERMS_BYTES_MAX)?;
        let read = manage_terms::read(*language, &text);
        texts.push(read.with_context(|| format!("{} cannot be used", file.display()))?);
    }
    let (host, said) = (by_command_line(Role::PlatformOwner), (texts, what.at));
    let mut tx = store.system().await?;
    let version = manage_terms::publish(&mut tx, world, &host, &tenant, said, &what.reason).await?;
    tx.commit().await?;
    let from = what.at.map_or_else(|| "now".to_owned(), |at| at.to_string());
    writeln!(
        out,
        "Version {version} of the terms of {} is in force from {from} on. Everybody is asked again.",
        tenant.name
    )?;
    Ok(())
}

/// The tenant described by a file.
fn described(from: &FromFile) -> anyhow::Result<NewTenant> {
    let name = from.file.display();
    let file: TenantFile = read_json(&from.file)?;
    file.read(&from.tenant).with_context(|| format!("{name} cannot be used"))
}

/// Reads a JSON file. Errors contain the line.
///
/// # Errors
/// If the file cannot be read, is too large, or is invalid.
pub fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = read_text(path, FILE_BYTES_MAX)?;
    serde_json::from_str(&text).with_context(|| format!("{} cannot be used", path.display()))
}

fn read_text(path: &Path, bytes_max: u64) -> anyhow::Result<String> {
    let name = path.display();
    let mut text = String::new();
    let file = std::fs::File::open(path).with_context(|| format!("{name} cannot be opened"))?;
    file.take(bytes_max + 1).read_to_string(&mut text).with_context(|| format!("{name} cannot be read"))?;
    ensure!(u64::try_from(text.len()).is_ok_and(|bytes| bytes <= bytes_max), "{name} is larger than {bytes_max} bytes");
    Ok(text)
}
