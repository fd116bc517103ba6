//! Resolves the recipient of a transfer from an email address, a telephone number or a handle.

mod store;

use ::store::{PgConnection, StoreError};
use chrono::TimeDelta;
use kernel::{ProfileId, TenantId, UserId};

use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::mask;
use crate::{
    EmailAddress, Identity, IdentityError, Principal, Tenant, User, customers::profile, person::handle, person::user,
    rules,
};

/// A person at one end of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The open profile that receives the money; `None` if no customer has this contact yet.
    pub profile: Option<ProfileId>,
    /// The normalized contact.
    pub contact: String,
    /// The masked name; the masked contact if the name is unknown.
    pub name: String,
}

/// An email address, a telephone number, or a handle without its `@`.
enum Contact {
    Email(EmailAddress),
    Phone(String),
    Handle(String),
}

impl Contact {
    fn parse(text: &str, sandbox: bool) -> Result<Self, IdentityError> {
        let refused = |error: IdentityError| match error {
            IdentityError::Field { rule, message, .. } => IdentityError::field("contact", rule, message),
            other => other,
        };
        if text.trim().strip_prefix('@').is_some_and(|rest| !rest.contains('@')) {
            return handle::parse("contact", text).map(Self::Handle);
        }
        if text.contains('@') {
            return EmailAddress::parse(text).map(Self::Email).map_err(refused);
        }
        if !text.chars().any(|c| c.is_ascii_digit()) {
            let message = "Enter an email address, a telephone number or a handle like @olena.";
            return Err(IdentityError::field("contact", "format", message));
        }
        let phone = rules::phone(text, sandbox).map_err(|broken| IdentityError::from(("contact", broken)))?;
        Ok(Self::Phone(phone.number().to_owned()))
    }

    /// The normalized form for storage and display.
    fn normalized(&self) -> String {
        match self {
            Self::Email(email) => email.normalized().to_owned(),
            Self::Phone(number) => number.clone(),
            Self::Handle(handle) => format!("@{handle}"),
        }
    }

    /// The person with this contact.
    async fn person(&self, conn: &mut PgConnection, tenant: TenantId) -> Result<Option<UserId>, StoreError> {
        match self {
            Self::Email(email) => user::store::by_email(conn, tenant, email).await,
            Self::Phone(number) => store::by_phone(conn, tenant, number).await,
            Self::Handle(handle) => handle::store::person(conn, tenant, handle).await,
        }
    }

    fn masked(&self) -> String {
        match self {
            Self::Email(email) => mask::email(email.normalized()),
            Self::Phone(number) => mask::phone(number),
            Self::Handle(_) => self.normalized(),
        }
    }
}

impl Identity {
    /// The recipient of a transfer to `contact`. Each query counts against a limit, so that contacts cannot be
    /// enumerated.
    ///
    /// # Errors
    /// A field error of `contact`, also for an account that cannot receive money; [`IdentityError::TooMany`].
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

    /// The recipient of an order. A refused contact counts as a lookup, so that orders reveal no more customers than lookups
    /// do.
    ///
    /// # Errors
    /// The errors of [`Identity::ask_recipient`].
    pub async fn recipient_of_order(
        &self,
        tenant: &Tenant,
        who: &Principal,
        contact: &str,
    ) -> Result<Recipient, IdentityError> {
        let found = self.recipient(tenant, who, contact).await;
        if found.is_err() {
            let mut tx = self.store().tenant(tenant.id).await?;
            counter::store::spend(tx.conn(), tenant.id, self.world().now(), &[of_asking(tenant, who.user)]).await?;
            tx.commit().await?;
        }
        found
    }

