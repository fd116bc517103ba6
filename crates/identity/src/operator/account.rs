//! Who operates for a tenant, and how somebody comes to.

use ::store::PgConnection;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use kernel::{OperatorId, TenantId, World};
use serde_json::json;
use sha2::Sha256;
use uuid::Uuid;

use super::log::{self, Line};
use super::model::{Action, Permission, Resource, Role};
use super::roles::is_offered;
use super::session::OperatorPrincipal;
use super::store::{accounts, factors, invitations, passkeys, sessions};
use super::{AT_THE_MACHINE, Act, Operator, record};
use crate::token::{self, TokenHash, TokenKind};
use crate::{EmailAddress, Identity, IdentityError, Pepper, Secret};

/// How long a link works.
const LINK_LIFE: TimeDelta = TimeDelta::hours(24);
/// How long an auditor's right lasts where nobody says, and at most.
const AUDIT: TimeDelta = TimeDelta::days(30);
const AUDIT_MAX: TimeDelta = TimeDelta::days(90);
/// Operators of one tenant.
pub(super) const OPERATORS_MAX: i64 = 500;

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
    /// The last day of their right, in UTC, where it ends by itself: an auditor's does.
    pub ends_on: Option<NaiveDate>,
}

impl Account {
    /// Whether they work for the tenant at `now`.
    pub(super) fn is_at_work(&self, now: DateTime<Utc>) -> bool {
        self.state == State::Active && !is_over(self.ends_on, now)
    }

    /// How they stand at `now`, in the word on the wire: somebody whose right has ended is in no more, whatever was written down.
    #[must_use]
    pub fn standing(&self, now: DateTime<Utc>) -> &'static str {
        if self.state != State::Removed && is_over(self.ends_on, now) { "ended" } else { self.state.name() }
    }
}

/// Whether a right whose last day this is has ended.
pub(super) fn is_over(ends_on: Option<NaiveDate>, now: DateTime<Utc>) -> bool {
    ends_on.is_some_and(|last| now.date_naive() > last)
}

/// The last day of a right in `role` that is given at `now`: an auditor's ends, on the day that was asked for or after a month, and
/// nobody else's does.
///
/// # Errors
/// A field error of `ends_on`.
pub(super) fn last_day(
    role: Role,
    asked: Option<NaiveDate>,
    now: DateTime<Utc>,
) -> Result<Option<NaiveDate>, IdentityError> {
    let wrong = |message: &str| Err(IdentityError::field("ends_on", "range", message));
    let after = |time: TimeDelta| (now + time).date_naive();
    match (role, asked) {
        (Role::Auditor, None) => Ok(Some(after(AUDIT))),
        (Role::Auditor, Some(last)) if last > now.date_naive() && last <= after(AUDIT_MAX) => Ok(Some(last)),
        (Role::Auditor, Some(_)) => wrong("An auditor's right ends after today, and within 90 days."),
        (_, None) => Ok(None),
        (_, Some(_)) => wrong("Only an auditor's right ends by itself."),
    }
}

/// Refuses a role that nobody can be given yet.
///
/// # Errors
/// A field error of `role`.
pub(super) fn offered(role: Role) -> Result<(), IdentityError> {
    let message = "Nothing exists for this role yet, so nobody can be given it.";
    if is_offered(role) { Ok(()) } else { Err(IdentityError::field("role", "not_offered", message)) }
}

/// A link that was made. It goes to its owner by mail: whoever does the deed could become a second operator with it.
#[derive(Debug, Clone)]
pub struct Invited {
    /// Who can use it.
    pub operator: OperatorId,
    /// Where it is sent.
    pub email: String,
    /// Until when.
    pub expires_at: DateTime<Utc>,
}

