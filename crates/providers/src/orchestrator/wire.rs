//! The orchestrator's JSON: requests as values, and the fields of its answers that are used. A field that is missing is
//! read as none, so that a newer version of the API is still understood.

use chrono::SecondsFormat;
use exchange::rails::{CardAgreement, CardInput, DeviceInfo};
use kernel::{Amount, TenantId};
use serde::Deserialize;
use serde_json::{Value, json};

/// An error response.
#[derive(Deserialize)]
pub(super) struct ErrorBody {
    pub error: ErrorCode,
}

#[derive(Deserialize)]
pub(super) struct ErrorCode {
    pub code: String,
}

/// An answer of which only the success counts.
#[derive(Deserialize)]
pub(super) struct Anything {}

/// The cards of a customer in the vault.
#[derive(Deserialize)]
pub(super) struct VaultedCards {
    customer_payment_methods: Vec<VaultEntry>,
}

#[derive(Deserialize)]
struct VaultEntry {
    payment_token: Option<String>,
    payment_method: Option<String>,
    payment_method_id: Option<String>,
    /// Whether a payment by its holder has set up a mandate.
    recurring_enabled: Option<bool>,
}

impl VaultedCards {
    /// The token of the card, for one payment or payout. The orchestrator forgets it after some minutes.
    pub(super) fn card(self) -> Option<String> {
        let is_card = |entry: &VaultEntry| entry.payment_method.as_deref() == Some("card");
        self.customer_payment_methods.into_iter().find(is_card).and_then(|entry| entry.payment_token)
    }
}

impl VaultedCards {
    /// The id of the card in the vault, under which the orchestrator keeps its mandate; `None` without a mandate.
    pub(super) fn mandate(self) -> Option<String> {
        let is_agreed = |entry: &VaultEntry| {
            entry.payment_method.as_deref() == Some("card") && entry.recurring_enabled == Some(true)
        };
        self.customer_payment_methods.into_iter().find(is_agreed).and_then(|entry| entry.payment_method_id)
    }
}

/// The idempotency key in the metadata of an object, if the platform wrote it for this tenant.
pub(super) fn written_key(metadata: &Value, tenant: TenantId) -> Option<String> {
    let ours = metadata["agio_tenant"].as_str() == Some(&tenant.to_string());
    metadata["agio_key"].as_str().filter(|_| ours).map(str::to_owned)
}

/// The amount in the metadata of an object, if the platform wrote one.
pub(super) fn written_amount(metadata: &Value) -> Option<Amount> {
    let (atoms, currency) = metadata["agio_amount"].as_str()?.split_once(' ')?;
    Some(Amount::new(atoms.parse().ok()?, currency.parse().ok()?))
}

/// A payment.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Payment {
    pub payment_id: String,
    pub status: String,
    pub amount: i64,
    pub currency: String,
    pub amount_received: Option<i64>,
    pub next_action: Option<NextAction>,
    #[serde(default)]
    pub metadata: Value,
    /// The time of creation (ISO 8601, UTC).
    pub created: Option<String>,
    pub error_code: Option<String>,
    /// The code of the card's issuer (ISO 8583, field 39), where the acquirer passes it on.
    pub issuer_error_code: Option<String>,
    pub unified_code: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct NextAction {
    #[serde(rename = "type")]
    pub kind: String,
    pub redirect_to_url: Option<String>,
}

/// A refund or a payout.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Transfer {
    #[serde(rename = "refund_id", alias = "payout_id")]
    pub id: String,
    pub status: String,
    pub amount: i64,
    pub currency: String,
    #[serde(default)]
    pub metadata: Value,
    pub error_code: Option<String>,
}

/// The orchestrator counts in the smallest unit of a currency, as the platform does.
fn units(amount: Amount) -> Value {
    i64::try_from(amount.atoms()).map_or(Value::Null, Value::from)
}

/// A customer of the vault, who has one card.
pub(super) fn customer(id: &str) -> Value {
    json!({ "customer_id": id })
}

/// A card for the vault. The vault takes no security code.
pub(super) fn card(customer: &str, card: &CardInput) -> Value {
    json!({
        "customer_id": customer,
        "payment_method": "card",
        "card": {
            "card_number": card.number,
            "card_exp_month": format!("{:02}", card.expiry_month),
            "card_exp_year": card.expiry_year.to_string(),
            "card_holder_name": card.holder,
        },
    })
}

/// The parts that payments, refunds and payouts share.
pub(super) struct Common<'a> {
    pub id: &'a str,
    pub key: &'a str,
    pub tenant: TenantId,
    pub amount: Amount,
    pub profile: Option<&'a str>,
}

