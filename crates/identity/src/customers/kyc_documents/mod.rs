//! KYC documents and selfies. Customers upload pictures, and PDFs for documents other than identity documents. They are
//! stored as encrypted pictures and checked by a provider or an operator. They are never sent back to the customer.

mod check;
mod conclude;
mod examples;
mod job;
mod jpeg;
mod logo;
mod model;
mod pdf;
mod picture;
mod review;
pub(crate) mod store;

use chrono::TimeDelta;
use kernel::{TenantId, TenantUser, UserId};
use serde_json::json;
use uuid::Uuid;

pub use check::{Case, Finding, IdentityCheck, KycWebhook, Message};
pub(crate) use conclude::conclude;
pub(crate) use job::Check;
pub use logo::{LOGO_BYTES_MAX, Logo};
pub use model::{ATTEMPTS_MAX, BYTES_MAX, Document, FILES_MAX, Paper, Part, Piece, REASONS, attempts_left, missing};
pub use pdf::{PAGES_MAX, PdfRenderer, RenderError, RenderedPage, SIDE_MAX};
pub use picture::picture_made_anew;
pub use review::{Decision, DecryptedSubmission, Picture, Waiting, decide};

use crate::audit::{self, Entry};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::envelope::Class;
use crate::person::customer_status::Step;
use crate::person::source_of_funds::Answer;
use crate::person::verification::{self, Event, Kind, Verification};
use crate::{ClientContext, Identity, IdentityError, Principal, Tenant};

/// The maximum size of an uploaded picture or PDF, in bytes.
pub const PICTURE_BYTES_MAX: usize = 15 * 1024 * 1024;
/// Uploads per hour, by person and by network.
const PER_PERSON: i32 = 40;
const PER_NETWORK: i32 = 120;
/// Uploads per hour that a person always has, however many others in the network send.
const RESERVED: i32 = 10;

/// The state of a document verification, for the customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// The verification.
    pub verification: Verification,
    /// The uploaded pieces.
    pub pieces: Vec<Piece>,
    /// The pieces that are still missing.
    pub missing: Vec<Part>,
}

