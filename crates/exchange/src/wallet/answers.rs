//! What somebody says of an address, and whether it can be taken so. Pure.

use serde::{Deserialize, Serialize};

use super::{Holding, Owner};
use crate::ExchangeError;
use crate::requisite::validate_full_name;

const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=100;

/// What kind of party somebody else is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// A person.
    Person,
    /// A business.
    Business,
}

/// Who receives the coins, where it is somebody else. Kept sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beneficiary {
    /// A person or a business.
    pub party: Party,
    /// Their name.
    pub name: String,
}

/// Names belong in no log.
impl std::fmt::Debug for Beneficiary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Beneficiary({:?})", self.party)
    }
}

/// What somebody says of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// Whose it is.
    pub owner: Owner,
    /// Who holds its keys.
    pub holding: Holding,
    /// The name of the service, where one does.
    pub service: Option<String>,
    /// Who receives the coins, where it is somebody else.
    pub beneficiary: Option<Beneficiary>,
}

impl Answers {
    /// The same without what belongs to other answers.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a name that is missing or no name.
    pub fn checked(self) -> Result<Self, ExchangeError> {
        let Self { owner, holding, service, beneficiary } = self;
        let service = match holding {
            Holding::SelfHosted => None,
            Holding::Service => Some(named("service", service.as_deref())?),
        };
        let beneficiary = match (owner, beneficiary) {
            (Owner::Own, _) => None,
            (Owner::Other, None) => return Err(ExchangeError::invalid("beneficiary", "is required")),
            (Owner::Other, Some(Beneficiary { party: Party::Person, name })) => {
                let name = validate_full_name(&name);
                let name = name.map_err(|_| ExchangeError::invalid("beneficiary", "must be a person's full name"))?;
                Some(Beneficiary { party: Party::Person, name })
            }
            (Owner::Other, Some(Beneficiary { party, name })) => {
                Some(Beneficiary { party, name: named("beneficiary", Some(&name))? })
            }
        };
        Ok(Self { owner, holding, service, beneficiary })
    }
}

fn named(field: &'static str, text: Option<&str>) -> Result<String, ExchangeError> {
    let name = text.unwrap_or_default().trim();
    let fits = NAME_CHARS.contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if fits { Ok(name.to_owned()) } else { Err(ExchangeError::invalid(field, "must be a name of 2 to 100 characters")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(owner: Owner, holding: Holding, service: Option<&str>, name: Option<&str>) -> Answers {
        let beneficiary = name.map(|name| Beneficiary { party: Party::Person, name: name.to_owned() });
        Answers { owner, holding, service: service.map(str::to_owned), beneficiary }
    }

    fn refused(answers: Answers) -> String {
        answers.checked().expect_err("refused").to_string()
    }

    #[test]
    fn only_what_the_rule_asks_for_is_asked_for_and_kept() {
        let own = answers(Owner::Own, Holding::SelfHosted, Some("Kraken"), Some("Olena Kovalenko"));
        assert_eq!(own.checked(), Ok(answers(Owner::Own, Holding::SelfHosted, None, None)));
        let theirs = answers(Owner::Other, Holding::Service, Some(" Kraken "), Some("Olena Kovalenko"));
        let kept = theirs.checked().expect("taken");
        assert_eq!((kept.service.as_deref(), kept.beneficiary.is_some()), (Some("Kraken"), true));
        let rule = "must be a name of 2 to 100 characters";
        assert_eq!(refused(answers(Owner::Own, Holding::Service, None, None)), format!("service {rule}"));
        assert_eq!(refused(answers(Owner::Own, Holding::Service, Some("x"), None)), format!("service {rule}"));
        assert_eq!(refused(answers(Owner::Other, Holding::SelfHosted, None, None)), "beneficiary is required");
        let nameless = answers(Owner::Other, Holding::SelfHosted, None, Some("Ol😀na"));
        assert_eq!(refused(nameless), "beneficiary must be a person's full name");
        let debug = format!("{:?}", answers(Owner::Other, Holding::SelfHosted, None, Some("Olena Kovalenko")));
        assert!(!debug.contains("Olena"), "names belong in no log");
    }
}
