//! Customers as operators see them: masked, unless they say why they need more.

use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId, UserId};

use super::mask;
use super::model::{Action, Permission, Resource};
use super::session::OperatorPrincipal;
use super::store::customers as rows;
use super::{log, roles};
use crate::documents::{Opened, Waiting};
use crate::session::{SignedIn, of_user};
use crate::verification::Kind;
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Personal, User};

/// The shortest beginning of an address that is looked for.
const PREFIX_MIN: usize = 3;
/// People in the queue that are shown.
const QUEUE_MAX: i64 = 200;
const READ: Permission = Permission(Resource::Customers, Action::Read);
const PERSONAL: Permission = Permission(Resource::Personal, Action::Read);

/// Which customers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// This one.
    pub id: Option<UserId>,
    /// Whose address is this, or begins like this for who may see addresses.
    pub address: Option<String>,
    /// Blocked or not.
    pub blocked: Option<bool>,
}

/// A customer in a list. What the operator may not see is masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub id: UserId,
    /// Their address.
    pub email: String,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// Where they live, if they have said so.
    pub residence: Option<String>,
    /// Whether they are shut out.
    pub blocked: bool,
    /// Since when they are here.
    pub created_at: DateTime<Utc>,
}

/// Everything that they have said of themselves.
#[derive(Debug, Clone)]
pub struct Whole {
    /// Names, address, telephone.
    pub user: User,
    /// Date of birth and home.
    pub personal: Option<Personal>,
}

pub(super) fn masked(row: Row) -> Row {
    Row {
        email: mask::email(&row.email),
        first_name: row.first_name.as_deref().map(mask::name),
        last_name: row.last_name.as_deref().map(mask::name),
        ..row
    }
}

/// The first and last address that a search lets through. Who may not see addresses has to know one whole: else letter by letter
/// would tell it.
fn bounds(who: &OperatorPrincipal, text: &str) -> Result<(String, String), IdentityError> {
    let typed = text.trim().to_ascii_lowercase();
    if let Ok(email) = EmailAddress::parse(&typed)
        && !roles::may(who.role, PERSONAL)
    {
        return Ok((email.normalized().to_owned(), email.normalized().to_owned()));
    }
    if !roles::may(who.role, PERSONAL) {
        return Err(IdentityError::field("search", "email", "Enter the whole email address, or the customer's id."));
    }
    let plain = typed.len() <= 254 && typed.bytes().all(|b| b.is_ascii_graphic());
    if typed.len() < PREFIX_MIN || !plain {
        let message = "Enter an id, or the first three letters of an email address or more.";
        return Err(IdentityError::field("search", "length", message));
    }
    // Nothing that begins with it sorts after this: addresses are ASCII.
    Ok((typed.clone(), format!("{typed}\u{7f}")))
}

