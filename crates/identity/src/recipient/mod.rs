//! Who a customer means by an email address or a telephone number, when they send money to it.

mod store;

use chrono::TimeDelta;
use kernel::{ProfileId, TenantId, UserId};

use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::operator::mask;
use crate::{EmailAddress, Identity, IdentityError, Principal, Tenant, rules};

/// A person at one end of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The open profile that takes their money; `None` for a contact that is nobody's yet.
    pub profile: Option<ProfileId>,
    /// The contact that names them, normalized.
    pub contact: String,
    /// Who they are, masked: of the name where it is known, else of the contact.
    pub name: String,
}

/// What the database says of a person who may receive.
pub(super) struct Person {
    pub user: UserId,
    pub profile: Option<ProfileId>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// Whether the account is open: neither blocked nor about to be deleted.
    pub is_open: bool,
}

/// An email address or a telephone number.
enum Contact {
    Email(EmailAddress),
    Phone(String),
}

impl Contact {
    fn parse(text: &str, sandbox: bool) -> Result<Self, IdentityError> {
        let refused = |error: IdentityError| match error {
            IdentityError::Field { rule, message, .. } => IdentityError::field("contact", rule, message),
            other => other,
        };
        if text.contains('@') {
            return EmailAddress::parse(text).map(Self::Email).map_err(refused);
        }
        if !text.chars().any(|c| c.is_ascii_digit()) {
            let message = "Enter an email address or a telephone number.";
            return Err(IdentityError::field("contact", "format", message));
        }
        let phone = rules::phone(text, sandbox).map_err(|broken| IdentityError::from(("contact", broken)))?;
        Ok(Self::Phone(phone.number().to_owned()))
    }

    fn normalized(&self) -> &str {
        match self {
            Self::Email(email) => email.normalized(),
            Self::Phone(number) => number,
        }
    }

    fn masked(&self) -> String {
        match self {
            Self::Email(email) => mask::email(email.normalized()),
            Self::Phone(number) => mask::phone(number),
        }
    }
}

impl Identity {
    /// Who would receive money that is sent to `contact`. Each question counts, so that nobody can try out who is a
    /// customer.
    ///
    /// # Errors
    /// A field error of `contact`; [`IdentityError::TooMany`]; a conflict where the account takes no money.
    pub async fn ask_recipient(
        &self,
        tenant: &Tenant,
        who: &Principal,
        contact: &str,
    ) -> Result<Recipient, IdentityError> {
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, self.world().now(), &[of_asking(tenant, who.user)]).await?;
        tx.commit().await?;
        self.recipient(tenant, who, contact).await
    }

    /// Who receives money that is sent to `contact`.
    ///
    /// # Errors
    /// A field error of `contact`; a conflict where the account takes no money.
    pub async fn recipient(&self, tenant: &Tenant, who: &Principal, contact: &str) -> Result<Recipient, IdentityError> {
        let contact = Contact::parse(contact, tenant.sandbox)?;
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let mut found = match &contact {
            Contact::Email(email) => store::by_email(tx.conn(), tenant.id, email.normalized()).await?,
            Contact::Phone(number) => store::by_phone(tx.conn(), tenant.id, number).await?,
        };
        // A number that several accounts have names nobody.
        let person = if found.len() == 1 { found.pop() } else { None };
        let is_self = person.as_ref().is_some_and(|person| person.user == who.user);
        if person.as_ref().is_some_and(|person| !person.is_open || person.profile.is_none()) && !is_self {
            return Err(closed());
        }
        let name = person.as_ref().and_then(masked_name).unwrap_or_else(|| contact.masked());
        Ok(Recipient {
            profile: person.and_then(|person| person.profile),
            contact: contact.normalized().to_owned(),
            name,
        })
    }

    /// Who receives money that is sent to this profile; `None` if there is no such open profile. The contact is left empty.
    ///
    /// # Errors
    /// A field error of `contact` where the account takes no money; those of the database.
    pub async fn recipient_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        profile: ProfileId,
    ) -> Result<Option<Recipient>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let Some(person) = store::by_profile(tx.conn(), tenant, profile).await? else { return Ok(None) };
        if !person.is_open && person.user != who.user {
            return Err(closed());
        }
        let email = self.user(tenant, person.user).await?.email;
        let name = masked_name(&person).unwrap_or_else(|| mask::email(&email));
        Ok(Some(Recipient { profile: person.profile, contact: String::new(), name }))
    }

    /// A customer as others see them.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn seen_by_others(&self, tenant: TenantId, user: UserId) -> Result<String, IdentityError> {
        let user = self.user(tenant, user).await?;
        let named = [user.first_name.as_deref(), user.last_name.as_deref()];
        Ok(masked(named).unwrap_or_else(|| mask::email(&user.email)))
    }
}

fn closed() -> IdentityError {
    IdentityError::field("contact", "closed", "This customer cannot receive money at the moment.")
}

fn masked_name(person: &Person) -> Option<String> {
    masked([person.first_name.as_deref(), person.last_name.as_deref()])
}

fn masked(names: [Option<&str>; 2]) -> Option<String> {
    let parts: Vec<String> = names.into_iter().flatten().filter(|name| !name.is_empty()).map(mask::name).collect();
    Some(parts.join(" ")).filter(|name| !name.is_empty())
}

fn of_asking(tenant: &Tenant, user: UserId) -> Limit {
    let max = if tenant.sandbox { 30 * SANDBOX_FACTOR } else { 30 };
    let message = "Too many people were looked up.";
    Limit { name: "recipient.ask", subject: user.to_string(), window: TimeDelta::hours(1), max, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_is_an_address_or_a_number_however_it_is_written() {
        let read = |text| Contact::parse(text, false).map(|contact| contact.normalized().to_owned());
        assert_eq!(read(" Olena@Example.com ").unwrap(), "olena@example.com");
        assert_eq!(read("+44 7400 643621").unwrap(), "+447400643621");
        for bad in ["", "olena", "@", "12"] {
            assert!(matches!(read(bad), Err(IdentityError::Field { field: "contact", .. })), "{bad}");
        }
    }

    #[test]
    fn a_name_is_masked_part_by_part() {
        assert_eq!(masked([Some("Olena"), Some("Kovalenko")]).unwrap(), "O••• K•••");
        assert_eq!(masked([None, Some("Kovalenko")]).unwrap(), "K•••");
        assert_eq!(masked([None, None]), None);
    }
}
