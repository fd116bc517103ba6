//! A person's own list of sessions, and how to end them.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId};
use serde_json::json;

use super::{Principal, store};
use crate::audit::{self, Entry};
use crate::auth::session::device::Device;
use crate::{Client, ClientContext, Identity, IdentityError};

/// A session in a person's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The session's id.
    pub id: SessionId,
    /// The kind of client program.
    pub client: Client,
    /// The device, from its `User-Agent`.
    pub device: Device,
    /// The network it signed in from: /24 of IPv4, /64 of IPv6.
    pub network: String,
    /// When it signed in.
    pub created_at: DateTime<Utc>,
    /// When it was last used, accurate to ten minutes.
    pub seen_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    pub current: bool,
}

impl Identity {
    /// The person's sessions: the current one first, then the most recently used.
    ///
    /// # Errors
    /// Database errors.
    pub async fn sessions(&self, tenant: TenantId, who: &Principal) -> Result<Vec<SignedIn>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let rows = store::live_of(tx.conn(), tenant, who.user, self.world().now()).await?;
        let mut sessions: Vec<SignedIn> = rows.into_iter().map(|row| signed_in(row, who.session)).collect();
        sessions.sort_by_key(|session| (!session.current, std::cmp::Reverse(session.seen_at)));
        Ok(sessions)
    }

    /// Ends one of the person's sessions, possibly the current one.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another person's session, and for one that has ended.
    pub async fn end_session(
        &self,
        tenant: TenantId,
        who: &Principal,
        session: SessionId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        if !store::is_of(tx.conn(), tenant, session, who.user).await? {
            return Err(IdentityError::NotFound("The session"));
        }
        store::revoke(tx.conn(), tenant, session, now, "logout")
            .await?
            .ok_or(IdentityError::NotFound("The session"))?;
        let entry = Entry::new("session.ended").of(who.user, Some(who.session)).with(json!({"session": session}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        Ok(tx.commit().await?)
    }

    /// Ends all of the person's sessions except the current one; returns their number.
    ///
    /// # Errors
    /// Database errors.
    pub async fn end_other_sessions(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<usize, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let ended = store::revoke_others(tx.conn(), tenant, who.user, who.session, now).await?;
        if ended > 0 {
            let entry =
                Entry::new("session.others_ended").of(who.user, Some(who.session)).with(json!({"ended": ended}));
            audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        }
        tx.commit().await?;
        Ok(ended)
    }
}

/// The sessions of another person, for operators; the most recently used first.
pub(crate) async fn of_user(
    conn: &mut ::store::PgConnection,
    tenant: TenantId,
    user: kernel::UserId,
    now: DateTime<Utc>,
) -> Result<Vec<SignedIn>, ::store::StoreError> {
    let rows = store::live_of(conn, tenant, user, now).await?;
    let nobody = SessionId::from_uuid(uuid::Uuid::nil());
    let mut sessions: Vec<SignedIn> = rows.into_iter().map(|row| signed_in(row, nobody)).collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.seen_at));
    Ok(sessions)
}

fn signed_in(row: store::Live, current: SessionId) -> SignedIn {
    SignedIn {
        id: SessionId::from_uuid(row.id),
        client: Client::from_str(&row.client),
        device: Device::of(row.user_agent.as_deref().unwrap_or_default()),
        network: row.network,
        created_at: row.created_at,
        seen_at: row.seen_at,
        current: row.id == current.uuid(),
    }
}
