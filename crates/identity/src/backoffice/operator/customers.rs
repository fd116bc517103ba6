//! Customers as operators see them: masked, unless the operator gives a reason to see more.

use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId, UserId};

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Note};
use super::roles;
use super::session::OperatorPrincipal;
use super::store::customers as rows;
use crate::auth::session::{SignedIn, of_user};
use crate::customers::kyc_documents::{DecryptedSubmission, Waiting};
use crate::person::verification::Kind;
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Personal, User, mask};

/// The minimum length of an address prefix in a search.
const PREFIX_MIN: usize = 3;
/// The maximum length of the verification queue.
const QUEUE_MAX: i64 = 200;
const READ: Permission = Permission(Resource::Customers, Action::Read);
const PERSONAL: Permission = Permission(Resource::Personal, Action::Read);

/// A customer search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// By id.
    pub id: Option<UserId>,
    /// By full address, or by address prefix for roles that may see addresses.
    pub address: Option<String>,
    /// By blocked state.
    pub blocked: Option<bool>,
}

/// A customer in a list, masked according to the operator's role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerRow {
    /// The customer's id.
    pub id: UserId,
    /// The email address.
    pub email: String,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// The country of residence, if known.
    pub residence: Option<String>,
    /// Whether the customer is blocked.
    pub blocked: bool,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
}

/// The full personal data of a customer.
#[derive(Debug, Clone)]
pub struct Whole {
    /// Name, address, telephone.
    pub user: User,
    /// Date of birth and home address.
    pub personal: Option<Personal>,
}

pub(super) fn masked(row: CustomerRow) -> CustomerRow {
    CustomerRow {
        email: mask::email(&row.email),
        first_name: row.first_name.as_deref().map(mask::name),
        last_name: row.last_name.as_deref().map(mask::name),
        ..row
    }
}

/// The range of addresses that a search matches. A role without access to addresses needs the full address: a prefix
/// search would reveal one letter by letter.
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
    // Upper bound of the prefix range: addresses are ASCII.
    Ok((typed.clone(), format!("{typed}\u{7f}")))
}

impl Identity {
    /// The newest customers that match the query, older than `after`, masked; whether there are more.
    ///
    /// # Errors
    /// 403 without read permission, a field error of `search`, and database errors.
    pub async fn customers(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        query: &Query,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<(Vec<CustomerRow>, bool), IdentityError> {
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

    /// One customer, masked. The access is logged.
    ///
    /// # Errors
    /// 403 without read permission, [`IdentityError::NotFound`].
    pub async fn customer(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: UserId,
    ) -> Result<User, IdentityError> {
        who.may(READ)?;
        let user = self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let subject = id.to_string();
        let note = Note { action: "customers.read", subject: &subject, reason: None };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        Ok(User {
            email: mask::email(&user.email),
            first_name: user.first_name.as_deref().map(mask::name),
            last_name: user.last_name.as_deref().map(mask::name),
            phone: user.phone.as_deref().map(mask::phone),
            ..user
        })
    }

    /// The full personal data of a customer. The access and its reason are logged first.
    ///
    /// # Errors
    /// 403 without read permission, a field error of `reason`, [`IdentityError::NotFound`].
    pub async fn reveal_customer(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: UserId,
        reason: &str,
    ) -> Result<Whole, IdentityError> {
        who.may(PERSONAL)?;
        let reason = &*super::executor::checked_reason(reason)?;
        let user = self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let subject = id.to_string();
        let note = Note { action: "customers.reveal", subject: &subject, reason: Some(reason) };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        let personal = self.personal(tenant, id).await?;
        Ok(Whole { user, personal })
    }

    /// The profiles of a customer, including closed ones, for a list of transactions. The access is logged.
    ///
    /// # Errors
    /// 403 without read permission, [`IdentityError::NotFound`].
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
        let subject = id.to_string();
        let note = Note { action: "customers.transactions", subject: &subject, reason: None };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        Ok(user.all_profiles())
    }

    /// Pending verifications, the longest wait first; at most 200.
    ///
    /// # Errors
    /// 403 without read permission, and database errors.
    pub async fn verification_queue(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
    ) -> Result<Vec<Waiting>, IdentityError> {
        who.may(Permission(Resource::Verifications, Action::Read))?;
        let waiting = self.waiting_verifications(tenant, None, QUEUE_MAX).await?;
        Ok(waiting.into_iter().map(|one| Waiting { email: mask::email(&one.email), ..one }).collect())
    }

    /// A customer's submitted documents. The access and its reason are logged first.
    ///
    /// # Errors
    /// 403 without read permission, a field error of `reason`, [`IdentityError::NotFound`].
    pub async fn customer_documents(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        (id, kind): (UserId, Kind),
        reason: &str,
    ) -> Result<DecryptedSubmission, IdentityError> {
        who.may(Permission(Resource::Verifications, Action::Read))?;
        who.may(PERSONAL)?;
        let reason = &*super::executor::checked_reason(reason)?;
        self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let subject = id.to_string();
        let note = Note { action: "customers.documents", subject: &subject, reason: Some(reason) };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        self.open_documents(tenant, id, kind, &who.email).await
    }

    /// A customer's active sessions; empty for a role without access.
    ///
    /// # Errors
    /// Database errors.
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
    fn an_operator_without_access_to_emails_cannot_probe_them_by_search() {
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
