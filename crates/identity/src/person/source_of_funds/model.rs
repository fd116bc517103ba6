//! The answer to the source-of-funds questionnaire. Pure.

use serde::{Deserialize, Serialize};

use crate::{IdentityError, rules};

/// The maximum length of the free text, in characters.
pub const DETAILS_CHARS_MAX: usize = 500;

kernel::codes! {
    /// Occupation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Occupation {
        /// Employed.
        Employed = "employed",
        /// Self-employed.
        SelfEmployed = "self_employed",
        /// Owns a company.
        BusinessOwner = "business_owner",
        /// Retired.
        Retired = "retired",
        /// Student.
        Student = "student",
        /// Not employed.
        NotEmployed = "not_employed",
        /// Other, described in the free text.
        Other = "other",
    }
}

kernel::codes! {
    /// Source of funds (FATF guidance for a risk-based approach).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Source {
        /// Salary.
        Salary = "salary",
        /// Profit or dividends from an own business.
        Business = "business",
        /// A pension or benefits.
        Pension = "pension",
        /// Savings.
        Savings = "savings",
        /// Securities and funds.
        Investments = "investments",
        /// Crypto-assets: bought before, mined, earned.
        Crypto = "crypto",
        /// Sale of property.
        PropertySale = "property_sale",
        /// An inheritance.
        Inheritance = "inheritance",
        /// A gift.
        Gift = "gift",
        /// A loan.
        Loan = "loan",
        /// Other, described in the free text.
        Other = "other",
    }
}

kernel::codes! {
    /// Expected yearly exchange volume in euro. The bands follow the tier limits: T2 allows 240,000 a year.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Turnover {
        /// Up to 50,000.
        #[serde(rename = "up_to_50k")]
        UpTo50k = "up_to_50k",
        /// From 50,000 to 250,000.
        #[serde(rename = "up_to_250k")]
        UpTo250k = "up_to_250k",
        /// From 250,000 to a million.
        #[serde(rename = "up_to_1m")]
        UpTo1m = "up_to_1m",
        /// More than a million.
        #[serde(rename = "over_1m")]
        Over1m = "over_1m",
    }
}

/// A complete answer, in the form in which it is encrypted.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    occupation: Occupation,
    sources: Vec<Source>,
    yearly_turnover: Turnover,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    details: Option<String>,
}

/// Prints no content: financial data must not reach a log.
impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[source of funds]")
    }
}

impl Answer {
    /// A validated answer: at least one source and no duplicates; "other" needs a description.
    ///
    /// # Errors
    /// A field error of `sources` or `details`.
    pub fn new(
        occupation: Occupation,
        sources: &[Source],
        yearly_turnover: Turnover,
        details: Option<&str>,
    ) -> Result<Self, IdentityError> {
        if sources.is_empty() {
            return Err(IdentityError::field("sources", "required", "Name at least one source."));
        }
        let mut sorted = sources.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != sources.len() {
            return Err(IdentityError::field("sources", "unique", "Name each source once."));
        }
        let details = rules::note(details.unwrap_or_default(), DETAILS_CHARS_MAX);
        let details = details.map_err(|broken| IdentityError::from(("details", broken)))?;
        if details.is_none() && (sorted.contains(&Source::Other) || occupation == Occupation::Other) {
            return Err(IdentityError::field("details", "required", "Describe what is something else."));
        }
        Ok(Self { occupation, sources: sorted, yearly_turnover, details })
    }

    /// The occupation.
    #[must_use]
    pub const fn occupation(&self) -> Occupation {
        self.occupation
    }

    /// The sources, without duplicates.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The expected yearly volume.
    #[must_use]
    pub const fn yearly_turnover(&self) -> Turnover {
        self.yearly_turnover
    }

    /// The free text.
    #[must_use]
    pub fn details(&self) -> Option<&str> {
        self.details.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rule(answer: Result<Answer, IdentityError>) -> Option<(&'static str, &'static str)> {
        match answer {
            Err(IdentityError::Field { field, rule, .. }) => Some((field, rule)),
            other => {
                assert!(other.is_ok(), "{other:?}");
                None
            }
        }
    }

    proptest! {
        #[test]
        fn an_answer_names_sources_once_describes_what_is_other_and_reads_back_as_it_was_written(
            occupation in prop::sample::select(Occupation::ALL.to_vec()),
            sources in prop::collection::vec(prop::sample::select(Source::ALL.to_vec()), 0..4),
            turnover in prop::sample::select(Turnover::ALL.to_vec()),
            details in prop::option::of(".{0,520}"),
        ) {
            let mut once = sources.clone();
            once.sort_unstable();
            once.dedup();
            let made = Answer::new(occupation, &sources, turnover, details.as_deref());
            let said = rules::note(details.as_deref().unwrap_or_default(), DETAILS_CHARS_MAX);
            let Ok(answer) = made else {
                let other = occupation == Occupation::Other || sources.contains(&Source::Other);
                let missing = said.as_ref().is_ok_and(Option::is_none);
                prop_assert!(sources.is_empty() || once.len() < sources.len() || said.is_err() || (other && missing));
                return Ok(());
            };
            prop_assert_eq!(answer.sources(), &once[..]);
            prop_assert_eq!(Ok(answer.details()), said.as_ref().map(Option::as_deref));
            let written = serde_json::to_vec(&answer).unwrap();
            prop_assert!(serde_json::from_slice::<Answer>(&written).unwrap() == answer);
        }
    }

    #[test]
    fn each_rule_names_its_field() {
        let of =
            |sources: &[Source], details| rule(Answer::new(Occupation::Employed, sources, Turnover::UpTo50k, details));
        assert_eq!(of(&[], None), Some(("sources", "required")));
        assert_eq!(of(&[Source::Gift, Source::Gift], None), Some(("sources", "unique")));
        assert_eq!(of(&[Source::Other], Some(" \n ")), Some(("details", "required")));
        assert_eq!(of(&[Source::Gift], Some("\u{0}")), Some(("details", "invalid_character")));
        let long = "я".repeat(DETAILS_CHARS_MAX);
        assert_eq!(of(&[Source::Gift], Some(&long)), None);
        assert_eq!(of(&[Source::Gift], Some(&format!("{long}я"))), Some(("details", "max_length")));
        let other = Answer::new(Occupation::Other, &[Source::Gift], Turnover::Over1m, None);
        assert_eq!(rule(other), Some(("details", "required")));
    }

    #[test]
    fn names_on_the_wire_are_those_that_are_sealed() {
        let written = |value: serde_json::Value| value.as_str().map(str::to_owned);
        let same = |code: &str, value| written(value).as_deref() == Some(code);
        assert!(Occupation::ALL.iter().all(|one| same(one.code(), serde_json::to_value(one).unwrap())));
        assert!(Source::ALL.iter().all(|one| same(one.code(), serde_json::to_value(one).unwrap())));
        assert!(Turnover::ALL.iter().all(|one| same(one.code(), serde_json::to_value(one).unwrap())));
    }
}
