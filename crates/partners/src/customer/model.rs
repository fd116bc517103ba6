//! The link between a partner's customer and a person here, and the rules for it. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use identity::IdentityError;
use kernel::{PartnerConsentId, PartnerKeyId, ProfileId};
use url::Url;

use crate::EXTERNAL_CHARS_MAX;
use crate::launch::{is_id, leads_to};

/// The maximum length of a return address, in bytes.
pub const RETURN_URL_BYTES_MAX: usize = 2_000;
/// How long a customer may take to open the link and agree.
pub(super) const LINK_LASTS: TimeDelta = TimeDelta::hours(24);
/// How long a partner may take to confirm with the code that the customer brought back.
pub(super) const CODE_LASTS: TimeDelta = TimeDelta::minutes(15);
/// How long a link that was never confirmed stays readable.
pub(super) const UNFINISHED_FOR: TimeDelta = TimeDelta::days(30);
pub(super) const LINK_PREFIX: &str = "vl_";
pub(super) const CODE_PREFIX: &str = "vc_";

/// State of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkState {
    /// The partner has a link for its customer.
    Initialized,
    /// A person opened the link and agreed. The partner has not confirmed.
    Agreed,
    /// The partner confirmed. It may read which verifications are complete.
    Confirmed,
    /// The partner ended it.
    Cancelled,
    /// The customer withdrew the consent.
    Withdrawn,
}

impl LinkState {
    /// All states.
    pub const ALL: [Self; 5] = [Self::Initialized, Self::Agreed, Self::Confirmed, Self::Cancelled, Self::Withdrawn];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Initialized => "initialized",
            Self::Agreed => "agreed",
            Self::Confirmed => "confirmed",
            Self::Cancelled => "cancelled",
            Self::Withdrawn => "withdrawn",
        }
    }

    pub(super) fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// A partner's customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerLink {
    /// The partner's own id of the customer.
    pub external_id: String,
    /// The state.
    pub state: LinkState,
    /// The page to which the customer returns.
    pub return_url: String,
    /// The profile with which the person agreed.
    pub customer: Option<ProfileId>,
    /// When the link or the code ends.
    pub expires_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl CustomerLink {
    /// The origin of the return address, by which the customer recognises the partner. Its domain is proven.
    #[must_use]
    pub fn origin(&self) -> String {
        origin_of(&self.return_url)
    }

    /// Whether the partner or the customer has ended the link.
    #[must_use]
    pub(super) fn has_ended(&self) -> bool {
        matches!(self.state, LinkState::Cancelled | LinkState::Withdrawn)
    }

    /// Whether the link or the code has ended.
    #[must_use]
    pub fn has_expired(&self, now: DateTime<Utc>) -> bool {
        matches!(self.state, LinkState::Initialized | LinkState::Agreed) && self.expires_at <= now
    }

    /// The return address with the code.
    #[must_use]
    pub(super) fn returning(&self, code: &str) -> String {
        let Ok(mut url) = Url::parse(&self.return_url) else { return self.return_url.clone() };
        url.query_pairs_mut().append_pair("external_customer_id", &self.external_id).append_pair("code", code);
        url.into()
    }
}

/// What a customer lets a partner see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerConsent {
    /// The id.
    pub id: PartnerConsentId,
    /// The partner's key that has the consent. The key is not revoked.
    pub key: PartnerKeyId,
    /// The profile that owns the key.
    pub owner: ProfileId,
    /// The origin of the partner's page. Its domain was proven when the customer agreed.
    pub partner: String,
    /// [`LinkState::Agreed`], [`LinkState::Confirmed`] or [`LinkState::Withdrawn`].
    pub state: LinkState,
    /// When the customer agreed.
    pub agreed_at: DateTime<Utc>,
    /// The origin of the tenant's page where the customer agreed.
    pub site: String,
    /// When the state last changed.
    pub updated_at: DateTime<Utc>,
    /// Whether the key has the scope to import verifications. The policy decides whether the tenant relies on them.
    pub has_import: bool,
}

/// The origin of an address; empty if it is not a URL.
pub(super) fn origin_of(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

/// Whether a new link may replace the present one: not after the partner confirmed.
#[must_use]
pub(super) fn may_begin(present: Option<LinkState>) -> bool {
    present != Some(LinkState::Confirmed)
}

/// Checks the id of a customer.
///
/// # Errors
/// A field error of `external_customer_id`.
pub(super) fn external_id(text: &str) -> Result<&str, IdentityError> {
    let rule = || format!("The id of a customer has 1 to {EXTERNAL_CHARS_MAX} characters.");
    if is_id(text) { Ok(text) } else { Err(IdentityError::field("external_customer_id", "invalid", rule())) }
}

/// Checks a return address against the proven origins of the partner.
///
/// # Errors
/// A field error of `return_url`.
pub(super) fn return_url<'a>(text: &'a str, origins: &[String]) -> Result<&'a str, IdentityError> {
    if text.len() > RETURN_URL_BYTES_MAX {
        let words = format!("The address may have {RETURN_URL_BYTES_MAX} bytes.");
        return Err(IdentityError::field("return_url", "max_length", words));
    }
    if leads_to(text, origins) {
        return Ok(text);
    }
    let words = "The address must be at a verified domain of one of your widget keys.";
    Err(IdentityError::field("return_url", "domain_not_verified", words))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn link(return_url: &str) -> CustomerLink {
        CustomerLink {
            external_id: "cust & 7".into(),
            state: LinkState::Initialized,
            return_url: return_url.into(),
            customer: None,
            expires_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_customer_returns_only_to_a_proven_domain() {
        let origins = ["https://shop.example".to_owned()];
        for good in ["https://shop.example/done", "https://shop.example/done?cart=1#end"] {
            assert!(return_url(good, &origins).is_ok(), "{good}");
        }
        for bad in ["https://evil.example/", "http://shop.example/", "https://a@shop.example/", "javascript:1", ""] {
            assert!(return_url(bad, &origins).is_err(), "{bad}");
        }
        let long = format!("https://shop.example/{}", "a".repeat(RETURN_URL_BYTES_MAX));
        assert!(return_url(&long, &origins).is_err() && return_url("https://shop.example/", &[]).is_err());
    }

    #[test]
    fn the_code_is_added_to_the_query_of_the_return_address() {
        let address = link("https://shop.example/done?cart=1#end").returning("vc_1");
        assert_eq!(address, "https://shop.example/done?cart=1&external_customer_id=cust+%26+7&code=vc_1#end");
        assert_eq!(link("https://shop.example/done").origin(), "https://shop.example");
    }

    #[test]
    fn only_a_confirmed_customer_keeps_the_link() {
        for state in LinkState::ALL {
            assert_eq!(may_begin(Some(state)), state != LinkState::Confirmed);
            assert_eq!(LinkState::read(state.code()), Some(state));
        }
        assert!(may_begin(None) && LinkState::read("other").is_none());
    }

    proptest! {
        #[test]
        fn a_code_never_changes_where_the_customer_returns_to(code in ".{0,40}", id in ".{1,40}") {
            let mut link = link("https://shop.example/done?a=1");
            link.external_id = id.clone();
            let url = Url::parse(&link.returning(&code)).unwrap();
            prop_assert_eq!(url.origin().ascii_serialization(), "https://shop.example");
            prop_assert_eq!(url.path(), "/done");
            let last: Vec<String> = url.query_pairs().map(|(_, value)| value.into_owned()).collect();
            prop_assert_eq!(last, ["1".to_owned(), id, code]);
        }
    }
}