impl Common<'_> {
    fn metadata(&self) -> Value {
        let amount = format!("{} {}", self.amount.atoms(), self.amount.currency().code());
        json!({ "agio_key": self.key, "agio_tenant": self.tenant.to_string(), "agio_amount": amount })
    }
}

fn with(mut body: Value, name: &str, value: Option<&str>) -> Value {
    if let Some(value) = value {
        body[name] = json!(value);
    }
    body
}

/// A payment that is captured at once, with its confirmation. The customer authenticates (3-D Secure) where the issuer
/// asks for it.
pub(super) fn payment(common: &Common<'_>, customer: Option<&str>, confirmation: Value, back: Option<&str>) -> Value {
    let body = json!({
        "payment_id": common.id,
        "amount": units(common.amount),
        "currency": common.amount.currency().code(),
        "capture_method": "automatic",
        "authentication_type": "three_ds",
        "metadata": common.metadata(),
    });
    let body = with(with(body, "profile_id", common.profile), "customer_id", customer);
    let mut body = with(body, "return_url", back);
    join(&mut body, confirmation);
    body["confirm"] = json!(true);
    body
}

/// A payment for the sessions of wallets. It is never confirmed.
pub(super) fn session_payment(id: &str, amount: Amount, profile: Option<&str>) -> Value {
    let body = json!({
        "payment_id": id,
        "amount": units(amount),
        "currency": amount.currency().code(),
        "capture_method": "automatic",
        "confirm": false,
    });
    with(body, "profile_id", profile)
}

/// The request for the sessions of the wallets that browsers open without a script of the wallet's own.
pub(super) fn session_request(payment: &str, client_secret: &str) -> Value {
    json!({ "payment_id": payment, "client_secret": client_secret, "wallets": ["apple_pay", "google_pay"] })
}

/// A payment that the platform starts under the cardholder's agreement for a vaulted card. Nobody authenticates.
pub(super) fn recurring_payment(common: &Common<'_>, customer: &str, agreement: &str) -> Value {
    let body = json!({
        "payment_id": common.id,
        "amount": units(common.amount),
        "currency": common.amount.currency().code(),
        "capture_method": "automatic",
        "confirm": true,
        "off_session": true,
        "customer_id": customer,
        "recurring_details": { "type": "payment_method_id", "data": agreement },
        "metadata": common.metadata(),
    });
    with(body, "profile_id", common.profile)
}

/// Adds the payer's browser, if it is known.
pub(super) fn with_device(mut body: Value, device: Option<&DeviceInfo>) -> Value {
    if let Some(device) = device {
        body["browser_info"] = browser_info(device);
    }
    body
}

/// The payer's browser (schema `BrowserInformation`). The orchestrator has no field for the size of the window.
fn browser_info(device: &DeviceInfo) -> Value {
    let body = json!({
        "color_depth": device.color_depth,
        "java_enabled": device.java_enabled,
        // The page that collects these data runs JavaScript.
        "java_script_enabled": true,
        "language": device.language,
        "screen_height": device.screen.height,
        "screen_width": device.screen.width,
        "time_zone": device.time_zone_offset,
        "accept_header": device.accept,
        "user_agent": device.user_agent,
    });
    let address = device.address.map(|address| address.to_string());
    with(body, "ip_address", address.as_deref())
}

/// The confirmation of a payment by a card of the vault.
pub(super) fn confirmation(token: &str) -> Value {
    json!({ "payment_method": "card", "payment_token": token })
}

/// Adds the security code of the card, if it is known.
pub(super) fn with_code(mut body: Value, code: Option<&str>) -> Value {
    if let Some(code) = code {
        body["payment_method_data"] = json!({ "card_token": { "card_cvc": code } });
    }
    body
}

/// The confirmation of a payment by a wallet.
pub(super) fn wallet_confirmation(kind: &Value, data: &Value) -> Value {
    json!({
        "payment_method": "wallet",
        "payment_method_type": kind,
        "payment_method_data": { "wallet": data },
    })
}

/// Sets up a mandate with the payment, if the cardholder has agreed to one (schema `CustomerAcceptance`).
pub(super) fn with_agreement(mut body: Value, agreement: Option<&CardAgreement>) -> Value {
    if let Some(CardAgreement { accepted_at, address, user_agent }) = agreement {
        body["setup_future_usage"] = json!("off_session");
        let address = address.map(|address| address.to_string());
        let online = with(json!({ "user_agent": user_agent }), "ip_address", address.as_deref());
        body["customer_acceptance"] = json!({
            "acceptance_type": "online",
            "accepted_at": accepted_at.to_rfc3339_opts(SecondsFormat::Millis, true),
            "online": online,
        });
    }
    body
}

