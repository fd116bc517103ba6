//! The person's own view of their sessions: where they are signed in, and the end of it.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId};
use serde_json::json;

use super::{Principal, store};
use crate::audit::{self, Entry};
use crate::session::device::Device;
use crate::{Client, ClientContext, Identity, IdentityError};

/// A place where a person is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The session.
    pub id: SessionId,
    /// The kind of program.
    pub client: Client,
    /// The device, as it names itself.
    pub device: Device,
    /// The network it signed in from: /24 of IPv4, /64 of IPv6.
    pub network: String,
    /// When it signed in.
    pub created_at: DateTime<Utc>,
    /// When it was last heard of, within ten minutes.
    pub seen_at: DateTime<Utc>,
    /// Whether it is the one that asks.
    pub current: bool,
}

impl Identity {
    /// Where the person is signed in: this session first, then the most recently seen.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn sessions(&self, tenant: TenantId, who: &Principal) -> Result<Vec<SignedIn>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let rows = store::live_of(tx.conn(), tenant, who.user, self.world().now()).await?;
        let mut sessions: Vec<SignedIn> = rows.into_iter().map(|row| signed_in(row, who.session)).collect();
        sessions.sort_by_key(|session| (!session.current, std::cmp::Reverse(session.seen_at)));
        Ok(sessions)
    }

    /// Ends one of the person's sessions, this one too.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another's session or one that has ended.
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
        #[cfg(feature = "planted-bugs")]
        if ::store::planted("ended-session-lives") {
            return Ok(());
        }
        store::revoke(tx.conn(), tenant, session, now, "logout")
            .await?
            .ok_or(IdentityError::NotFound("The session"))?;
        let entry = Entry::new("session.ended").of(who.user, Some(who.session)).with(json!({"session": session}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        Ok(tx.commit().await?)
    }

    /// Ends all of the person's sessions but this one, and says how many that were.
    ///
    /// # Errors
    /// Those of the database.
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

/// Where somebody is signed in, as others see it; the most recently seen first.
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
