//! Launch parameters of a widget (specification, "Entities and their fields"), as they were in the address of the frame: their signature,
//! and what the partner may not set without it. Pure.
//!
//! The signature is HMAC-SHA256 over the query as it was loaded, with its `?` and without the pair `signature`, in base
//! 64. Its secret belongs to the widget key and never to a page.

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::EXTERNAL_CHARS_MAX;
use crate::prefill::{LaunchContext, broken_rule};

/// Maximum length of a query in bytes.
pub const QUERY_BYTES_MAX: usize = 8_192;
const PARAMETERS_MAX: usize = 60;
/// The oldest valid `timestamp`.
const AGE_MAX: TimeDelta = TimeDelta::minutes(15);
/// How far the clock of a partner may be ahead.
const AHEAD_MAX: TimeDelta = TimeDelta::minutes(1);

/// Parameters that need a signature: personal data, locks of personal data, and places that the customer is sent to.
pub const GUARDED: [&str; 14] = [
    "email",
    "phone",
    "address",
    "firstName",
    "lastName",
    "dateOfBirth",
    "externalCustomerId",
    "isAmountLocked",
    "isPhoneLocked",
    "isEmailLocked",
    "callbackUrl",
    "returnUrl",
    "returnFailUrl",
    "residenceCountry",
];
/// Claims of the partner that lower our own checks. They are never believed.
const CLAIMS: [&str; 2] = ["isEmailVerified", "isPhoneVerified"];
/// Parameters with an address of the partner.
const ADDRESSES: [&str; 3] = ["callbackUrl", "returnUrl", "returnFailUrl"];
/// Parameters with an id of the partner: 1 to [`EXTERNAL_CHARS_MAX`] characters, none of them a control character.
const IDS: [&str; 2] = ["externalTransactionId", "externalCustomerId"];

/// Why a launch is refused as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// It is longer than [`QUERY_BYTES_MAX`], or has too many parameters.
    #[error("the address is too long")]
    TooLong,
    /// A parameter is there twice, so that it is unclear which of them counts.
    #[error("the parameter {0} is there twice")]
    Repeated(String),
    /// The signature does not fit.
    #[error("the signature does not fit the address")]
    Signature,
    /// The signature is too old, or from the future.
    #[error("the signature is older than 15 minutes")]
    Expired,
}

/// A parameter that is not applied, and the rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Name of the parameter.
    pub parameter: String,
    /// `signature_required`, `domain_not_verified`, `not_supported`, `invalid`, or the code of the rule of typed data.
    pub rule: &'static str,
}

/// The parameters of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    parameters: Vec<(String, String)>,
    /// The signed bytes.
    message: String,
    signature: Option<String>,
}

impl Launch {
    /// Parses a query, with or without its `?`.
    ///
    /// # Errors
    /// [`LaunchError::TooLong`], [`LaunchError::Repeated`].
    pub fn parse(query: &str) -> Result<Self, LaunchError> {
        let raw = query.strip_prefix('?').unwrap_or(query);
        if raw.len() > QUERY_BYTES_MAX || raw.split('&').count() > PARAMETERS_MAX {
            return Err(LaunchError::TooLong);
        }
        let (mut parameters, mut signature, mut signed) = (Vec::new(), None, Vec::new());
        for pair in raw.split('&') {
            let Some((name, value)) = url::form_urlencoded::parse(pair.as_bytes()).next() else {
                signed.push(pair);
                continue;
            };
            let is_known = |(known, _): &(String, String)| *known == name;
            if parameters.iter().any(is_known) || (name == "signature" && signature.is_some()) {
                return Err(LaunchError::Repeated(name.into_owned()));
            }
            if name == "signature" {
                signature = Some(value.into_owned());
            } else {
                parameters.push((name.into_owned(), value.into_owned()));
                signed.push(pair);
            }
        }
        Ok(Self { parameters, message: format!("?{}", signed.join("&")), signature })
    }

