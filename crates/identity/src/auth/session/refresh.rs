//! Session refresh.

use ::store::TenantTx;
use chrono::TimeDelta;
use kernel::{TenantId, UserId};

use super::model::{REFRESHES_PER_MINUTE, RefreshDecision, Tokens, verdict};
use super::open::{Family, issue};
use super::pair::Pair;
use super::store::{self, ChildRow, Locked};
use crate::audit::{self, Entry};
use crate::counter::{self, Limit};
use crate::notify::mail::{self, Notice};
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret};

/// A renewed session with its person, so that a page notices if its cookie now belongs to another person.
#[derive(Debug, Clone)]
pub struct Renewed {
    /// The session's person.
    pub user: UserId,
    /// The next pair.
    pub tokens: Tokens,
}

impl Identity {
    /// Exchanges a refresh token for a new pair and uses it up. For 60 s the same token returns the same pair, or the
    /// newest one derived from it, for concurrent requests and lost answers. After that, a used token ends the session
    /// and the owner is notified.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] if the session has ended, now or before; [`IdentityError::Blocked`];
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
        // Serialised per session, so that the decisions below see a stable state.
        let session = store::lock_of_refresh_token(tx.conn(), tenant, &hash).await?;
        let session = session.ok_or(IdentityError::Unauthenticated)?;
        counter::store::spend(tx.conn(), tenant, now, &[limit(session.id)]).await?;
        let (presented, child) = store::presented(tx.conn(), tenant, &hash, &session).await?;
        let verdict = verdict(&presented, now);
        // A blocked person gets this error instead of a sign-in prompt, because a new sign-in would fail. After
        // unblocking, sign-in works again.
        if session.blocked && session.shut_out && now < session.ends_at {
            return Err(IdentityError::Blocked);
        }
        match verdict {
            RefreshDecision::Refuse => return Err(IdentityError::Unauthenticated),
            RefreshDecision::Reuse => return self.end_reused(tx, &session, context).await,
            _ if session.blocked => return Err(IdentityError::Blocked),
            RefreshDecision::Rotate | RefreshDecision::Repeat => {}
        }
        let token = Secret::new(refresh_token);
        let tokens = match child.filter(|_| verdict == RefreshDecision::Repeat) {
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

    /// The pair that `token` has led to: that of its child, or of the newest token after it, if each step is young
    /// enough to repeat.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] if the child is not derived from the token: the pepper has changed, or an
    /// earlier version issued it at random.
    async fn newest(
        &self,
        tx: &mut TenantTx,
        session: &Locked,
        mut token: Secret,
        mut child: ChildRow,
    ) -> Result<Tokens, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        // The rate limit bounds the number of steps within the repeat window.
        for _ in 0..REFRESHES_PER_MINUTE {
            let pair = Pair::after(self.pepper(), tenant, session.id, &token);
            if pair.refresh.1 != child.hash {
                break;
            }
            let (presented, next) = store::presented(tx.conn(), tenant, &child.hash, session).await?;
            match next.filter(|_| verdict(&presented, now) == RefreshDecision::Repeat) {
                Some(next) => (token, child) = (pair.refresh.0, next),
                None => return Ok(pair.tokens(child.access_expires_at, presented.expires_at)),
            }
        }
        Err(IdentityError::Unauthenticated)
    }

    /// Ends a session after token theft, and notifies its owner.
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
        tracing::warn!(
            event = "session.refresh_reused", %tenant, session = %session.id,
            "A used refresh token came again. The session ended."
        );
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
