//! `agio ops verification`: review queue, documents and decisions.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use anyhow::Context;
use identity::kyc_documents::{DecryptedSubmission, Picture};
use identity::operator::{
    self, Act, Action, Permission, Resource, ReviewOutcome, ReviewVerdict, Role, VerificationReview,
};
use identity::source_of_funds::Answer;
use identity::verification::Kind;
use identity::{Identity, IdentityConfig};
use kernel::{TenantId, UserId, World};
use store::Store;

use crate::cli::ops_cli::by_command_line;
use crate::cli::{OnPerson, Refusal, Verification};

/// Maximum rows printed per tenant.
const ROWS: i64 = 200;

/// Runs the command.
///
/// # Errors
/// A sentence that says what is not possible and why. Nothing was decided or recorded then.
pub async fn run(
    store: &Store,
    world: &World,
    keys: IdentityConfig,
    what: Verification,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let identity = Identity::new(store.clone(), world.clone(), keys);
    let desk = Desk { store, world, identity: &identity };
    match what {
        Verification::List { tenant } => desk.list(tenant.as_deref(), out).await,
        Verification::Show { about, out: folder } => desk.show(&about, &folder, out).await,
        Verification::Approve(about) => desk.decide(&about, ReviewVerdict::Approve, &[], out).await,
        Verification::Again(Refusal { about, told }) => desk.decide(&about, ReviewVerdict::AskAgain, &told, out).await,
        Verification::Reject(Refusal { about, told }) => desk.decide(&about, ReviewVerdict::Reject, &told, out).await,
        Verification::Reset(about) => desk.decide(&about, ReviewVerdict::Reset, &[], out).await,
        Verification::Expire(Refusal { about, told }) => desk.decide(&about, ReviewVerdict::Expire, &told, out).await,
    }
}

struct Desk<'a> {
    store: &'a Store,
    world: &'a World,
    identity: &'a Identity,
}

impl Desk<'_> {
    /// Prints ids only. Identities are shown by a separate command, whose use is recorded.
    async fn list(&self, slug: Option<&str>, out: &mut impl Write) -> anyhow::Result<()> {
        let (mut shown, mut after) = (0, None);
        loop {
            let tenants = match slug {
                Some(_) if after.is_some() => break,
                Some(slug) => vec![self.tenant(slug).await?],
                None => identity::tenants(self.store, after, ROWS).await?,
            };
            let Some(last) = tenants.last() else { break };
            after = Some(*last);
            for id in tenants {
                shown += self.list_of(id, out).await?;
            }
        }
        if shown == 0 {
            writeln!(out, "Nobody waits to be verified.")?;
        }
        Ok(())
    }

    async fn list_of(&self, id: TenantId, out: &mut impl Write) -> anyhow::Result<usize> {
        let waiting = self.identity.waiting_verifications(id, None, ROWS).await?;
        let tenant = &self.identity.tenant_by_id(id).await?.slug;
        for one in &waiting {
            let late = if one.is_overdue(self.world.now()) { ", overdue" } else { "" };
            let (kind, status, since) = (one.kind.code(), one.status.code(), one.submitted_at.format("%F %T"));
            writeln!(
                out,
                "{}  {kind}  {status} since {since} UTC{late}, attempt {}  of {tenant}",
                one.user, one.attempt
            )?;
        }
        Ok(waiting.len())
    }

    async fn show(&self, about: &OnPerson, folder: &Path, out: &mut impl Write) -> anyhow::Result<()> {
        let (tenant, user, kind) = self.person(about).await?;
        let mut tx = self.store.system().await?;
        let operator = by_command_line(Role::ComplianceOfficer);
        let permission = Permission(Resource::Verifications, Action::Read);
        let act = Act { permission, tenant: Some(tenant), subject: &about.user, reason: &about.reason };
        operator::act(&mut tx, self.world, &operator, &act).await?;
        tx.commit().await?;
        let DecryptedSubmission { pictures, answer } =
            self.identity.open_documents(tenant, user, kind, &operator.name).await?;
        if let Some(answer) = &answer {
            writeln!(out, "{}", said(answer))?;
        }
        if !folder.is_dir() {
            DirBuilder::new().mode(0o700).create(folder).with_context(|| format!("{}", folder.display()))?;
        }
        for picture in &pictures {
            let path = folder.join(name(about, picture));
            keep(&path, &picture.jpeg)?;
            writeln!(out, "{}", path.display())?;
        }
        let pictures = pictures.len();
        writeln!(out, "{pictures} pictures of {user}. Delete them when you have looked.")?;
        Ok(())
    }

    async fn decide(
        &self,
        about: &OnPerson,
        verdict: ReviewVerdict,
        told: &[String],
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let (tenant, user, kind) = self.person(about).await?;
        let host = by_command_line(Role::ComplianceOfficer);
        let review = VerificationReview {
            tenant,
            customer: user,
            verification: kind,
            verdict,
            reasons: told,
            reason: &about.reason,
        };
        match operator::review_by_command_line(self.store, self.world, &host, &review).await? {
            ReviewOutcome::Proposed { id, expires_at } => writeln!(
                out,
                "An operator has to agree in the console, until {} UTC: it waits there as {id}.",
                expires_at.format("%F %H:%M")
            )?,
            ReviewOutcome::Decided(now) => {
                writeln!(out, "{user}  {}  {}. They are told by mail.", kind.code(), now.status.code())?;
            }
        }
        Ok(())
    }

    async fn person(&self, about: &OnPerson) -> anyhow::Result<(TenantId, UserId, Kind)> {
        let user = about.user.parse().with_context(|| format!("{} is no person", about.user))?;
        let kind = match (about.address, about.source_of_funds) {
            (true, _) => Kind::Address,
            (false, true) => Kind::SourceOfFunds,
            (false, false) => Kind::Identity,
        };
        Ok((self.tenant(&about.tenant).await?, user, kind))
    }

    async fn tenant(&self, slug: &str) -> anyhow::Result<TenantId> {
        let found = identity::tenant_by_slug(self.store, slug).await?;
        found.with_context(|| format!("there is no tenant {slug}"))
    }
}

fn name(about: &OnPerson, picture: &Picture) -> String {
    let (part, page) = (picture.piece.part.code(), picture.piece.page);
    match picture.piece.paper {
        Some(paper) => format!("{}-{part}-{}-{}.jpg", about.user, paper.document.code(), paper.country),
        None if page > 1 => format!("{}-{part}-{page}.jpg", about.user),
        None => format!("{}-{part}.jpg", about.user),
    }
}

/// A source of funds declaration as text for the reviewer.
fn said(answer: &Answer) -> String {
    let sources: Vec<&str> = answer.sources().iter().map(|source| source.code()).collect();
    let (occupation, turnover) = (answer.occupation().code(), answer.yearly_turnover().code());
    let details = answer.details().map(|text| format!("\n{text}")).unwrap_or_default();
    format!("{occupation}, money from {}, {turnover} euro a year{details}", sources.join(" and "))
}

/// Writes a file that only its owner can read. An incomplete file is deleted.
fn keep(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("{} cannot be written, or is there already", path.display()))?;
    file.write_all(bytes).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })?;
    Ok(())
}