    /// The value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All parameters but the signature.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether the address is signed with this secret. An address without a signature is not.
    ///
    /// # Errors
    /// [`LaunchError::Signature`] for a wrong one, [`LaunchError::Expired`] for a `timestamp` (Unix seconds) that is too
    /// old.
    pub fn is_signed(&self, secret: &str, now: DateTime<Utc>) -> Result<bool, LaunchError> {
        let Some(text) = &self.signature else { return Ok(false) };
        let mark = decoded(text).ok_or(LaunchError::Signature)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(|_| LaunchError::Signature)?;
        mac.update(self.message.as_bytes());
        mac.verify_slice(&mark).map_err(|_| LaunchError::Signature)?;
        match self.get("timestamp") {
            None => Ok(true),
            Some(text) => {
                let at = text.parse().ok().and_then(|at| DateTime::from_timestamp(at, 0));
                let at = at.ok_or(LaunchError::Expired)?;
                let fits = now - at <= AGE_MAX && at - now <= AHEAD_MAX;
                if fits { Ok(true) } else { Err(LaunchError::Expired) }
            }
        }
    }

    /// The parameters that are not applied. `origins` are the proven origins of the key.
    #[must_use]
    pub fn refused(&self, signed: bool, origins: &[String], context: LaunchContext) -> Vec<Refused> {
        let rule = |name: &str, value: &str| match name {
            _ if CLAIMS.contains(&name) => Some("not_supported"),
            _ if GUARDED.contains(&name) && !signed => Some("signature_required"),
            _ if ADDRESSES.contains(&name) && !leads_to(value, origins) => Some("domain_not_verified"),
            _ if IDS.contains(&name) && !is_id(value) => Some("invalid"),
            _ => broken_rule(name, value, context),
        };
        let broken =
            |(name, value): &(String, String)| rule(name, value).map(|rule| Refused { parameter: name.clone(), rule });
        self.parameters.iter().filter_map(broken).collect()
    }
}

/// Whether a text can be an id of the partner.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=EXTERNAL_CHARS_MAX).contains(&text.chars().count()) && !text.contains(char::is_control)
}

/// Whether an address is at one of the origins, and names no user.
#[must_use]
pub fn leads_to(address: &str, origins: &[String]) -> bool {
    let found = url::Url::parse(address).ok().filter(|url| url.username().is_empty() && url.password().is_none());
    found.is_some_and(|url| origins.contains(&url.origin().ascii_serialization()))
}

