//! Opens sessions and issues their tokens.

use chrono::{DateTime, Utc};
use kernel::{SessionId, UserId, World};
use store::{StoreError, TenantTx};

use super::device::PlaceFamiliarity;
use super::model::{ACCESS_LIFE, KEEP_ENDED, SESSIONS_MAX, Tokens, lifetimes};
use super::pair::Pair;
use super::store::{self as rows, NewPair, NewSession};
use crate::notify::mail::{self, Notice};
use crate::token::TokenHash;
use crate::{Client, ClientContext};

/// The number of earlier sign-ins to compare a new one with.
const SEEN_MAX: i64 = 200;

/// The factors that a person has proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProvenFactors {
    /// One factor: an email code, or a federated login.
    One,
    /// Both factors: a passkey with user verification.
    Both,
    /// A handover from another session, which ends at `until`. The new session ends no later, even after several
    /// handovers.
    Session { until: DateTime<Utc> },
}

impl ProvenFactors {
    /// The end of a session with the regular end `ends_at`.
    fn end(self, ends_at: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::One | Self::Both => ends_at,
            Self::Session { until } => until.min(ends_at),
        }
    }
}

/// Opens a session with its first pair of tokens, and ends the person's oldest sessions beyond the limit. A sign-in
/// from a new device or network is notified by email.
pub(crate) async fn open(
    tx: &mut TenantTx,
    world: &World,
    user: UserId,
    proof: ProvenFactors,
    context: &ClientContext,
) -> Result<OpenedSession, StoreError> {
    let (tenant, now) = (tx.tenant(), world.now());
    let id: SessionId = world.id();
    let ends_at = proof.end(now + lifetimes(context.client).1);
    let before = rows::seen(tx.conn(), tenant, user, SEEN_MAX).await?;
    // In an account younger than the retention of sessions, no earlier sign-in can have been deleted.
    let begins = now < rows::account_made_at(tx.conn(), tenant, user).await? + KEEP_ENDED;
    let place = PlaceFamiliarity::of(&before, (&context.network(), context.stored_user_agent().as_deref()), begins);
    if place == PlaceFamiliarity::New {
        tx.enqueue(now, &[mail::job::security(tenant, user, Notice::NewDevice { session: id }, id.uuid())]).await?;
    }
    let factor_required = proof != ProvenFactors::Both && rows::factor::guards_sign_in(tx.conn(), tenant, user).await?;
    let new_device_at = place.new_at(now);
    let session = NewSession { id, user, context, created_at: now, ends_at, factor_required, new_device_at };
    rows::add(tx.conn(), tenant, &session).await?;
    if proof == ProvenFactors::Both {
        let shown = rows::factor::factor_shown(tx.conn(), tenant, id, now).await?;
        StoreError::ensure_one_row("session", u64::from(shown))?;
    }
    rows::displace(tx.conn(), tenant, user, now, SESSIONS_MAX).await?;
    let family = Family { id, client: context.client, ends_at };
    let tokens = issue(tx, now, &family, Pair::random(world), None).await?;
    Ok(OpenedSession { id, tokens, factor_required })
}

/// A session that has just been opened.
pub(crate) struct OpenedSession {
    pub id: SessionId,
    pub tokens: Tokens,
    /// Whether a second factor must be proven before the session can be used.
    pub factor_required: bool,
}

/// The session that tokens are issued for.
pub(super) struct Family {
    pub id: SessionId,
    pub client: Client,
    pub ends_at: DateTime<Utc>,
}

/// Stores a pair as the child of `parent`. Neither token outlives the session.
pub(super) async fn issue(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    family: &Family,
    pair: Pair,
    parent: Option<TokenHash>,
) -> Result<Tokens, StoreError> {
    let tenant = tx.tenant();
    let access_expires_at = (now + ACCESS_LIFE).min(family.ends_at);
    let refresh_expires_at = (now + lifetimes(family.client).0).min(family.ends_at);
    let row = NewPair {
        session: family.id,
        access: pair.access.1,
        access_expires_at,
        refresh: pair.refresh.1,
        refresh_expires_at,
        parent,
    };
    rows::add_pair(tx.conn(), tenant, now, &row).await?;
    Ok(pair.tokens(access_expires_at, refresh_expires_at))
}
