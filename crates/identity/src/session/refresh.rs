//! Renewing a session.

use ::store::TenantTx;
use chrono::TimeDelta;
use kernel::{TenantId, UserId};

use super::model::{REFRESHES_PER_MINUTE, Tokens, Verdict, verdict};
use super::open::{Family, issue};
use super::pair::Pair;
use super::store::{self, ChildRow, Locked};
use crate::audit::{self, Entry};
use crate::counter::{self, Limit};
use crate::mail::{self, Notice};
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret};

/// A session that goes on, and whose it is: a page must notice that its cookie is somebody else's by now.
#[derive(Debug, Clone)]
pub struct Renewed {
    /// The session's person.
    pub user: UserId,
    /// The next pair.
    pub tokens: Tokens,
}

impl Identity {
    /// A new pair of tokens for a refresh token, which is used up by it. For 60 s the same token gives the same pair again, or
    /// the newest that it has led to: two asked at once, or an answer got lost. After that a used token ends the whole session,
    /// and its owner is told.
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
        let (presented, child) = store::presented(tx.conn(), tenant, &hash, &session).await?;
        let verdict = verdict(&presented, now);
        // Who was shut out is told so instead of being asked to sign in, which they cannot; once unblocked they can.
        if session.blocked && session.shut_out && now < session.ends_at {
            return Err(IdentityError::Blocked);
        }
        match verdict {
            Verdict::Refuse => return Err(IdentityError::Unauthenticated),
            Verdict::Reuse => return self.end_reused(tx, &session, context).await,
            _ if session.blocked => return Err(IdentityError::Blocked),
            Verdict::Rotate | Verdict::Repeat => {}
        }
        let token = Secret::new(refresh_token);
        let tokens = match child.filter(|_| verdict == Verdict::Repeat) {
            Some(child) => self.newest(&mut tx, &session, token, child).await?,
            None => {
                store::mark_used(tx.conn(), tenant, &hash, now).await?;
                let family = Family { id: session.id, client: session.client, ends_at: session.ends_at };
                let pair = Pair::after(self.pepper(), tenant, session.id, &token);
                issue(&mut tx, now, &family, pair, Some(hash)).await?
            }
        };
        tx.commit().await?;
        Ok(Renewed { user: session.user, tokens })
    }

    /// The pair that `token` has led to already: of its child, or of the newest token after it, as long as each step is as young.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] where the child does not follow from the token: the pepper was changed since, or an
    /// earlier version made it at random.
    async fn newest(
        &self,
        tx: &mut TenantTx,
        session: &Locked,
        mut token: Secret,
        mut child: ChildRow,
    ) -> Result<Tokens, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        // No session is renewed more often within the time that a step may be old.
        for _ in 0..REFRESHES_PER_MINUTE {
            let pair = Pair::after(self.pepper(), tenant, session.id, &token);
            if pair.refresh.1 != child.hash {
                break;
            }
            let (presented, next) = store::presented(tx.conn(), tenant, &child.hash, session).await?;
            match next.filter(|_| verdict(&presented, now) == Verdict::Repeat) {
                Some(next) => (token, child) = (pair.refresh.0, next),
                None => return Ok(pair.tokens(child.access_expires_at, presented.expires_at)),
            }
        }
        Err(IdentityError::Unauthenticated)
    }

    /// Ends a session of which two parties hold tokens, and tells its owner.
    async fn end_reused(
        &self,
        mut tx: TenantTx,
        session: &Locked,
        context: &ClientContext,
    ) -> Result<Renewed, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        store::revoke(tx.conn(), tenant, session.id, now, "reuse").await?;
        let entry = Entry::new("session.reuse_detected").of(session.user, Some(session.id));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let notice = mail::job::security_to_all(tenant, session.user, Notice::SessionReused, self.world().uuid());
        tx.enqueue(now, &notice).await?;
        tx.commit().await?;
        tracing::warn!(%tenant, session = %session.id, "a used refresh token came again; the session was ended");
        Err(IdentityError::Unauthenticated)
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
