//! `agio ops`: operations from the command line of the host. Access to the shell authorises them.

use std::io::Write;

use anyhow::{Context, anyhow, ensure};
use exchange::beneficiary_wallet::{OnWord, TravelRule};
use identity::IdentityConfig;
use identity::operator::{self, Act, Action, Operator, Permission, Resource, Role};
use kernel::{Amount, Currency, JobId, TenantId, World};
use store::{Store, SystemTx, jobs};

use crate::cli::{OnJob, OnTravelRule, Ops, TakenOnWord};
use crate::{cli::lost_factors, cli::policies, cli::verification};

/// Maximum rows printed.
const ROWS: i64 = 200;
/// Maximum transactions printed per tenant.
const REVIEWS: u16 = 100;

/// Runs a command. `keys` decrypt KYC documents.
///
/// # Errors
/// A sentence that says what is not possible and why. Nothing was changed or recorded then.
pub async fn run(
    store: &Store,
    world: &World,
    keys: IdentityConfig,
    what: Ops,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match what {
        Ops::Jobs => list(store, out).await,
        Ops::Revive(on) => on_job(store, world, &on, Action::Revive, out).await,
        Ops::Dismiss(on) => on_job(store, world, &on, Action::Dismiss, out).await,
        Ops::Reviews => reviews(store, out).await,
        Ops::Acts => acts(store, out).await,
        Ops::FactorReset(on) => lost_factors::run(store, world, &on, out).await,
        Ops::TravelRule(on) => travel_rule(store, world, &on, out).await,
        Ops::Verification { what } => verification::run(store, world, keys, what, out).await,
    }
}

/// The operator at the command line, identified by the operating system account, which environment variables cannot
/// change.
pub fn by_command_line(role: Role) -> Operator {
    let account = rustix::process::getuid().as_raw();
    Operator { name: format!("account {account} of this machine"), role }
}

async fn list(store: &Store, out: &mut impl Write) -> anyhow::Result<()> {
    let mut tx = store.system().await?;
    let dead = jobs::dead(tx.conn(), None, ROWS).await?;
    if dead.is_empty() {
        writeln!(out, "No job was given up.")?;
    }
    for job in dead {
        let whose = job.tenant.map_or_else(|| "the platform".to_owned(), |tenant| tenant.to_string());
        writeln!(out, "{}  {}  of {whose}, {} attempts, {} behind it", job.id, job.kind, job.attempt, job.behind)?;
        writeln!(out, "    {}", job.last_error.as_deref().unwrap_or("no reason was given"))?;
    }
    Ok(())
}

async fn on_job(
    store: &Store,
    world: &World,
    OnJob { job, reason }: &OnJob,
    action: Action,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let id: JobId = job.parse().with_context(|| format!("{job} is no job"))?;
    let mut tx = store.system().await?;
    let found = jobs::dead(tx.conn(), Some(id), 1).await?.pop();
    let found = found.ok_or_else(|| anyhow!("{id} was not given up: `agio ops jobs` shows those that were"))?;
    let permission = Permission(Resource::Jobs, action);
    let act = Act { permission, tenant: found.tenant, subject: job, reason };
    operator::act(&mut tx, world, &by_command_line(Role::PlatformOwner), &act).await?;
    ensure!(done(&mut tx, world, id, action).await?, "{id} has changed meanwhile: look again");
    tx.commit().await?;
    let said = if action == Action::Revive { "runs again" } else { "no longer holds up what is behind it" };
    writeln!(out, "{} {id} {said}", found.kind)?;
    Ok(())
}

async fn done(tx: &mut SystemTx, world: &World, id: JobId, action: Action) -> anyhow::Result<bool> {
    Ok(match action {
        Action::Revive => jobs::revive(tx.conn(), id, world.now()).await?,
        _ => jobs::dismiss(tx.conn(), id).await?,
    })
}

/// Prints ids and states only: the host does not see customers' identities.
async fn reviews(store: &Store, out: &mut impl Write) -> anyhow::Result<()> {
    let (mut after, mut shown) = (None, 0);
    loop {
        let tenants = identity::tenants(store, after, ROWS).await?;
        let Some(last) = tenants.last() else { break };
        after = Some(*last);
        for tenant in tenants {
            let page = exchange::open_reviews(store, tenant, None, REVIEWS).await.context("reviews cannot be read")?;
            for order in &page.transactions {
                let Some(review) = &order.review else { continue };
                let since = review.since.format("%F %T");
                writeln!(
                    out,
                    "{tenant}  {}  {}  {:?} since {since} UTC",
                    order.id,
                    order.status().code(),
                    review.reason
                )?;
                shown += 1;
            }
            if page.next.is_some() {
                writeln!(out, "{tenant}  has more than {REVIEWS}")?;
            }
        }
    }
    if shown == 0 {
        writeln!(out, "Nothing waits for somebody to look at it.")?;
    }
    Ok(())
}

async fn acts(store: &Store, out: &mut impl Write) -> anyhow::Result<()> {
    let all = operator::acts(store, ROWS).await?;
    if all.is_empty() {
        writeln!(out, "No operator has done anything yet.")?;
    }
    for act in all {
        let whose = act.tenant.map_or_else(String::new, |tenant| format!(" of {}", TenantId::from_uuid(tenant)));
        let (at, who, role) = (act.at.format("%F %T"), &act.operator, &act.role);
        writeln!(out, "{at} UTC  {who} ({role})  {} {}{whose}: {}", act.permission, act.subject, act.reason)?;
    }
    Ok(())
}

async fn travel_rule(
    store: &Store,
    world: &World,
    OnTravelRule { above, on_word, tenant, reason }: &OnTravelRule,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let euro = || Amount::parse(above, Currency::EUR).with_context(|| format!("{above} is no amount of euro"));
    let threshold = (above != "off").then(euro).transpose()?;
    let (on_word, words) = match on_word {
        TakenOnWord::Nothing => (OnWord::Nothing, "nothing"),
        TakenOnWord::Refunds => (OnWord::Refunds, "refunds"),
        TakenOnWord::Everything => (OnWord::Everything, "everything"),
    };
    let id = identity::tenant_by_slug(store, tenant).await?.with_context(|| format!("there is no tenant {tenant}"))?;
    let mut tx = store.system().await?;
    let rule = threshold.map(|above| TravelRule { above, on_word });
    let changed = exchange::with_travel_rule(&mut tx, world, id, rule).await?;
    let (proposed, version, lines) = policies::change(&mut tx, world, id, (changed, None), reason).await?;
    tx.commit().await?;
    if let Some(waits) = proposed {
        return Ok(writeln!(out, "{lines}{waits}")?);
    }
    let said = threshold.map_or_else(
        || "nobody is asked whose wallet coins go to".to_owned(),
        |above| format!("whose wallet coins go to is asked above {above}; on their word alone leaves: {words}"),
    );
    writeln!(out, "Version {version} of the policy of {tenant}: {said}. Within half a minute it holds everywhere.")?;
    Ok(())
}