/// Base 64 in either alphabet, with or without padding. A `+` that was not percent-encoded has become a space.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let text = text.replace(' ', "+");
    let by = |alphabet| GeneralPurpose::new(alphabet, lenient).decode(&text).ok();
    by(&STANDARD).or_else(|| by(&URL_SAFE))
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use proptest::prelude::*;

    use super::*;

    const SECRET: &str = "sk_test_4eC39HqLyjWDarjtT1zdp7dc";
    const MESSAGE: &str = "?apiKey=pk_test_demo&fromCurrency=EUR&toCurrency=BTC&fromAmount=100&isAmountLocked=true\
        &externalTransactionId=ord-1&timestamp=1767225600";
    const SIGNATURE: &str = "AWvGHcWDTcgt2kTcfeaZzGTqG4H94jm8qifL%2FSV6d7o%3D";

    const CONTEXT: LaunchContext =
        LaunchContext { today: NaiveDate::from_ymd_opt(2026, 1, 1).unwrap(), is_sandbox: true };

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_767_225_600 + seconds, 0).unwrap()
    }

    fn launch(query: &str) -> Launch {
        Launch::parse(query).unwrap()
    }

    /// The vector of the published rule: any change of it breaks the partners' servers.
    #[test]
    fn the_published_vector_verifies() {
        let signed = launch(&format!("{MESSAGE}&signature={SIGNATURE}"));
        assert_eq!(signed.message, MESSAGE);
        assert_eq!(signed.is_signed(SECRET, at(0)), Ok(true));
        let url_safe = SIGNATURE.replace("%2F", "_").replace("%3D", "");
        assert_eq!(launch(&format!("{MESSAGE}&signature={url_safe}")).is_signed(SECRET, at(0)), Ok(true));
        assert_eq!(signed.is_signed("sk_test_other", at(0)), Err(LaunchError::Signature));
        assert_eq!(launch(MESSAGE).is_signed(SECRET, at(0)), Ok(false));
        let changed = format!("{MESSAGE}&signature={SIGNATURE}").replace("fromAmount=100", "fromAmount=1000");
        assert_eq!(launch(&changed).is_signed(SECRET, at(0)), Err(LaunchError::Signature));
        let more = format!("{MESSAGE}&unknown=1&signature={SIGNATURE}");
        assert_eq!(launch(&more).is_signed(SECRET, at(0)), Err(LaunchError::Signature), "unknown ones are signed too");
    }

    #[test]
    fn a_signature_lasts_for_15_minutes() {
        let signed = launch(&format!("{MESSAGE}&signature={SIGNATURE}"));
        for (seconds, fits) in [(0, true), (900, true), (901, false), (-60, true), (-61, false)] {
            let expected = if fits { Ok(true) } else { Err(LaunchError::Expired) };
            assert_eq!(signed.is_signed(SECRET, at(seconds)), expected, "{seconds} s");
        }
    }

    #[test]
    fn a_parameter_that_is_there_twice_is_refused() {
        let repeated = |query| Launch::parse(query).unwrap_err();
        assert_eq!(repeated("?email=a&email=b"), LaunchError::Repeated("email".into()));
        assert_eq!(repeated("?email=a&%65mail=b"), LaunchError::Repeated("email".into()), "also in another spelling");
        assert_eq!(repeated("?signature=a&signature=b"), LaunchError::Repeated("signature".into()));
        assert_eq!(Launch::parse(&"a=b&".repeat(61)).unwrap_err(), LaunchError::TooLong);
        assert_eq!(Launch::parse(&"x".repeat(8_193)).unwrap_err(), LaunchError::TooLong);
    }

    #[test]
    fn personal_data_needs_a_signature_and_addresses_a_proven_domain() {
        let origins = ["https://shop.example".to_owned()];
        let query = "?email=a%40b.example&fromAmount=5&returnUrl=https%3A%2F%2Fshop.example%2Fdone\
            &callbackUrl=https%3A%2F%2Fevil.example&isEmailVerified=true";
        let rules = |signed| {
            let found = launch(query).refused(signed, &origins, CONTEXT);
            found.into_iter().map(|one| (one.parameter, one.rule)).collect::<Vec<_>>()
        };
        let named = |name: &str, rule| (name.to_owned(), rule);
        let (unsigned, claim) = ("signature_required", named("isEmailVerified", "not_supported"));
        let plain = ["email", "returnUrl", "callbackUrl"].map(|name| named(name, unsigned));
        assert_eq!(rules(false), [plain.as_slice(), std::slice::from_ref(&claim)].concat());
        assert_eq!(rules(true), [named("callbackUrl", "domain_not_verified"), claim]);
        for odd in ["http://shop.example", "https://shop.example:8443", "https://a@shop.example", "//shop.example", "x"]
        {
            assert!(!leads_to(odd, &origins), "{odd}");
        }
    }

    #[test]
    fn an_id_of_another_length_is_refused_by_its_name() {
        let ids = ["externalTransactionId", "externalCustomerId"];
        let refused = |id: &str| {
            let id: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
            let all = launch(&format!("?{}={id}&{}={id}", ids[0], ids[1])).refused(true, &[], CONTEXT);
            all.into_iter().map(|one| (one.parameter, one.rule)).collect::<Vec<_>>()
        };
        let both = ids.map(|name| (name.to_owned(), "invalid"));
        for fits in ["cart-7", "a b", &"𐍈".repeat(100)] {
            assert!(refused(fits).is_empty(), "{fits}");
        }
        for bad in ["", "a\u{0}b", "a\nb", &"a".repeat(101), &"𐍈".repeat(101)] {
            assert_eq!(refused(bad), both, "{bad}");
        }
    }

    proptest! {
        /// Whatever is signed with a secret verifies with it, and with one byte changed it does not.
        #[test]
        fn only_what_was_signed_verifies(query in "[a-z]{1,8}=[a-zA-Z0-9%+.]{0,20}", flip in 0_usize..8) {
            let message = format!("?{query}");
            let Ok(parsed) = Launch::parse(&message) else { return Ok(()) };
            prop_assume!(parsed.get("signature").is_none() && parsed.get("timestamp").is_none());
            let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
            mac.update(message.as_bytes());
            let mark = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes());
            let signed = Launch::parse(&format!("{message}&signature={mark}")).unwrap();
            prop_assert_eq!(signed.is_signed(SECRET, at(0)), Ok(true));
            let mut other: Vec<u8> = message.clone().into_bytes();
            let place = 1 + flip % (other.len() - 1);
            other[place] = if other[place] == b'a' { b'b' } else { b'a' };
            let other = String::from_utf8(other).unwrap();
            if let Ok(changed) = Launch::parse(&format!("{other}&signature={mark}")) {
                prop_assert_ne!(changed.is_signed(SECRET, at(0)), Ok(true));
            }
        }
    }
}
