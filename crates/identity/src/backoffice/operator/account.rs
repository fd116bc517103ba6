//! The operators of a tenant, and their invitations.

use ::store::PgConnection;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use kernel::{OperatorId, TenantId, World};
use serde_json::json;
use sha2::Sha256;
use uuid::Uuid;

use super::model::{Action, Permission, Resource, Role};
use super::operator_log::{self, Line};
use super::roles::is_offered;
use super::session::OperatorPrincipal;
use super::store::{accounts, factors, invitations, passkeys, sessions};
use super::{AT_THE_MACHINE, Act, Operator, record};
use crate::token::{self, TokenHash, TokenKind};
use crate::{EmailAddress, Identity, IdentityError, Pepper, Secret};

/// The lifetime of an invitation link.
const LINK_LIFE: TimeDelta = TimeDelta::hours(24);
/// The default and the maximum term of an auditor's account.
const AUDIT: TimeDelta = TimeDelta::days(30);
const AUDIT_MAX: TimeDelta = TimeDelta::days(90);
/// The maximum number of operators of a tenant.
pub(super) const OPERATORS_MAX: i64 = 500;

/// The state of an operator account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// Invited, but no sign-in method is enrolled yet.
    Invited,
    /// Active.
    Active,
    /// Removed.
    Removed,
}

impl AccountState {
    const ALL: [Self; 3] = [Self::Invited, Self::Active, Self::Removed];

    /// The code in the database and on the wire.
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

/// An operator of a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The operator's id.
    pub id: OperatorId,
    /// The email address.
    pub email: String,
    /// The role.
    pub role: Role,
    /// The state of the account.
    pub state: AccountState,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
    /// The last day of access, in UTC; only an auditor's account expires.
    pub ends_on: Option<NaiveDate>,
}

impl Account {
    /// Whether the account is active and unexpired at `now`.
    pub(super) fn is_at_work(&self, now: DateTime<Utc>) -> bool {
        self.state == AccountState::Active && !is_over(self.ends_on, now)
    }

    /// The status code on the wire at `now`: an expired account is `ended`, whatever its stored state.
    #[must_use]
    pub fn state_at(&self, now: DateTime<Utc>) -> &'static str {
        if self.state != AccountState::Removed && is_over(self.ends_on, now) { "ended" } else { self.state.name() }
    }
}

/// Whether an account with this last day has expired.
pub(super) fn is_over(ends_on: Option<NaiveDate>, now: DateTime<Utc>) -> bool {
    ends_on.is_some_and(|last| now.date_naive() > last)
}

/// The last day of an account in `role` that is created at `now`. Only an auditor's account expires: on the requested
/// day, or by default after a month.
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

/// Refuses a role that cannot be assigned yet.
///
/// # Errors
/// A field error of `role`.
pub(super) fn offered(role: Role) -> Result<(), IdentityError> {
    let message = "Nothing exists for this role yet, so nobody can be given it.";
    if is_offered(role) { Ok(()) } else { Err(IdentityError::field("role", "not_offered", message)) }
}

/// An invitation link. It is emailed to its owner only: the operator who creates it could otherwise act as a second
/// operator.
#[derive(Debug, Clone)]
pub struct Invited {
    /// The invited operator.
    pub operator: OperatorId,
    /// The address that the link is sent to.
    pub email: String,
    /// When the link expires.
    pub expires_at: DateTime<Utc>,
}

/// Derives the token of an emailed link. It is not stored: it is derived again when the email is written.
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
    /// 403 without read permission, and database errors.
    pub async fn operators(&self, tenant: TenantId, who: &OperatorPrincipal) -> Result<Vec<Account>, IdentityError> {
        who.may(Permission(Resource::Operators, Action::Read))?;
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(accounts::all(tx.conn(), tenant, OPERATORS_MAX).await?)
    }
}

/// The token, recipient and expiry of a link to be emailed; `None` if the link is no longer valid.
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

