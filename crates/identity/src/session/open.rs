//! Opening a session, and issuing its tokens.

use chrono::{DateTime, Utc};
use kernel::{SessionId, UserId, World};
use store::{StoreError, TenantTx};

use super::device::Place;
use super::model::{ACCESS_LIFE, KEEP_ENDED, SESSIONS_MAX, Tokens, lifetimes};
use super::pair::Pair;
use super::store::{self as rows, NewPair, NewSession};
use crate::mail::{self, Notice};
use crate::token::TokenHash;
use crate::{Client, ClientContext, factor};

/// Sign-ins that a new one is compared with.
const SEEN_MAX: i64 = 200;

/// What somebody has shown to be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// One factor: a code by mail, an identity from elsewhere.
    One,
    /// Two in one: a passkey whose device has verified its owner.
    Both,
    /// Another session of theirs, which ends then: whatever it hands over ends no later, however often it is handed on.
    Session { until: DateTime<Utc> },
}

impl Proof {
    /// When a session that would end at `ends_at` by itself does end.
    fn end(self, ends_at: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::One | Self::Both => ends_at,
            Self::Session { until } => until.min(ends_at),
        }
    }
}

/// Opens a session with its first pair of tokens; beyond the limit the person's oldest ones end. From a device or network that
/// the person has not used before, they get a mail.
pub(crate) async fn open(
    tx: &mut TenantTx,
    world: &World,
    user: UserId,
    proof: Proof,
    context: &ClientContext,
) -> Result<Opened, StoreError> {
    let (tenant, now) = (tx.tenant(), world.now());
    let id: SessionId = world.id();
    let ends_at = proof.end(now + lifetimes(context.client).1);
    let before = rows::seen(tx.conn(), tenant, user, SEEN_MAX).await?;
    // In an account that is younger than any sign-in that was forgotten, the first one is the first of all.
    let begins = now < rows::account_made_at(tx.conn(), tenant, user).await? + KEEP_ENDED;
    let place = Place::of(&before, (&context.network(), context.stored_user_agent().as_deref()), begins);
    if place == Place::New {
        tx.enqueue(now, &[mail::job::security(tenant, user, Notice::NewDevice { session: id }, id.uuid())]).await?;
    }
    let factor_required =
        proof != Proof::Both && factor::store::settings::guards_sign_in(tx.conn(), tenant, user).await?;
    let new_device_at = place.new_at(now);
    let session = NewSession { id, user, context, created_at: now, ends_at, factor_required, new_device_at };
    rows::add(tx.conn(), tenant, &session).await?;
    if proof == Proof::Both {
        let shown = factor::store::settings::factor_shown(tx.conn(), tenant, id, now).await?;
        StoreError::ensure_one_row("session", u64::from(shown))?;
    }
    rows::displace(tx.conn(), tenant, user, now, SESSIONS_MAX).await?;
    let family = Family { id, client: context.client, ends_at };
    let tokens = issue(tx, now, &family, Pair::random(world), None).await?;
    Ok(Opened { id, tokens, factor_required })
}

/// A session that has just been opened.
pub(crate) struct Opened {
    pub id: SessionId,
    pub tokens: Tokens,
    /// Whether it is worth nothing until the second factor is shown.
    pub factor_required: bool,
}

/// The session that tokens are issued for.
pub(super) struct Family {
    pub id: SessionId,
    pub client: Client,
    pub ends_at: DateTime<Utc>,
}

/// Stores a pair, the child of `parent`. Neither token outlives the session.
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
