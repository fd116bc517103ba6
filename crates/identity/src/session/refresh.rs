//! Renewing a session.

use chrono::TimeDelta;
use kernel::{TenantId, UserId};

use super::model::{REFRESHES_PER_MINUTE, Tokens, Verdict, verdict};
use super::open::{Family, issue};
use super::store;
use crate::audit::{self, Entry};
use crate::counter::{self, Limit};
use crate::mail::{self, Notice};
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError};

/// A session that goes on, and whose it is: a page must notice that its cookie is somebody else's by now.
#[derive(Debug, Clone)]
pub struct Renewed {
    /// The session's person.
    pub user: UserId,
    /// The next pair.
    pub tokens: Tokens,
}

impl Identity {
    /// A new pair of tokens for a refresh token, which is used up by it. The same token is taken once more within 60 s
    /// if nothing that it gave was used (an answer got lost); otherwise a used token ends the whole session, and its
    /// owner is told.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] when the session is over, by this or before; [`IdentityError::Blocked`];
    /// [`IdentityError::TooMany`] beyond 60 refreshes a minute.
    pub async fn refresh(
        &self,
        tenant: TenantId,
        refresh_token: &str,
        context: &ClientContext,
    ) -> Result<Renewed, IdentityError> {
        let hash = token::parse(TokenKind::Refresh, refresh_token).ok_or(IdentityError::Unauthenticated)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        // One after the other per session: everything below is decided on what cannot move meanwhile.
        let session = store::lock_of_refresh_token(tx.conn(), tenant, &hash).await?;
        let session = session.ok_or(IdentityError::Unauthenticated)?;
        counter::store::spend(tx.conn(), tenant, now, &[limit(session.id)]).await?;
        let presented = store::presented(tx.conn(), tenant, &hash, &session).await?;
        let verdict = verdict(&presented, now);
        // Who was shut out is told so instead of being asked to sign in, which they cannot; once unblocked they can.
        if session.blocked && session.shut_out && now < session.ends_at {
            return Err(IdentityError::Blocked);
        }
        if verdict == Verdict::Refuse {
            return Err(IdentityError::Unauthenticated);
        }
        if verdict == Verdict::Reuse {
            store::revoke(tx.conn(), tenant, session.id, now, "reuse").await?;
            let entry = Entry::new("session.reuse_detected").of(session.user, Some(session.id));
            audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
            let notice = mail::job::security_to_all(tenant, session.user, Notice::SessionReused, self.world().uuid());
            tx.enqueue(now, &notice).await?;
            tx.commit().await?;
            tracing::warn!(%tenant, session = %session.id, "a used refresh token came again; the session was ended");
            return Err(IdentityError::Unauthenticated);
        }
        if session.blocked {
            return Err(IdentityError::Blocked);
        }
        if verdict == Verdict::Reissue {
            store::supersede_child(tx.conn(), tenant, &hash, now).await?;
        }
        store::mark_used(tx.conn(), tenant, &hash, now).await?;
        let family = Family { id: session.id, client: session.client, ends_at: session.ends_at };
        let tokens = issue(&mut tx, self.world(), &family, Some(hash)).await?;
        tx.commit().await?;
        Ok(Renewed { user: session.user, tokens })
    }
}

fn limit(session: kernel::SessionId) -> Limit {
    Limit {
        name: "refresh",
        subject: session.to_string(),
        window: TimeDelta::minutes(1),
        max: REFRESHES_PER_MINUTE,
        message: "This session was renewed too often.",
    }
}