fn join(body: &mut Value, more: Value) {
    if let (Value::Object(body), Value::Object(more)) = (body, more) {
        body.extend(more);
    }
}

/// A refund of a payment or of a part of it.
pub(super) fn refund(common: &Common<'_>, payment: &str) -> Value {
    json!({
        "refund_id": common.id,
        "payment_id": payment,
        "amount": units(common.amount),
        "refund_type": "instant",
        "metadata": common.metadata(),
    })
}

/// A payout to a card of the vault.
pub(super) fn payout(common: &Common<'_>, customer: &str, token: &str) -> Value {
    let body = json!({
        "payout_id": common.id,
        "amount": units(common.amount),
        "currency": common.amount.currency().code(),
        "customer_id": customer,
        "payout_type": "card",
        "payout_token": token,
        "confirm": true,
        "auto_fulfill": true,
        "metadata": common.metadata(),
    });
    with(body, "profile_id", common.profile)
}

#[cfg(test)]
mod tests {
    use exchange::rails::{DeviceChannel, PixelSize};
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn metadata_tells_the_amount_that_was_asked_for(cents in 1_i128..1_000_000_000, euro: bool) {
            let amount = Amount::new(cents, if euro { Currency::EUR } else { Currency::PLN });
            let tenant = TenantId::from_uuid(uuid::Uuid::from_u128(7));
            let common = Common { id: "x", key: "k", tenant, amount, profile: None };
            for body in [refund(&common, "p"), payout(&common, "c", "t"), payment(&common, Some("c"), confirmation("t"), None)] {
                prop_assert_eq!(written_amount(&body["metadata"]), Some(amount));
            }
        }

        #[test]
        fn the_browser_is_told_in_the_documented_fields(
            depth in 1_u8..=64, width in 1_u16.., height in 1_u16.., offset in -900_i16..=900, java: bool, known: bool,
        ) {
            let device = DeviceInfo {
                color_depth: depth,
                java_enabled: java,
                language: "uk-UA".to_owned(),
                screen: PixelSize { width, height },
                window: PixelSize { width: 1, height: 2 },
                time_zone_offset: offset,
                channel: DeviceChannel::Mobile,
                user_agent: "Browser/1".to_owned(),
                accept: "*/*".to_owned(),
                address: known.then(|| "192.0.2.7".parse().unwrap()),
            };
            let mut expected = json!({
                "color_depth": depth, "java_enabled": java, "java_script_enabled": true, "language": "uk-UA",
                "screen_height": height, "screen_width": width, "time_zone": offset, "accept_header": "*/*",
                "user_agent": "Browser/1",
            });
            if known {
                expected["ip_address"] = json!("192.0.2.7");
            }
            prop_assert_eq!(&with_device(json!({}), Some(&device))["browser_info"], &expected);
            prop_assert_eq!(with_device(json!({ "a": 1 }), None), json!({ "a": 1 }));
        }

        #[test]
        fn an_agreement_sets_up_a_mandate_in_the_documented_fields(seconds in 0_i64..4_000_000_000, known: bool) {
            let agreement = CardAgreement {
                accepted_at: chrono::DateTime::from_timestamp(seconds, 0).unwrap(),
                address: known.then(|| "192.0.2.7".parse().unwrap()),
                user_agent: "Browser/1".to_owned(),
            };
            let body = with_agreement(json!({ "a": 1 }), Some(&agreement));
            let accepted = &body["customer_acceptance"];
            prop_assert_eq!(&body["setup_future_usage"], "off_session");
            prop_assert_eq!(accepted["online"].get("ip_address").is_some(), known);
            prop_assert_eq!(&accepted["online"]["user_agent"], "Browser/1");
            let at = accepted["accepted_at"].as_str().unwrap();
            prop_assert!(at.ends_with(".000Z"), "{}", at);
            prop_assert_eq!(at.parse::<chrono::DateTime<chrono::Utc>>().unwrap(), agreement.accepted_at);
            prop_assert_eq!(with_agreement(json!({ "a": 1 }), None), json!({ "a": 1 }));
        }

        #[test]
        fn no_other_metadata_has_an_amount(text in "[0-9A-Z. -]{0,9}") {
            prop_assume!(text.split_once(' ').is_none_or(|(atoms, _)| atoms.parse::<i128>().is_err()));
            prop_assert_eq!(written_amount(&json!({ "agio_amount": text })), None);
        }
    }
}
