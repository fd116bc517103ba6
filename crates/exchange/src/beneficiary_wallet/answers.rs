//! A declaration about an address, and its validation. Pure.

use identity::rules;

use super::{Beneficiary, Holding, Owner};
use crate::ExchangeError;

const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=100;

/// A declaration about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// The owner.
    pub owner: Owner,
    /// The holder of the keys.
    pub holding: Holding,
    /// The name of the hosting service, if any.
    pub service: Option<String>,
    /// The beneficiary, if it is another person or business.
    pub beneficiary: Option<Beneficiary>,
}

impl Answers {
    /// The validated and normalized declaration. A superfluous answer contradicts the others, so it is refused.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a missing, invalid or superfluous answer.
    pub fn checked(self) -> Result<Self, ExchangeError> {
        let Self { owner, holding, service, beneficiary } = self;
        let service = match (holding, service) {
            (Holding::SelfHosted, None) => None,
            (Holding::SelfHosted, Some(_)) => {
                return Err(ExchangeError::invalid("service", "must be left out of a wallet that no service holds"));
            }
            (Holding::Service, service) => Some(named("service", service.as_deref())?),
        };
        let beneficiary = match (owner, beneficiary) {
            (Owner::Own, None) => None,
            (Owner::Own, Some(_)) => {
                return Err(ExchangeError::invalid("beneficiary", "must be left out of one's own wallet"));
            }
            (Owner::Other, None) => return Err(ExchangeError::invalid("beneficiary", "is required")),
            (Owner::Other, Some(somebody)) => Some(somebody.checked()?),
        };
        Ok(Self { owner, holding, service, beneficiary })
    }
}

/// Validates a free-form name.
pub(super) fn named(field: &'static str, text: Option<&str>) -> Result<String, ExchangeError> {
    let (min, max) = (*NAME_CHARS.start(), *NAME_CHARS.end());
    rules::label(text.unwrap_or_default(), min, max).map_err(|broken| match broken.code {
        "invisible_character" => ExchangeError::invalid(field, "must not have characters that change its order"),
        _ => ExchangeError::invalid(field, "must be a name of 2 to 100 characters"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beneficiary_wallet::PartyKind;

    fn answers(owner: Owner, holding: Holding, service: Option<&str>, name: Option<&str>) -> Answers {
        let beneficiary = name.map(|name| Beneficiary {
            party: PartyKind::Person,
            name: name.to_owned(),
            country: "UA".parse().ok(),
            company_id: None,
        });
        Answers { owner, holding, service: service.map(str::to_owned), beneficiary }
    }

    fn refused(answers: Answers) -> String {
        answers.checked().expect_err("refused").to_string()
    }

    #[test]
    fn only_data_that_the_travel_rule_requires_is_asked_for_and_stored() {
        let own = answers(Owner::Own, Holding::SelfHosted, None, None);
        assert_eq!(own.clone().checked(), Ok(own));
        let contradicts = answers(Owner::Own, Holding::SelfHosted, None, Some("Olena Kovalenko"));
        assert_eq!(refused(contradicts), "beneficiary must be left out of one's own wallet");
        let contradicts = answers(Owner::Own, Holding::SelfHosted, Some("Kraken"), None);
        assert_eq!(refused(contradicts), "service must be left out of a wallet that no service holds");
        let theirs = answers(Owner::Other, Holding::Service, Some(" Kraken "), Some("Olena Kovalenko"));
        let kept = theirs.checked().expect("taken");
        assert_eq!((kept.service.as_deref(), kept.beneficiary.is_some()), (Some("Kraken"), true));
        let rule = "must be a name of 2 to 100 characters";
        assert_eq!(refused(answers(Owner::Own, Holding::Service, None, None)), format!("service {rule}"));
        assert_eq!(refused(answers(Owner::Own, Holding::Service, Some("x"), None)), format!("service {rule}"));
        assert_eq!(refused(answers(Owner::Other, Holding::SelfHosted, None, None)), "beneficiary is required");
        let nameless = answers(Owner::Other, Holding::SelfHosted, None, Some("Ol😀na"));
        assert_eq!(refused(nameless), "beneficiary/name must be a person's full name");
        let reversed = answers(Owner::Own, Holding::Service, Some("Kra\u{202e}nek"), None);
        assert_eq!(refused(reversed), "service must not have characters that change its order");
        let hidden = answers(Owner::Own, Holding::Service, Some("Kra\u{200b}ken"), None).checked().expect("taken");
        assert_eq!(hidden.service.as_deref(), Some("Kraken"));
    }
}
