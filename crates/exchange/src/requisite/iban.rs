//! Validation of bank accounts.

use std::borrow::Cow;

use iban::{Iban, IbanLike};
use kernel::Currency;
use kernel::text::strip_invisible;

use super::{Normalised, RequisiteError};

/// The countries of the SEPA schemes by IBAN prefix, with Gibraltar listed beside Great Britain.
const SEPA: [&str; 42] = [
    "AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR", "HR", "HU",
    "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD", "ME", "MK", "MT", "NL", "NO", "PL", "PT", "RO", "RS", "SE",
    "SI", "SK", "SM", "VA",
];

/// The maximum length of the typed form: 34 characters and as many spaces.
const WRITTEN_MAX: usize = 68;

const fn refuse(code: &'static str, message: &'static str) -> RequisiteError {
    RequisiteError { field: "value", code, message: Cow::Borrowed(message) }
}

/// Validates an IBAN for a currency (specification, "Validation rules"): the country's length and format, mod 97 (ISO
/// 13616), and whether the currency can reach that country. Normalizes to upper case without spaces.
///
/// # Errors
/// [`RequisiteError`] about `value`.
pub fn validate_iban(currency: Currency, value: &str) -> Result<Normalised, RequisiteError> {
    // Copying adds invisible characters; the check digits protect the rest.
    let value = &*strip_invisible(value);
    if value.trim().is_empty() {
        return Err(refuse("required", "Field is required"));
    }
    if value.len() > WRITTEN_MAX {
        return Err(refuse("incorrect_iban", "IBAN is not correct"));
    }
    let written: String = value.chars().filter(|char| !char.is_whitespace()).collect::<String>().to_uppercase();
    let iban: Iban = written.parse().map_err(|_| refuse("incorrect_iban", "IBAN is not correct"))?;
    let country = iban.country_code();
    match currency {
        Currency::EUR if !SEPA.contains(&country) => {
            Err(refuse("iban_eur_sepa_only", "EUR can be sent only to SEPA IBANs"))
        }
        Currency::UAH if country != "UA" => {
            Err(refuse("iban_uah_ukrainian_only", "UAH can be sent only to Ukrainian IBANs"))
        }
        Currency::PLN if country != "PL" => Err(refuse("iban_pln_polish_only", "PLN can be sent only to Polish IBANs")),
        Currency::USD => Err(refuse("iban_usd_unsupported", "USD cannot be sent to this IBAN")),
        Currency::EUR | Currency::UAH | Currency::PLN => {
            Ok(Normalised { value: iban.electronic_str().to_owned(), memo: None, amount: None })
        }
        _ => Err(refuse("iban_not_for_currency", "This currency cannot be sent to an IBAN")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(currency: Currency, value: &str) -> &'static str {
        validate_iban(currency, value).err().map_or("ok", |refused| refused.code)
    }

    #[test]
    fn an_iban_as_people_write_it_is_understood() {
        let checked = validate_iban(Currency::EUR, " de89 3704 0044 0532 0130 00 ").expect("valid");
        assert_eq!(checked.value, "DE89370400440532013000");
        let copied = "\u{202a}DE89\u{a0}3704\u{200b}0044\u{202f}0532\u{ad}0130\u{2060}00\u{202c}\u{feff}";
        assert_eq!(validate_iban(Currency::EUR, copied), Ok(checked));
    }

    #[test]
    fn each_currency_is_paid_only_to_ibans_that_can_receive_it() {
        let (german, polish) = ("DE89370400440532013000", "PL61109010140000071219812874");
        let (ukrainian, turkish) = ("UA213223130000026007233566001", "TR330006100519786457841326");
        assert_eq!(code(Currency::EUR, polish), "ok");
        assert_eq!(code(Currency::EUR, ukrainian), "iban_eur_sepa_only");
        assert_eq!(code(Currency::EUR, turkish), "iban_eur_sepa_only");
        assert_eq!(code(Currency::UAH, ukrainian), "ok");
        assert_eq!(code(Currency::UAH, german), "iban_uah_ukrainian_only");
        assert_eq!(code(Currency::PLN, german), "iban_pln_polish_only");
        assert_eq!(code(Currency::USD, german), "iban_usd_unsupported");
        assert_eq!(code(Currency::BTC, german), "iban_not_for_currency");
    }

    #[test]
    fn a_mistyped_iban_is_refused() {
        assert_eq!(code(Currency::EUR, "DE89370400440532013001"), "incorrect_iban");
        assert_eq!(code(Currency::EUR, "DE8937040044053201300"), "incorrect_iban");
        assert_eq!(code(Currency::EUR, "DE"), "incorrect_iban");
        assert_eq!(code(Currency::EUR, "😀😀😀😀"), "incorrect_iban");
        assert_eq!(code(Currency::EUR, "  "), "required");
        assert_eq!(code(Currency::EUR, &"D".repeat(10_000)), "incorrect_iban");
    }
}