    /// The recipient of a transfer to `contact`.
    ///
    /// # Errors
    /// A field error of `contact`, also for an account that cannot receive money.
    pub async fn recipient(&self, tenant: &Tenant, who: &Principal, contact: &str) -> Result<Recipient, IdentityError> {
        let contact = Contact::parse(contact, tenant.sandbox)?;
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let person = match contact.person(tx.conn(), tenant.id).await? {
            Some(found) => user::store::find(tx.conn(), tenant.id, found).await?,
            None if matches!(contact, Contact::Handle(_)) => {
                return Err(IdentityError::field("contact", "unknown", "Nobody has this handle."));
            }
            None => None,
        };
        let profile = person.as_ref().map(|person| takes_money(person, who)).transpose()?.flatten();
        let name = person.as_ref().and_then(masked_name).unwrap_or_else(|| contact.masked());
        Ok(Recipient { profile, contact: contact.normalized(), name })
    }

    /// The recipient of a transfer to this profile; `None` if there is no such open profile. The contact is left empty.
    ///
    /// # Errors
    /// A field error of `contact` if the account cannot receive money; database errors.
    pub async fn recipient_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        profile: ProfileId,
    ) -> Result<Option<Recipient>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let Some(owner) = profile::store::owner(tx.conn(), tenant, profile).await? else { return Ok(None) };
        let found = user::store::find(tx.conn(), tenant, owner).await?;
        let Some(person) = found.filter(|person| person.profiles.contains(&profile)) else { return Ok(None) };
        takes_money(&person, who)?;
        Ok(Some(Recipient { profile: Some(profile), contact: String::new(), name: person.seen_by_others() }))
    }
}

impl Identity {
    /// The customer for an operator's query by email address, telephone number or profile.
    ///
    /// # Errors
    /// A field error of `contact` if it is unknown, or the account cannot receive money.
    pub async fn customer_named(&self, tenant: &Tenant, text: &str) -> Result<Recipient, IdentityError> {
        let unknown = || IdentityError::field("contact", "unknown", "No customer has this contact.");
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let (asked, owner) = match text.trim().parse::<ProfileId>() {
            Ok(profile) => (Some(profile), profile::store::owner(tx.conn(), tenant.id, profile).await?),
            Err(_) => (None, Contact::parse(text, tenant.sandbox)?.person(tx.conn(), tenant.id).await?),
        };
        let person = user::store::find(tx.conn(), tenant.id, owner.ok_or_else(unknown)?).await?.ok_or_else(unknown)?;
        let open = !person.blocked && person.closes_at.is_none();
        let profile = asked.or(person.profiles.first().copied());
        let profile = profile.filter(|profile| open && person.profiles.contains(profile)).ok_or_else(closed)?;
        Ok(Recipient { profile: Some(profile), contact: String::new(), name: person.seen_by_others() })
    }
}

impl User {
    /// The masked name for other customers; the masked email address if the name is unknown.
    #[must_use]
    pub fn seen_by_others(&self) -> String {
        masked_name(self).unwrap_or_else(|| mask::email(&self.email))
    }
}

/// The profile that receives money, if the account is open. For `who`'s own account the state is not checked.
fn takes_money(person: &User, who: &Principal) -> Result<Option<ProfileId>, IdentityError> {
    let profile = person.profiles.first().copied();
    let is_open = !person.blocked && person.closes_at.is_none() && profile.is_some();
    if is_open || person.id == who.user { Ok(profile) } else { Err(closed()) }
}

fn closed() -> IdentityError {
    IdentityError::field("contact", "closed", "This customer cannot receive money at the moment.")
}

fn masked_name(person: &User) -> Option<String> {
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
    fn a_contact_is_an_address_a_number_or_a_handle_however_it_is_written() {
        let read = |text| Contact::parse(text, false).map(|contact| contact.normalized());
        assert_eq!(read(" Olena@Example.com ").unwrap(), "olena@example.com");
        assert_eq!(read("+44 7400 643621").unwrap(), "+447400643621");
        assert_eq!(read(" @Olena_7 ").unwrap(), "@olena_7");
        for bad in ["", "olena", "@", "@ol", "12"] {
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
