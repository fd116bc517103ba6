//! What is known of a person, as far as it decides what may be offered to them. It comes with their access token.

mod store;

use std::collections::BTreeSet;

use kernel::{Country, UserId};
use serde::{Deserialize, Serialize};

use crate::verification::{Kind, Status};
use crate::{Identity, IdentityError, Principal, Tenant};

/// One thing that a flow may demand of a person (specification, section 4), in the order in which it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Name, date of birth and residence.
    PersonalData,
    /// A telephone that answered.
    Phone,
    /// The home address, by their word.
    DeclaredAddress,
    /// A document and their face.
    Identity,
    /// The home address, by a document.
    Address,
}

/// What is known of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Who; `None` for somebody who is not signed in.
    pub user: Option<UserId>,
    /// Where they live, if they have said so.
    pub residence: Option<Country>,
    /// What they have done.
    pub done: BTreeSet<Step>,
    /// The tier that somebody has lifted them to, whatever they have done.
    pub raised_to: Option<u8>,
    /// Whether they are leaving: then nothing new begins.
    pub is_leaving: bool,
}

impl Standing {
    /// Somebody who is not signed in.
    #[must_use]
    pub fn nobody() -> Self {
        Self::default()
    }
}

/// What the database says of a person, from which their standing follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Normalized.
    pub(crate) email: String,
    pub(crate) residence: Option<Country>,
    /// Whether they have said who they are.
    pub(crate) personal_data: bool,
    pub(crate) statuses: Vec<(Kind, Status)>,
    pub(crate) is_leaving: bool,
}

impl Facts {
    /// The row of a person: `statuses` is "kind status" of each of their verifications.
    pub(crate) fn read(email: String, residence: Option<&str>, personal_data: bool, statuses: &[String]) -> Self {
        let status = |text: &String| {
            let (kind, status) = text.split_once(' ')?;
            Some((Kind::from_code(kind)?, Status::from_code(status)?))
        };
        let residence = residence.and_then(|code| code.parse().ok());
        Self {
            email,
            residence,
            personal_data,
            statuses: statuses.iter().filter_map(status).collect(),
            is_leaving: false,
        }
    }

    pub(crate) fn standing(&self, tenant: &Tenant, user: UserId) -> Standing {
        let completed = |kind| self.statuses.contains(&(kind, Status::Completed));
        let mut done = BTreeSet::new();
        let steps = [
            (Step::PersonalData, self.personal_data),
            (Step::Phone, completed(Kind::Phone)),
            (Step::DeclaredAddress, completed(Kind::DeclaredAddress)),
            (Step::Identity, completed(Kind::Identity)),
            (Step::Address, completed(Kind::Address)),
        ];
        done.extend(steps.into_iter().filter(|(_, done)| *done).map(|(step, _)| step));
        let raised_to = played_tier(&self.email).filter(|_| tenant.sandbox);
        Standing { user: Some(user), residence: self.residence, done, raised_to, is_leaving: self.is_leaving }
    }
}

impl Principal {
    /// What is known of the person, as of this request.
    #[must_use]
    pub fn standing(&self, tenant: &Tenant) -> Standing {
        self.facts.standing(tenant, self.user)
    }
}

impl Identity {
    /// What is known of a person. Whoever has their [`Principal`] has it already.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when this tenant has no such person.
    pub async fn standing(&self, tenant: &Tenant, user: UserId) -> Result<Standing, IdentityError> {
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let facts = store::facts(tx.conn(), tenant.id, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        Ok(facts.standing(tenant, user))
    }
}

/// The sandbox lifts mailboxes like `anna+t3@example.test`, so that a program can have a verified customer at once.
fn played_tier(email: &str) -> Option<u8> {
    let local = email.strip_suffix("@example.test")?;
    let (_, digit) = local.rsplit_once("+t")?;
    digit.parse().ok().filter(|tier| (0..=4).contains(tier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_of_the_sandbox_can_name_its_tier() {
        assert_eq!(played_tier("anna+t4@example.test"), Some(4));
        for other in ["anna@example.test", "anna+t5@example.test", "anna+t4@example.com", "+t@example.test"] {
            assert_eq!(played_tier(other), None, "{other}");
        }
    }
}