impl Identity {
    /// The newest customers that the query lets through, older than `after`, masked; whether there are more.
    ///
    /// # Errors
    /// 403 for who may not look, a field error of `search`, and those of the database.
    pub async fn customers(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        query: &Query,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<(Vec<Row>, bool), IdentityError> {
        who.may(READ)?;
        let between = query.address.as_deref().map(|text| bounds(who, text)).transpose()?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let (conn, rows_max) = (tx.conn(), i64::from(limit) + 1);
        let found = match &between {
            Some((first, last)) => {
                rows::by_address(conn, tenant, (first, last), query.blocked, after, rows_max).await?
            }
            None => rows::newest(conn, tenant, query, after, rows_max).await?,
        };
        let (page, more) = super::cut(found, limit);
        Ok((page.into_iter().map(masked).collect(), more))
    }

    /// One customer, masked. That somebody looked is written down.
    ///
    /// # Errors
    /// 403 for who may not look, [`IdentityError::NotFound`].
    pub async fn customer(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: UserId,
    ) -> Result<User, IdentityError> {
        who.may(READ)?;
        let user = self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let what = ("customers.read", id.to_string());
        log::note(tx.conn(), self.world(), tenant, (who, context), (what.0, &what.1, None)).await?;
        tx.commit().await?;
        Ok(User {
            email: mask::email(&user.email),
            first_name: user.first_name.as_deref().map(mask::name),
            last_name: user.last_name.as_deref().map(mask::name),
            phone: user.phone.as_deref().map(mask::phone),
            ..user
        })
    }

    /// Everything that a customer has said of themselves. That somebody looked, and why, is written down first.
    ///
    /// # Errors
    /// 403 for who may not look, a field error of `reason`, [`IdentityError::NotFound`].
    pub async fn reveal_customer(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: UserId,
        reason: &str,
    ) -> Result<Whole, IdentityError> {
        who.may(PERSONAL)?;
        let reason = &*super::acting::checked_reason(reason)?;
        let user = self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let what = ("customers.reveal", id.to_string());
        log::note(tx.conn(), self.world(), tenant, (who, context), (what.0, &what.1, Some(reason))).await?;
        tx.commit().await?;
        let personal = self.personal(tenant, id).await?;
        Ok(Whole { user, personal })
    }

    /// The profiles whose transactions an operator lists, closed ones too. That somebody looked is written down.
    ///
    /// # Errors
    /// 403 for who may not look, [`IdentityError::NotFound`].
    pub async fn customer_to_list(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: UserId,
    ) -> Result<Vec<ProfileId>, IdentityError> {
        who.may(READ)?;
        who.may(Permission(Resource::Orders, Action::Read))?;
        let user = self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let what = ("customers.transactions", id.to_string());
        log::note(tx.conn(), self.world(), tenant, (who, context), (what.0, &what.1, None)).await?;
        tx.commit().await?;
        Ok(user.all_profiles())
    }

    /// Who waits for somebody to look at what they handed in, the longest first; at most 200.
    ///
    /// # Errors
    /// 403 for who may not look, and those of the database.
    pub async fn verification_queue(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
    ) -> Result<Vec<Waiting>, IdentityError> {
        who.may(Permission(Resource::Verifications, Action::Read))?;
        let waiting = self.waiting_verifications(tenant, None, QUEUE_MAX).await?;
        Ok(waiting.into_iter().map(|one| Waiting { email: mask::email(&one.email), ..one }).collect())
    }

    /// What a customer has handed in. That somebody looked, and why, is written down first.
    ///
    /// # Errors
    /// 403 for who may not look, a field error of `reason`, [`IdentityError::NotFound`].
    pub async fn customer_documents(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        (id, kind): (UserId, Kind),
        reason: &str,
    ) -> Result<Opened, IdentityError> {
        who.may(Permission(Resource::Verifications, Action::Read))?;
        who.may(PERSONAL)?;
        let reason = &*super::acting::checked_reason(reason)?;
        self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let what = ("customers.documents", id.to_string());
        log::note(tx.conn(), self.world(), tenant, (who, context), (what.0, &what.1, Some(reason))).await?;
        tx.commit().await?;
        self.open_documents(tenant, id, kind, &who.email).await
    }

    /// Where a customer is signed in; none for who may not see that.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn customer_sessions(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: UserId,
    ) -> Result<Vec<SignedIn>, IdentityError> {
        if !roles::may(who.role, Permission(Resource::Sessions, Action::Read)) {
            return Ok(Vec::new());
        }
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(of_user(tx.conn(), tenant, id, self.world().now()).await?)
    }
}

#[cfg(test)]
mod tests {
    use kernel::OperatorId;
    use uuid::Uuid;

    use super::super::model::Role;
    use super::*;

    fn of(role: Role) -> OperatorPrincipal {
        let (at, id) = (DateTime::UNIX_EPOCH, Uuid::nil());
        let email = "op@example.com".into();
        OperatorPrincipal {
            id: OperatorId::from_uuid(id),
            email,
            role,
            session: id,
            expires_at: at,
            confirmed_until: at,
        }
    }

    #[test]
    fn who_may_not_see_an_address_cannot_find_it_letter_by_letter() {
        let masked = of(Role::SupportL1);
        assert!(bounds(&masked, "ann").is_err());
        let exact = bounds(&masked, " Anna@Example.com ").unwrap();
        assert_eq!(exact, ("anna@example.com".into(), "anna@example.com".into()));
        let whole = of(Role::SupportL2);
        assert_eq!(bounds(&whole, "Ann").unwrap(), ("ann".into(), "ann\u{7f}".into()));
        for short in ["", "an", "a\u{7f}b", "äbc"] {
            assert!(bounds(&whole, short).is_err(), "{short}");
        }
    }
}
