//! Who operates for a tenant, and how somebody comes to.

use ::store::PgConnection;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{OperatorId, TenantId, World};
use serde_json::json;

use super::log::{self, Line};
use super::model::{Action, Permission, Resource, Role};
use super::session::OperatorPrincipal;
use super::store::{accounts, sessions};
use super::{Act, ActError, Operator, act};
use crate::token::{self, TokenKind};
use crate::{EmailAddress, Identity, IdentityError, Secret};

/// How long a link works.
const LINK_LIFE: TimeDelta = TimeDelta::hours(24);
/// Operators of one tenant.
const OPERATORS_MAX: i64 = 500;

/// How far somebody has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Has a link and no way in yet.
    Invited,
    /// Is in.
    Active,
    /// Is out.
    Removed,
}

impl State {
    const ALL: [Self; 3] = [Self::Invited, Self::Active, Self::Removed];

    /// The word in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
            Self::Removed => "removed",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// Somebody who operates for a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub id: OperatorId,
    /// Where they are reached.
    pub email: String,
    /// What they are.
    pub role: Role,
    /// How far they have come.
    pub state: State,
    /// Since when.
    pub created_at: DateTime<Utc>,
}

/// A link that was made.
#[derive(Debug, Clone)]
pub struct Invited {
    /// Who can use it.
    pub operator: OperatorId,
    /// Goes behind the `#` of the page that takes it. Shown once.
    pub token: Secret,
    /// Until when.
    pub expires_at: DateTime<Utc>,
}

impl Identity {
    /// All operators of the tenant.
    ///
    /// # Errors
    /// 403 for who may not look, and those of the database.
    pub async fn operators(&self, tenant: TenantId, who: &OperatorPrincipal) -> Result<Vec<Account>, IdentityError> {
        who.may(Permission(Resource::Operators, Action::Read))?;
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(accounts::all(tx.conn(), tenant, OPERATORS_MAX).await?)
    }
}

/// Makes somebody an operator, or gives one of them a new way in: what stands before and after, and the link.
pub(super) async fn invite(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    email: &EmailAddress,
    role: Role,
) -> Result<(Option<Account>, Invited), IdentityError> {
    let now = world.now();
    let known = accounts::lock_by_email(conn, tenant, email).await?;
    let operator = match &known {
        None => {
            if accounts::count(conn, tenant).await? >= OPERATORS_MAX {
                return Err(IdentityError::conflict("There are 500 operators. Remove one first."));
            }
            let id = world.id();
            accounts::add(conn, tenant, id, email, role, now).await?;
            id
        }
        // A role changes by itself, so that a new link never gives somebody more than they had.
        Some(account) if account.state == State::Active && account.role != role => {
            return Err(IdentityError::conflict("This operator is active. Change the role first."));
        }
        Some(account) => {
            let state = if account.state == State::Active { State::Active } else { State::Invited };
            accounts::set(conn, tenant, account.id, role, state, now).await?;
            account.id
        }
    };
    let (token, hash) = token::generate(world, TokenKind::Invitation);
    let expires_at = now + LINK_LIFE;
    accounts::invite(conn, tenant, world.uuid(), operator, &hash, (now, expires_at)).await?;
    Ok((known, Invited { operator, token, expires_at }))
}

/// Takes every way in away from an operator.
pub(super) async fn shut_out(
    conn: &mut PgConnection,
    tenant: TenantId,
    account: &Account,
    now: DateTime<Utc>,
) -> Result<u64, IdentityError> {
    accounts::close_invitations(conn, tenant, account.id, now).await?;
    accounts::forget_factors(conn, tenant, account.id).await?;
    accounts::set(conn, tenant, account.id, account.role, State::Removed, now).await?;
    Ok(sessions::end_all(conn, tenant, account.id, now).await?)
}

/// What the host of the instance does at the machine itself: the first operator of a tenant, or one whose way in is lost. It is in
/// the host's acts and in the tenant's log.
///
/// # Errors
/// A field error of `email`, a conflict with a role that somebody has already, and those of [`super::act`].
pub async fn invite_at_the_machine(
    store: &::store::Store,
    world: &World,
    host: &Operator,
    (tenant, email, role): (TenantId, &str, Role),
    reason: &str,
) -> Result<Invited, IdentityError> {
    let email = EmailAddress::parse(email)?;
    let mut tx = store.system().await?;
    let permission = Permission(Resource::Operators, Action::Write);
    let done = Act { permission, tenant: Some(tenant), subject: email.normalized(), reason };
    act(&mut tx, world, host, &done).await.map_err(|error| match error {
        ActError::Forbidden { .. } => super::denied(),
        ActError::Reason => IdentityError::field("reason", "length", error.to_string()),
        ActError::Store(error) => error.into(),
    })?;
    let (before, invited) = invite(tx.conn(), world, tenant, &email, role).await?;
    let line = Line {
        operator: None,
        name: &host.name,
        role: host.role.name(),
        action: "operators.invite",
        subject: &invited.operator.to_string(),
        reason: Some(reason.trim()),
        before: before.map_or_else(|| json!({}), |account| shown(&account)),
        after: json!({ "email": email.address(), "role": role }),
        proposal: None,
        network: "the machine itself",
    };
    log::write(tx.conn(), world, tenant, &line).await?;
    tx.commit().await?;
    Ok(invited)
}

/// An operator as the log keeps them.
pub(super) fn shown(account: &Account) -> serde_json::Value {
    json!({ "email": account.email, "role": account.role, "state": account.state.name() })
}
