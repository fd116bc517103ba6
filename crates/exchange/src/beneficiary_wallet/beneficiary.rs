//! The beneficiary of coins sent to another person's or business's address. Pure.

use kernel::Country;
use kernel::text::strip_invisible;
use serde::{Deserialize, Serialize};

use super::answers::named;
use super::lei::lei;
use crate::ExchangeError;
use crate::requisite::validate_full_name;

const REGISTER_CHARS: std::ops::RangeInclusive<usize> = 2..=40;

kernel::codes! {
    /// The kind of party.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PartyKind {
        /// A natural person.
        Person = "person",
        /// A business.
        Business = "business",
    }
}

/// An official identifier of a business.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum CompanyId {
    /// A legal entity identifier (ISO 17442).
    Lei(String),
    /// The number in the business register of its country.
    Register(String),
}

/// The beneficiary of the coins. Stored encrypted.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beneficiary {
    /// The kind of party.
    pub party: PartyKind,
    /// The name; for a business, its registered name.
    pub name: String,
    /// The country of residence or registration. Absent in declarations from before the question existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// The official identifier of a business. Absent in earlier declarations, and for persons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_id: Option<CompanyId>,
}

/// Names must not appear in logs.
impl std::fmt::Debug for Beneficiary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Beneficiary({:?})", self.party)
    }
}

impl Beneficiary {
    /// The validated and normalized beneficiary, without fields of the other kind of party.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a missing or invalid field.
    pub(super) fn checked(self) -> Result<Self, ExchangeError> {
        let Self { party, name, country, company_id } = self;
        let name = match party {
            PartyKind::Person => validate_full_name(&name)
                .map_err(|_| ExchangeError::invalid("beneficiary/name", "must be a person's full name"))?,
            PartyKind::Business => named("beneficiary/name", Some(&name))?,
        };
        let rule = "must be a country's code of two letters (ISO 3166-1)";
        let country = Some(country.ok_or_else(|| ExchangeError::invalid("beneficiary/country", rule))?);
        let company_id = match (party, company_id) {
            (PartyKind::Person, None) => None,
            (PartyKind::Person, Some(_)) => {
                return Err(ExchangeError::invalid("beneficiary/company_id", "must be left out of a person"));
            }
            (PartyKind::Business, company_id) => {
                Some(company_id.map_or_else(|| Err(no_company_id()), CompanyId::checked)?)
            }
        };
        Ok(Self { party, name, country, company_id })
    }
}

impl CompanyId {
    fn checked(self) -> Result<Self, ExchangeError> {
        let wrong = |rule| ExchangeError::invalid("beneficiary/company_id/value", rule);
        match self {
            Self::Lei(text) => {
                let rule = "must be an LEI: 20 letters and digits, the last two of which check the others";
                lei(&strip_invisible(&text)).map(Self::Lei).ok_or_else(|| wrong(rule))
            }
            Self::Register(text) => {
                let seen = strip_invisible(&text);
                let number = seen.trim();
                let rule =
                    "must be a number of a register: 2 to 40 letters, digits, spaces and . - /, a digit among them";
                let is_number = number.chars().all(|char| char.is_alphanumeric() || " .-/".contains(char))
                    && number.chars().any(|char| char.is_ascii_digit());
                let fits = is_number && REGISTER_CHARS.contains(&number.chars().count());
                fits.then(|| Self::Register(number.to_owned())).ok_or_else(|| wrong(rule))
            }
        }
    }
}

fn no_company_id() -> ExchangeError {
    ExchangeError::invalid("beneficiary/company_id", "is required of a business: its LEI or its number in a register")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEI: &str = "506700GE1G29325QX363";

    fn somebody(party: PartyKind, name: &str, country: &str, company_id: Option<CompanyId>) -> Beneficiary {
        Beneficiary { party, name: name.to_owned(), country: country.parse().ok(), company_id }
    }

    fn refused(who: Beneficiary) -> String {
        who.checked().expect_err("refused").to_string()
    }

    #[test]
    fn a_person_has_a_name_and_a_country() {
        let olena = |name, country, id| somebody(PartyKind::Person, name, country, id);
        assert_eq!(olena(" Olena Kovalenko ", "UA", None).checked(), Ok(olena("Olena Kovalenko", "UA", None)));
        let company = olena("Olena Kovalenko", "UA", Some(CompanyId::Lei(LEI.to_owned())));
        assert_eq!(refused(company), "beneficiary/company_id must be left out of a person");
        assert_eq!(refused(olena("Ol😀na", "UA", None)), "beneficiary/name must be a person's full name");
        let rule = "beneficiary/country must be a country's code of two letters (ISO 3166-1)";
        assert_eq!(["", "ua", "XX"].map(|code| refused(olena("Olena Kovalenko", code, None))), [rule; 3]);
        let debug = format!("{:?}", olena("Olena Kovalenko", "UA", None));
        assert!(!debug.contains("Olena"), "names belong in no log");
    }

    #[test]
    fn a_business_has_an_identifier_too() {
        let shop = |id: Option<CompanyId>| somebody(PartyKind::Business, "Kovalenko & Co.", "DE", id);
        let (lei, number) = (|text: &str| CompanyId::Lei(text.into()), |text: &str| CompanyId::Register(text.into()));
        let kept = |id| shop(Some(id)).checked().expect("taken").company_id;
        assert_eq!(kept(lei("5067 00ge 1g29 325q x363")), Some(lei(LEI)));
        assert_eq!(kept(number(" HRB 12345/B ")), Some(number("HRB 12345/B")));
        assert_eq!(kept(lei("\u{202a}506700GE1G29\u{200b}325QX363\u{202c}")), Some(lei(LEI)));
        assert_eq!(kept(number("HRB\u{200b} 12345\u{feff}")), Some(number("HRB 12345")));
        let missing = "beneficiary/company_id is required of a business: its LEI or its number in a register";
        assert_eq!(refused(shop(None)), missing);
        let slip = "beneficiary/company_id/value must be an LEI: 20 letters and digits, the last two of which check the others";
        assert_eq!(refused(shop(Some(lei("506700GE1G29325QX364")))), slip);
        let long = "1".repeat(41);
        for odd in ["", "1", "HRB", "HRB\u{0}1", "HRB 1😀", &long] {
            assert!(refused(shop(Some(number(odd)))).contains("must be a number of a register"), "{odd:?}");
        }
        let nameless = Beneficiary { name: "K".to_owned(), ..shop(Some(lei(LEI))) };
        assert_eq!(refused(nameless), "beneficiary/name must be a name of 2 to 100 characters");
    }

    #[test]
    fn declarations_without_a_country_still_parse() {
        let old: Beneficiary = serde_json::from_str(r#"{"party":"business","name":"Kovalenko & Co."}"#).expect("read");
        assert_eq!(old, somebody(PartyKind::Business, "Kovalenko & Co.", "", None));
        let new = somebody(PartyKind::Business, "Kovalenko & Co.", "DE", Some(CompanyId::Register("HRB 1".to_owned())));
        let kept = serde_json::to_string(&new).expect("written");
        assert_eq!(
            kept,
            r#"{"party":"business","name":"Kovalenko & Co.","country":"DE","company_id":{"kind":"register","value":"HRB 1"}}"#
        );
        assert_eq!(serde_json::from_str::<Beneficiary>(&kept).expect("read"), new);
    }
}
