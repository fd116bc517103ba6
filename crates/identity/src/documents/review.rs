//! The real way, by hand: an operator sees who waits, looks at the pictures and decides. Whoever calls this has asked whether
//! the operator may, and writes down what they did.

use ::store::PgConnection;
use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId, World};
use serde_json::json;
use zeroize::Zeroizing;

use super::conclude::conclude;
use super::{Piece, REASONS, store};
use crate::audit::{self, Entry};
use crate::envelope::Class;
use crate::funds::Answer;
use crate::verification::{self, Event, Kind, Status, Verification};
use crate::{ClientContext, Identity, IdentityError};

/// People in one list at most.
const LIST_MAX: i64 = 200;

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who.
    pub user: UserId,
    /// Their email.
    pub email: String,
    /// For what.
    pub kind: Kind,
    /// How it stands.
    pub status: Status,
    /// How often they have handed in.
    pub attempt: i32,
    /// Since when.
    pub submitted_at: DateTime<Utc>,
}

impl Waiting {
    /// Whether they have waited for longer than anybody should.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        now - self.submitted_at >= verification::OVERDUE_AFTER
    }
}

/// A picture, opened: a JPEG of our own making. Wiped when dropped.
pub struct Picture {
    /// What it shows.
    pub piece: Piece,
    /// The file.
    pub jpeg: Zeroizing<Vec<u8>>,
}

/// Everything that was handed in for one thing, opened.
pub struct Opened {
    /// The pictures.
    pub pictures: Vec<Picture>,
    /// What was answered to where the money comes from, where that is what it is about.
    pub answer: Option<Answer>,
}

/// What an operator makes of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is good.
    Approve,
    /// It is not good enough; once more.
    AskAgain,
    /// It is refused for good.
    Reject,
    /// Somebody has to look closer.
    Hold,
    /// Whatever was decided is taken back; it begins anew, with attempts and quota as at first.
    Reset,
    /// What was good no longer is: a document ran out. It begins anew in the same way.
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

    /// The person is told why exactly where something is refused, or has run out.
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

/// Decides, in the caller's transaction, so that the record of the operator's act is there together with it or not at all.
/// `reasons` are of [`REASONS`]. The person is told by mail.
///
/// # Errors
/// A field error of `reasons`, [`IdentityError::NotFound`] for a person that the tenant has not, and a conflict where the
/// decision does not fit how things stand.
pub async fn decide(
    conn: &mut PgConnection,
    world: &World,
    (tenant, user): (TenantId, UserId),
    kind: Kind,
    decision: Decision,
    reasons: &[String],
) -> Result<Verification, IdentityError> {
    let reasons = decision.checked(reasons)?;
    if kind.is_immediate() {
        return Err(IdentityError::field("kind", "documents", "Nobody hands in documents for this."));
    }
    crate::user::store::find(conn, tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
    conclude(conn, world, (tenant, user), kind, decision.event(), &reasons).await
}

impl Identity {
    /// Who waits for somebody to look, the longest first, after `after`; at most 200.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn waiting_verifications(
        &self,
        tenant: TenantId,
        after: Option<(DateTime<Utc>, UserId)>,
        limit: i64,
    ) -> Result<Vec<Waiting>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::waiting(tx.conn(), tenant, after, limit.clamp(1, LIST_MAX)).await?)
    }

    /// What a person has handed in for `kind`, opened. The audit log of the person's tenant says first that `operator` looked; why
    /// is in the record of the operator's own acts.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for a person that the tenant has not, and what was sealed with another key.
    pub async fn open_documents(
        &self,
        tenant: TenantId,
        user: UserId,
        kind: Kind,
        operator: &str,
    ) -> Result<Opened, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        crate::user::store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        let details = json!({ "operator": operator, "kind": kind });
        let entry = Entry::new("document.looked_at").of(user, None).with(details);
        audit::store::write(tx.conn(), self.world(), tenant, &ClientContext::default(), &entry).await?;
        tx.commit().await?;
        let pictures = self.pictures(tenant, user, kind).await?;
        if kind != Kind::SourceOfFunds {
            return Ok(Opened { pictures, answer: None });
        }
        let mut tx = self.store().tenant(tenant).await?;
        Ok(Opened { pictures, answer: self.standing_answer(&mut tx, user).await? })
    }

    /// The pictures for a provider, which is a processor of the tenant and no person who looks.
    ///
    /// # Errors
    /// What was sealed with another key.
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