/// The operator whom an invitation is for.
#[derive(Clone, Copy)]
pub(super) struct Invitee<'a> {
    /// The email address.
    pub email: &'a EmailAddress,
    /// The role.
    pub role: Role,
    /// The last day of access, in UTC; only an auditor's account expires.
    pub ends_on: Option<NaiveDate>,
}

/// Adds an operator, or resets an existing operator's sign-in by the link of `hash`. Returns the previous account and
/// the invitation.
pub(super) async fn invite(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    invitee: Invitee<'_>,
    (invitation, hash): (Uuid, &TokenHash),
) -> Result<(Option<Account>, Invited), IdentityError> {
    let Invitee { email, role, ends_on } = invitee;
    let now = world.now();
    let added = add(conn, world, tenant, invitee).await?;
    let (known, operator) = match added {
        Added::New(id) => (None, id),
        // A role change is a separate action, so that a new link never grants more rights than before.
        Added::Known(account) if account.state == AccountState::Active && account.role != role => {
            return Err(IdentityError::conflict("This operator is active. Change the role first."));
        }
        Added::Known(account) => {
            let state =
                if account.state == AccountState::Active { AccountState::Active } else { AccountState::Invited };
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

/// The result of adding an operator.
enum Added {
    New(OperatorId),
    /// The operator exists; the row is locked until this transaction ends.
    Known(Account),
}

/// Adds an operator if none has this address. A concurrent insert of the same address returns the existing operator.
async fn add(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    invitee: Invitee<'_>,
) -> Result<Added, IdentityError> {
    let Invitee { email, role, ends_on } = invitee;
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

/// Removes all sign-in methods and sessions of an operator.
pub(super) async fn shut_out(
    conn: &mut PgConnection,
    tenant: TenantId,
    account: &Account,
    now: DateTime<Utc>,
) -> Result<u64, IdentityError> {
    invitations::close(conn, tenant, account.id, now).await?;
    factors::forget(conn, tenant, account.id).await?;
    passkeys::remove_all(conn, tenant, account.id).await?;
    accounts::set(conn, tenant, account.id, (account.role, account.ends_on), AccountState::Removed, now).await?;
    Ok(sessions::end_all(conn, tenant, account.id, now).await?)
}

/// An operator to invite through the ops CLI. The values are not checked.
#[derive(Debug, Clone, Copy)]
pub struct NewOperator<'a> {
    /// The email address.
    pub email: &'a str,
    /// The role.
    pub role: Role,
    /// The last day of access, in UTC; `None` for the role's default.
    pub ends_on: Option<NaiveDate>,
}

/// Invites an operator through the ops CLI: the first operator of a tenant, or one who lost access. The action is in
/// the platform log and in the tenant's log. The platform host gets the link, because the host controls the server
/// anyway.
///
/// # Errors
/// Field errors of `email`, `role` and `ends_on`; a conflict with the existing role of an active operator; the errors
/// of [`super::act`].
pub async fn invite_by_command_line(
    store: &::store::Store,
    world: &World,
    host: &Operator,
    tenant: TenantId,
    new: NewOperator<'_>,
    reason: &str,
) -> Result<(Invited, Secret), IdentityError> {
    let email = EmailAddress::parse(new.email)?;
    let role = new.role;
    offered(role)?;
    let ends_on = last_day(role, new.ends_on, world.now())?;
    let mut tx = store.system().await?;
    let permission = Permission(Resource::Operators, Action::Write);
    let done = Act { permission, tenant: Some(tenant), subject: email.normalized(), reason };
    record(&mut tx, world, host, &done).await?;
    let (token, hash) = token::generate(world, TokenKind::Invitation);
    let invitee = Invitee { email: &email, role, ends_on };
    let (before, invited) = invite(tx.conn(), world, tenant, invitee, (world.uuid(), &hash)).await?;
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
    operator_log::write(tx.conn(), world, tenant, &line).await?;
    tx.commit().await?;
    Ok((invited, token))
}

/// The log's representation of an operator.
pub(super) fn shown(account: &Account) -> serde_json::Value {
    given(json!({ "email": account.email, "role": account.role, "state": account.state.name() }), account.ends_on)
}

/// Adds the last day of access, if there is one.
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
