//! The manual review of verifications: an operator lists pending cases, views the pictures and decides. The caller has
//! checked the permission, and logs the operator's action.

use ::store::PgConnection;
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId, World};
use serde_json::json;
use zeroize::Zeroizing;

use super::conclude::conclude;
use super::{Piece, REASONS, store};
use crate::audit::{self, Entry};
use crate::envelope::Class;
use crate::person::source_of_funds::Answer;
use crate::person::verification::{self, Event, Kind, Status, Verification};
use crate::{ClientContext, Identity, IdentityError};

/// The maximum length of a list.
const LIST_MAX: i64 = 200;

/// A pending verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The customer.
    pub user: UserId,
    /// The customer's email address.
    pub email: String,
    /// The kind of verification.
    pub kind: Kind,
    /// Its status.
    pub status: Status,
    /// The number of submissions.
    pub attempt: i32,
    /// When it was submitted.
    pub submitted_at: DateTime<Utc>,
}

impl Waiting {
    /// Whether it has waited beyond the maximum review time.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        now - self.submitted_at >= verification::OVERDUE_AFTER
    }
}

/// A decrypted picture: a re-encoded JPEG. Wiped when dropped.
pub struct Picture {
    /// The content.
    pub piece: Piece,
    /// The JPEG file.
    pub jpeg: Zeroizing<Vec<u8>>,
}

/// The decrypted content of a submission.
pub struct DecryptedSubmission {
    /// The pictures.
    pub pictures: Vec<Picture>,
    /// The answer about the source of funds, for that kind of verification.
    pub answer: Option<Answer>,
}

/// An operator's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Accepted.
    Approve,
    /// Not sufficient; the customer may submit again.
    AskAgain,
    /// Finally rejected.
    Reject,
    /// Needs a closer review.
    Hold,
    /// The decision is revoked. The verification restarts with full attempts and quota.
    Reset,
    /// A document expired after acceptance. The verification restarts as after a reset.
    Expire,
}

impl Decision {
    const fn event(self) -> Event {
        match self {
            Self::Approve => Event::Approve,
            Self::AskAgain => Event::AskAgain,
            Self::Reject => Event::Reject,
            Self::Hold => Event::Hold,
            Self::Reset => Event::Reset,
            Self::Expire => Event::Expire,
        }
    }

    /// Checks the reasons. A rejection, a repeated request and an expiry need at least one; other decisions have none.
    pub(crate) fn checked(self, reasons: &[String]) -> Result<Vec<&str>, IdentityError> {
        let refuses = matches!(self, Self::AskAgain | Self::Reject | Self::Expire);
        if refuses == reasons.is_empty() {
            let message = if refuses {
                "Say why: at least one reason."
            } else {
                "Only a refusal and what has run out have reasons."
            };
            return Err(IdentityError::field("reasons", "reasons", message));
        }
        if reasons.len() > REASONS.len() || reasons.iter().any(|reason| !REASONS.contains(&reason.as_str())) {
            let message = format!("A reason is one of {}.", REASONS.join(", "));
            return Err(IdentityError::field("reasons", "known", message));
        }
        Ok(reasons.iter().map(String::as_str).collect())
    }
}

/// Applies a decision in the caller's transaction, so that it commits together with the operator's log entry. `reasons`
/// are from [`REASONS`]. The customer is notified by email.
///
/// # Errors
/// A field error of `reasons`; [`IdentityError::NotFound`] if the tenant has no such person; a conflict if the status
/// does not allow the decision.
pub async fn decide(
    conn: &mut PgConnection,
    world: &World,
    TenantUser { tenant, user }: TenantUser,
    kind: Kind,
    decision: Decision,
    reasons: &[String],
) -> Result<Verification, IdentityError> {
    let reasons = decision.checked(reasons)?;
    if kind.is_immediate() {
        return Err(IdentityError::field("kind", "documents", "Nobody hands in documents for this."));
    }
    crate::person::user::store::find(conn, tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
    conclude(conn, world, TenantUser { tenant, user }, kind, decision.event(), &reasons).await
}

impl Identity {
    /// The pending verifications after `after`, the longest wait first; at most 200.
    ///
    /// # Errors
    /// Database errors.
    pub async fn waiting_verifications(
        &self,
        tenant: TenantId,
        after: Option<(DateTime<Utc>, UserId)>,
        limit: i64,
    ) -> Result<Vec<Waiting>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::waiting(tx.conn(), tenant, after, limit.clamp(1, LIST_MAX)).await?)
    }

    /// The decrypted submission of a person for `kind`. Before that, the tenant's audit log records that `operator`
    /// looked. The operators' log holds the reason.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if the tenant has no such person; data encrypted under another key-encryption key.
    pub async fn open_documents(
        &self,
        tenant: TenantId,
        user: UserId,
        kind: Kind,
        operator: &str,
    ) -> Result<DecryptedSubmission, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        crate::person::user::store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        let details = json!({ "operator": operator, "kind": kind });
        let entry = Entry::new("document.looked_at").of(user, None).with(details);
        audit::store::write(tx.conn(), self.world(), tenant, &ClientContext::default(), &entry).await?;
        tx.commit().await?;
        let pictures = self.pictures(tenant, user, kind).await?;
        if kind != Kind::SourceOfFunds {
            return Ok(DecryptedSubmission { pictures, answer: None });
        }
        let mut tx = self.store().tenant(tenant).await?;
        Ok(DecryptedSubmission { pictures, answer: self.current_answer(&mut tx, user).await? })
    }

    /// The pictures for a provider. A provider is a data processor of the tenant, so no access by an operator is
    /// logged.
    ///
    /// # Errors
    /// Data encrypted under another key-encryption key.
    pub async fn pictures(&self, tenant: TenantId, user: UserId, kind: Kind) -> Result<Vec<Picture>, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let mut opened = Vec::new();
        for kept in store::current(tx.conn(), tenant, user, kind).await? {
            let jpeg = self.envelope().open(&mut tx, Class::Kyc, kept.id, &kept.sealed).await?;
            opened.push(Picture { piece: kept.piece, jpeg });
        }
        Ok(opened)
    }
}