/// The token of a link that is sent. It is not stored: it is computed when the mail is written.
pub(super) fn invitation_token(pepper: &Pepper, tenant: TenantId, invitation: Uuid) -> (Secret, TokenHash) {
    let mut mac = Hmac::<Sha256>::new_from_slice(pepper.bytes()).expect("HMAC takes keys of any length");
    mac.update(b"agio operator invitation 1");
    mac.update(tenant.uuid().as_bytes());
    mac.update(invitation.as_bytes());
    token::derived(TokenKind::Invitation, &mac.finalize().into_bytes().into())
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

/// A link that is to be sent: its token, where to, and until when it works. `None` once it does not.
pub(crate) async fn to_be_sent(
    identity: &Identity,
    tenant: TenantId,
    invitation: Uuid,
) -> Result<Option<(Secret, String, DateTime<Utc>)>, IdentityError> {
    let (token, hash) = invitation_token(identity.pepper(), tenant, invitation);
    let mut tx = identity.store().tenant_read(tenant).await?;
    let open = invitations::find_open(tx.conn(), tenant, invitation, &hash, identity.world().now()).await?;
    Ok(open.map(|(email, expires_at)| (token, email, expires_at)))
}

/// Makes somebody an operator, or gives one of them a new way in by the link of `hash`: what stood before, and whose link it is.
pub(super) async fn invite(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    (email, role, ends_on): (&EmailAddress, Role, Option<NaiveDate>),
    (invitation, hash): (Uuid, &TokenHash),
) -> Result<(Option<Account>, Invited), IdentityError> {
    let now = world.now();
    let added = add(conn, world, tenant, (email, role, ends_on)).await?;
    let (known, operator) = match added {
        Added::New(id) => (None, id),
        // A role changes by itself, so that a new link never gives somebody more than they had.
        Added::Known(account) if account.state == State::Active && account.role != role => {
            return Err(IdentityError::conflict("This operator is active. Change the role first."));
        }
        Added::Known(account) => {
            let state = if account.state == State::Active { State::Active } else { State::Invited };
            accounts::set(conn, tenant, account.id, (role, ends_on), state, now).await?;
            let id = account.id;
            (Some(account), id)
        }
    };
    let expires_at = now + LINK_LIFE;
    invitations::add(conn, tenant, invitation, operator, hash, (now, expires_at)).await?;
    let email = known.as_ref().map_or_else(|| email.address().to_owned(), |account| account.email.clone());
    Ok((known, Invited { operator, email, expires_at }))
}

/// What became of adding somebody.
enum Added {
    New(OperatorId),
    /// They are there already, and locked until this transaction ends.
    Known(Account),
}

/// Adds somebody who is not there yet. Of two who add the same person at one moment, the later finds them there.
async fn add(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    (email, role, ends_on): (&EmailAddress, Role, Option<NaiveDate>),
) -> Result<Added, IdentityError> {
    if let Some(account) = accounts::lock_by_email(conn, tenant, email).await? {
        return Ok(Added::Known(account));
    }
    if accounts::count(conn, tenant).await? >= OPERATORS_MAX {
        return Err(IdentityError::conflict("There are 500 operators. Remove one first."));
    }
    let id = world.id();
    if accounts::add(conn, tenant, id, email, (role, ends_on), world.now()).await? {
        return Ok(Added::New(id));
    }
    let there = accounts::lock_by_email(conn, tenant, email).await?;
    there
        .map(Added::Known)
        .ok_or_else(|| IdentityError::conflict("Somebody changed this operator just now. Try again."))
}

/// Takes every way in away from an operator.
pub(super) async fn shut_out(
    conn: &mut PgConnection,
    tenant: TenantId,
    account: &Account,
    now: DateTime<Utc>,
) -> Result<u64, IdentityError> {
    invitations::close(conn, tenant, account.id, now).await?;
    factors::forget(conn, tenant, account.id).await?;
    passkeys::remove_all(conn, tenant, account.id).await?;
    accounts::set(conn, tenant, account.id, (account.role, account.ends_on), State::Removed, now).await?;
    Ok(sessions::end_all(conn, tenant, account.id, now).await?)
}

/// What the host of the instance does at the machine itself: the first operator of a tenant, or one whose way in is lost. It is in
/// the host's acts and in the tenant's log. The link is given to the host, who has the machine anyway.
///
/// # Errors
/// Field errors of `email`, `role` and `ends_on`, a conflict with a role that somebody has already, and those of [`super::act`].
pub async fn invite_at_the_machine(
    store: &::store::Store,
    world: &World,
    host: &Operator,
    (tenant, email, role, until): (TenantId, &str, Role, Option<NaiveDate>),
    reason: &str,
) -> Result<(Invited, Secret), IdentityError> {
    let email = EmailAddress::parse(email)?;
    offered(role)?;
    let ends_on = last_day(role, until, world.now())?;
    let mut tx = store.system().await?;
    let permission = Permission(Resource::Operators, Action::Write);
    let done = Act { permission, tenant: Some(tenant), subject: email.normalized(), reason };
    record(&mut tx, world, host, &done).await?;
    let (token, hash) = token::generate(world, TokenKind::Invitation);
    let whom = (&email, role, ends_on);
    let (before, invited) = invite(tx.conn(), world, tenant, whom, (world.uuid(), &hash)).await?;
    let line = Line {
        operator: None,
        name: &host.name,
        role: host.role.name(),
        action: "operators.invite",
        subject: &invited.operator.to_string(),
        reason: Some(reason.trim()),
        before: before.map_or_else(|| json!({}), |account| shown(&account)),
        after: given(json!({ "email": email.address(), "role": role }), ends_on),
        proposal: None,
        network: AT_THE_MACHINE,
    };
    log::write(tx.conn(), world, tenant, &line).await?;
    tx.commit().await?;
    Ok((invited, token))
}

/// An operator as the log keeps them.
pub(super) fn shown(account: &Account) -> serde_json::Value {
    given(json!({ "email": account.email, "role": account.role, "state": account.state.name() }), account.ends_on)
}

/// The same with the last day of the right, where it ends.
pub(super) fn given(mut line: serde_json::Value, ends_on: Option<NaiveDate>) -> serde_json::Value {
    if let Some(last) = ends_on {
        line["ends_on"] = json!(last);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_auditors_right_ends_after_a_month_or_on_a_day_within_three_and_nobody_elses_does() {
        let now: DateTime<Utc> = "2027-01-01T23:59:59Z".parse().unwrap();
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let of = |role, asked: Option<&str>| last_day(role, asked.map(day), now).map_err(|error| error.code());
        assert_eq!(of(Role::Auditor, None), Ok(Some(day("2027-01-31"))));
        for (asked, fits) in [("2027-01-01", false), ("2027-01-02", true), ("2027-04-01", true), ("2027-04-02", false)]
        {
            assert_eq!(of(Role::Auditor, Some(asked)).is_ok(), fits, "{asked}");
        }
        assert_eq!(of(Role::SupportL1, None), Ok(None));
        assert_eq!(of(Role::SupportL1, Some("2027-01-31")), Err("VALIDATION_ERROR"));
        assert!(
            !is_over(Some(day("2027-01-01")), now) && is_over(Some(day("2027-01-01")), now + TimeDelta::seconds(1))
        );
    }
}