impl Identity {
    /// The uploaded pieces for `kind`, and those that are missing.
    ///
    /// # Errors
    /// Database errors.
    pub async fn handed_in(&self, tenant: TenantId, user: UserId, kind: Kind) -> Result<HandedIn, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = verification::store::of_user(tx.conn(), tenant, user).await?;
        let verification = found.into_iter().find(|one| one.kind == kind);
        let pieces = store::pieces(tx.conn(), tenant, user, kind).await?;
        let missing = missing(kind, &pieces);
        Ok(HandedIn { verification: verification.unwrap_or_else(|| Verification::none(kind)), pieces, missing })
    }

    /// Checks whether an upload is allowed now, and counts it. The caller asks before it reads the body.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`]; a conflict while the verification accepts no uploads.
    pub async fn may_hand_in(
        &self,
        tenant: &Tenant,
        who: &Principal,
        kind: Kind,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let factor = if tenant.sandbox { SANDBOX_FACTOR } else { 1 };
        let window = TimeDelta::hours(1);
        let limit = |name, subject, max: i32, message| Limit { name, subject, window, max: max * factor, message };
        let own = limit("document.person", who.user.to_string(), PER_PERSON, "Too many pictures were sent.");
        let words = "Too many pictures were sent from this network.";
        let shared = limit("document.network", context.network(), PER_NETWORK, words);
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        let sent = counter::store::add_one(tx.conn(), tenant.id, now, &own).await?;
        own.check(sent, now)?;
        let from_network = counter::store::add_one(tx.conn(), tenant.id, now, &shared).await?;
        if sent > RESERVED {
            shared.check(from_network, now)?;
        }
        let known = verification::store::of_user(tx.conn(), tenant.id, who.user).await?;
        tx.commit().await?;
        match known.iter().find(|one| one.kind == kind) {
            Some(one) => refuse_closed(one),
            None => Ok(()),
        }
    }

    /// Takes one picture, or a document as a PDF. It is decoded and re-encoded, so that no other content of the file is
    /// stored. A new upload replaces the earlier one of the same part.
    ///
    /// # Errors
    /// A field error of `picture` for an unsupported file; a conflict while the verification accepts no uploads, or
    /// beyond the quota.
    pub async fn hand_in(
        &self,
        tenant: &Tenant,
        who: &Principal,
        piece: Piece,
        bytes: Vec<u8>,
        context: &ClientContext,
    ) -> Result<HandedIn, IdentityError> {
        let kind = piece.part.kind();
        let pages = picture::made_anew(piece.part, bytes, self.drawer()).await?;
        let size = pages.iter().map(Vec::len).sum::<usize>();
        let mut tx = self.store().tenant(tenant.id).await?;
        // Locks the verification: concurrent uploads are counted one after the other, and none can slip in behind a
        // submission.
        let moved = self.move_verification(&mut tx, who.user, kind, Event::Begin, &[], context).await?;
        refuse_closed(&moved)?;
        let (files, kept) = store::kept(tx.conn(), tenant.id, who.user, piece.part).await?;
        if !model::fits(files, kept, i64::try_from(size).unwrap_or(i64::MAX)) {
            return Err(IdentityError::conflict("Too many pictures were sent. Support can help."));
        }
        let (whose, now) = (TenantUser { tenant: tenant.id, user: who.user }, self.world().now());
        store::give_way(tx.conn(), whose, piece.part, now).await?;
        let mut ids: Vec<Uuid> = Vec::new();
        for (number, jpeg) in (1..).zip(&pages) {
            let id = self.world().uuid();
            let sealed = self.envelope().seal(&mut tx, Class::Kyc, id, jpeg).await?;
            store::add(tx.conn(), whose, id, piece.on_page(number), &sealed, now).await?;
            ids.push(id);
        }
        let entry = Entry::new("document.handed_in").of(who.user, Some(who.session));
        let entry = entry.with(json!({ "document": ids.first(), "part": piece.part.code(), "pages": ids.len() }));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        self.handed_in(tenant.id, who.user, kind).await
    }

    /// Submits the documents for review. A repeated submission returns the current state.
    ///
    /// # Errors
    /// A field error of `documents` if a picture is missing, of `personal_data` or `address` if the customer's personal
    /// data or address is incomplete, of `of` if the kind requires an answer as well; a conflict while the verification
    /// accepts no submission.
    pub async fn submit(
        &self,
        tenant: &Tenant,
        who: &Principal,
        kind: Kind,
        context: &ClientContext,
    ) -> Result<HandedIn, IdentityError> {
        if kind == Kind::SourceOfFunds {
            return Err(IdentityError::field("of", "answer", "Answer where your money comes from."));
        }
        self.submit_with(tenant, who, kind, None, context).await
    }

    /// Submits an answer for review, with the evidence uploaded before. A repeated submission returns the current
    /// state.
    ///
    /// # Errors
    /// A field error of `personal_data` if the customer's personal data is incomplete; a conflict while the
    /// verification accepts no submission.
    pub async fn answer_source_of_funds(
        &self,
        tenant: &Tenant,
        who: &Principal,
        answer: &Answer,
        context: &ClientContext,
    ) -> Result<HandedIn, IdentityError> {
        self.submit_with(tenant, who, Kind::SourceOfFunds, Some(answer), context).await
    }

    /// Like [`Identity::submit`], with an answer about the source of funds.
    async fn submit_with(
        &self,
        tenant: &Tenant,
        who: &Principal,
        kind: Kind,
        answer: Option<&Answer>,
        context: &ClientContext,
    ) -> Result<HandedIn, IdentityError> {
        let before = self.handed_in(tenant.id, who.user, kind).await?;
        if before.verification.status.is_awaited() {
            return Ok(before);
        }
        refuse_closed(&before.verification)?;
        let said = self.customer_status(tenant, who.user).await?.done;
        if !said.contains(&Step::PersonalData) {
            return Err(IdentityError::field("personal_data", "required", "Say who you are first."));
        }
        if kind == Kind::Address && !said.contains(&Step::DeclaredAddress) {
            return Err(IdentityError::field("address", "required", "Say where you live first."));
        }
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        // A concurrent submission waits here, and then returns the current state.
        if verification::store::lock(tx.conn(), tenant.id, who.user, kind, now).await?.status.is_awaited() {
            drop(tx);
            return self.handed_in(tenant.id, who.user, kind).await;
        }
        let moved = self.move_verification(&mut tx, who.user, kind, Event::Submit, &[], context).await?;
        let there = store::pieces(tx.conn(), tenant.id, who.user, kind).await?;
        if let Some(part) = missing(kind, &there).first() {
            return Err(IdentityError::field(
                "documents",
                "required",
                format!("The picture {} is missing.", part.code()),
            ));
        }
        store::mark_submitted(tx.conn(), tenant.id, who.user, kind, now).await?;
        if let Some(answer) = answer {
            self.keep_answer(&mut tx, who.user, answer).await?;
        }
        tx.enqueue(now, &[job::spec(tenant.id, who.user, kind, moved.version)]).await?;
        tx.commit().await?;
        Ok(HandedIn { verification: moved, pieces: there, missing: Vec::new() })
    }
}

impl Identity {
    /// Asks the provider again now, after a webhook, without waiting for the next poll. That includes verified
    /// customers, because documents expire. Does nothing for a customer whom the provider does not know.
    ///
    /// # Errors
    /// Database errors.
    pub async fn look_again(&self, tenant: TenantId, user: UserId, kind: Kind) -> Result<(), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let known = verification::store::of_user(tx.conn(), tenant, user).await?;
        if let Some(one) = known.iter().find(|one| one.kind == kind && job::may_be_asked(one)) {
            let question = job::spec(tenant, user, kind, one.version);
            tx.enqueue(now, &[&question]).await?;
            ::store::jobs::hasten(tx.conn(), &question, now).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

fn refuse_closed(one: &Verification) -> Result<(), IdentityError> {
    if !one.status.is_open() {
        return Err(IdentityError::conflict("Nothing can be handed in now."));
    }
    if attempts_left(one.attempts) == 0 {
        return Err(IdentityError::conflict("This was tried too often. Support can restart it."));
    }
    Ok(())
}
