//! Wallets of browsers: the sessions that the orchestrator opens (schema `SessionToken`), in the form that the browser's
//! Payment Request API takes, and the answers of the wallets, in the form that the orchestrator takes (schema
//! `WalletData`). Pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use exchange::rails::{WalletInput, WalletKind, WalletSession};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The version of Apple Pay in a browser.
const APPLE_VERSION: u8 = 3;
/// The brands that the platform takes, as the wallets write them without regard to case.
const BRANDS: [&str; 2] = ["visa", "mastercard"];

/// The orchestrator's name of a wallet (schema `PaymentMethodType`).
pub(super) const fn name(kind: WalletKind) -> &'static str {
    match kind {
        WalletKind::Apple => "apple_pay",
        WalletKind::Google => "google_pay",
        WalletKind::Samsung => "samsung_pay",
    }
}

/// The environment of Google Pay. Publishable keys of the orchestrator's production environment begin with `pk_prd_`.
pub(super) fn environment(publishable_key: &str) -> &'static str {
    if publishable_key.starts_with("pk_prd_") { "PRODUCTION" } else { "TEST" }
}

/// A session, if a browser can open it without a script of the wallet's own.
pub(super) fn session(token: &Value, environment: &str) -> Option<WalletSession> {
    match token["wallet_name"].as_str()? {
        "google_pay" => google(token, environment),
        "apple_pay" => apple(token),
        _ => None,
    }
}

/// Google Pay (Google, "Google Pay API PaymentRequest Tutorial"). The amount is that of the browser's request.
fn google(token: &Value, environment: &str) -> Option<WalletSession> {
    let mut methods = token["allowed_payment_methods"].as_array().filter(|all| !all.is_empty())?.clone();
    for method in &mut methods {
        let networks = known_brands(&method["parameters"]["allowed_card_networks"])?;
        method["parameters"]["allowed_card_networks"] = networks;
    }
    let merchant = &token["merchant_info"];
    let data = json!({ "environment": environment, "apiVersion": 2, "apiVersionMinor": 0,
        "merchantInfo": camel(merchant), "allowedPaymentMethods": camel(&Value::Array(methods)) });
    let label = merchant["merchant_name"].as_str()?.to_owned();
    Some(WalletSession { kind: WalletKind::Google, label, data, merchant_session: None })
}

/// Apple Pay (Apple, "Apple Pay on the Web", `ApplePayRequest`).
fn apple(token: &Value) -> Option<WalletSession> {
    let (request, session) = (&token["payment_request_data"], &token["session_token_data"]);
    // The session of an acquirer's own script has secrets in place of the merchant's identifier.
    session["merchant_session_identifier"].as_str()?;
    let data = json!({
        "version": APPLE_VERSION,
        "merchantIdentifier": request["merchant_identifier"].as_str()?,
        "merchantCapabilities": request["merchant_capabilities"].as_array()?,
        "supportedNetworks": known_brands(&request["supported_networks"])?,
        "countryCode": request["country_code"].as_str()?,
    });
    let label = request["total"]["label"].as_str()?.to_owned();
    Some(WalletSession { kind: WalletKind::Apple, label, data, merchant_session: Some(camel(session)) })
}

/// The brands of a list that the platform takes; `None` if there are none.
fn known_brands(listed: &Value) -> Option<Value> {
    let is_known = |one: &&Value| one.as_str().is_some_and(|name| brand(name).is_some());
    let known: Vec<&Value> = listed.as_array()?.iter().filter(is_known).collect();
    (!known.is_empty()).then(|| json!(known))
}

fn brand(network: &str) -> Option<&'static str> {
    BRANDS.into_iter().find(|known| known.eq_ignore_ascii_case(network))
}

/// The same value with names in camel case. The orchestrator writes them in snake case, and the wallets read them in
/// camel case.
fn camel(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            Value::Object(fields.map(|(name, value)| (camel_name(name), camel(value))).collect::<Map<_, _>>())
        }
        Value::Array(values) => Value::Array(values.iter().map(camel).collect()),
        other => other.clone(),
    }
}

fn camel_name(name: &str) -> String {
    let mut parts = name.split('_');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        written.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        written.push_str(letters.as_str());
    }
    written
}

/// What a wallet answered: the card that it shows, and the data for the orchestrator. No `Debug`: it can charge a card.
pub(super) struct Approval {
    pub(super) last4: String,
    pub(super) brand: &'static str,
    /// The value of `payment_method_data.wallet`.
    pub(super) data: Value,
}

/// `paymentMethodData` of Google Pay.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GoogleAnswer {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    description: String,
    info: GoogleInfo,
    tokenization_data: GoogleToken,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GoogleInfo {
    card_network: String,
    card_details: String,
}

#[derive(Deserialize)]
struct GoogleToken {
    #[serde(rename = "type")]
    kind: String,
    token: String,
}

/// `token` of Apple Pay (`ApplePayPaymentToken`).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AppleAnswer {
    payment_data: Value,
    payment_method: AppleMethod,
    transaction_identifier: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AppleMethod {
    display_name: String,
    network: String,
    #[serde(rename = "type")]
    kind: String,
}

/// Reads the answer of a wallet.
///
/// # Errors
/// The rule that the token breaks.
pub(super) fn approval(input: &WalletInput) -> Result<Approval, &'static str> {
    const UNREADABLE: &str = "is not a payment token of this wallet";
    let (shown, network, data) = match input.kind {
        WalletKind::Google => {
            let GoogleAnswer { kind, description, info, tokenization_data } =
                serde_json::from_str(&input.token).map_err(|_| UNREADABLE)?;
            let data = json!({ "google_pay": {
                "type": kind,
                "description": description,
                "info": { "card_network": info.card_network, "card_details": info.card_details },
                "tokenization_data": { "type": tokenization_data.kind, "token": tokenization_data.token },
            } });
            (info.card_details, info.card_network, data)
        }
        WalletKind::Apple => {
            let AppleAnswer { payment_data, payment_method: method, transaction_identifier } =
                serde_json::from_str(&input.token).map_err(|_| UNREADABLE)?;
            if !payment_data.is_object() {
                return Err(UNREADABLE);
            }
            let data = json!({ "apple_pay": {
                "payment_data": STANDARD.encode(payment_data.to_string()),
                "payment_method":
                    { "display_name": method.display_name, "network": method.network, "type": method.kind },
                "transaction_identifier": transaction_identifier,
            } });
            (method.display_name, method.network, data)
        }
        WalletKind::Samsung => return Err("is of Samsung Pay, which needs a script of its own and is not connected"),
    };
    let brand = brand(&network).ok_or("is of a card that is neither Visa nor Mastercard")?;
    let last4 = last_digits(&shown).ok_or("names no last four digits of its card")?;
    Ok(Approval { last4, brand, data })
}

/// The four digits at the end of a card's name, such as `Visa 1234`.
fn last_digits(name: &str) -> Option<String> {
    let end = name.get(name.len().checked_sub(4)?..)?;
    end.bytes().all(|byte| byte.is_ascii_digit()).then(|| end.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The orchestrator's sessions, as it documents them.
    fn google_session() -> Value {
        json!({ "wallet_name": "google_pay", "delayed_session_token": false, "connector": "stripe",
            "sdk_next_action": { "next_action": "confirm" },
            "merchant_info": { "merchant_id": "BCR1", "merchant_name": "East Exchange" },
            "allowed_payment_methods": [{ "type": "CARD",
                "parameters": { "allowed_auth_methods": ["PAN_ONLY"], "allowed_card_networks": ["AMEX", "VISA"] },
                "tokenization_specification": { "type": "PAYMENT_GATEWAY",
                    "parameters": { "gateway": "stripe", "stripe:version": "2018", "gateway_merchant_id": "m" } } }],
            "transaction_info":
                { "country_code": "DE", "currency_code": "EUR", "total_price_status": "FINAL", "total_price": "1" } })
    }

    fn apple_session() -> Value {
        json!({ "wallet_name": "apple_pay", "connector": "stripe",
            "session_token_data": { "epoch_timestamp": 1, "expires_at": 2, "merchant_session_identifier": "SSH1",
                "nonce": "n", "psp_id": "p", "operational_analytics_identifier": "East:1" },
            "payment_request_data": { "country_code": "DE", "currency_code": "EUR",
                "total": { "label": "East Exchange", "type": "final", "amount": "1" },
                "merchant_capabilities": ["supports3DS"], "supported_networks": ["visa", "masterCard", "amex"],
                "merchant_identifier": "merchant.east" } })
    }

    #[test]
    fn a_session_of_google_pay_is_what_its_payment_request_takes() {
        let known = session(&google_session(), environment("pk_snd_1")).unwrap();
        let methods = json!([{ "type": "CARD",
            "parameters": { "allowedAuthMethods": ["PAN_ONLY"], "allowedCardNetworks": ["VISA"] },
            "tokenizationSpecification": { "type": "PAYMENT_GATEWAY",
                "parameters": { "gateway": "stripe", "stripe:version": "2018", "gatewayMerchantId": "m" } } }]);
        let expected = json!({ "environment": "TEST", "apiVersion": 2, "apiVersionMinor": 0,
            "merchantInfo": { "merchantId": "BCR1", "merchantName": "East Exchange" },
            "allowedPaymentMethods": methods });
        assert_eq!((known.kind, known.label.as_str(), &known.data), (WalletKind::Google, "East Exchange", &expected));
        assert_eq!((environment("pk_prd_1"), environment("pk_dev_1")), ("PRODUCTION", "TEST"));
    }

    #[test]
    fn a_session_of_apple_pay_has_its_merchant_session() {
        let known = session(&apple_session(), "TEST").unwrap();
        let expected = json!({ "version": 3, "merchantIdentifier": "merchant.east",
            "merchantCapabilities": ["supports3DS"], "supportedNetworks": ["visa", "masterCard"],
            "countryCode": "DE" });
        assert_eq!((known.kind, &known.data), (WalletKind::Apple, &expected));
        let merchant = known.merchant_session.unwrap();
        assert_eq!((&merchant["merchantSessionIdentifier"], &merchant["pspId"]), (&json!("SSH1"), &json!("p")));
    }

    #[test]
    fn a_session_that_needs_a_script_or_takes_no_known_brand_is_not_offered() {
        let (mut other_script, mut only_amex) = (apple_session(), google_session());
        other_script["session_token_data"] = json!({ "secrets": { "display": "x" } });
        only_amex["allowed_payment_methods"][0]["parameters"]["allowed_card_networks"] = json!(["AMEX"]);
        let third_party =
            json!({ "wallet_name": "google_pay", "delayed_session_token": true, "connector": "trustpay" });
        let samsung = json!({ "wallet_name": "samsung_pay", "version": "2", "service_id": "s" });
        for token in [other_script, only_amex, third_party, samsung, json!({}), json!(null), json!([])] {
            assert_eq!(session(&token, "TEST"), None, "{token}");
        }
    }

    fn read(kind: WalletKind, token: &Value) -> Result<Approval, &'static str> {
        approval(&WalletInput { kind, token: token.to_string() })
    }

    #[test]
    fn the_answer_of_google_pay_becomes_the_data_of_the_orchestrator() {
        let token = json!({ "type": "CARD", "description": "Visa 1111",
            "info": { "cardNetwork": "VISA", "cardDetails": "1111", "assuranceDetails": {} },
            "tokenizationData": { "type": "PAYMENT_GATEWAY", "token": "{\"signature\":\"s\"}" } });
        let known = read(WalletKind::Google, &token).unwrap_or_else(|rule| panic!("{rule}"));
        let data = json!({ "google_pay": { "type": "CARD", "description": "Visa 1111",
            "info": { "card_network": "VISA", "card_details": "1111" },
            "tokenization_data": { "type": "PAYMENT_GATEWAY", "token": "{\"signature\":\"s\"}" } } });
        assert_eq!((known.last4.as_str(), known.brand, known.data), ("1111", "visa", data));
        assert!(read(WalletKind::Apple, &token).is_err() && read(WalletKind::Samsung, &token).is_err());
    }

    #[test]
    fn the_answer_of_apple_pay_becomes_the_data_of_the_orchestrator() {
        let token = json!({ "paymentData": { "version": "EC_v1", "data": "d" }, "transactionIdentifier": "t",
            "paymentMethod": { "displayName": "MasterCard 4444", "network": "MasterCard", "type": "debit" } });
        let known = read(WalletKind::Apple, &token).unwrap_or_else(|rule| panic!("{rule}"));
        let apple = &known.data["apple_pay"];
        let plain = STANDARD.decode(apple["payment_data"].as_str().unwrap()).unwrap();
        let plain: Value = serde_json::from_slice(&plain).unwrap();
        assert_eq!((plain, known.brand, known.last4.as_str()), (token["paymentData"].clone(), "mastercard", "4444"));
        assert_eq!(apple["payment_method"]["display_name"], "MasterCard 4444");
        let mut odd = token.clone();
        odd["paymentMethod"]["network"] = json!("Amex");
        assert_eq!(read(WalletKind::Apple, &odd).err(), Some("is of a card that is neither Visa nor Mastercard"));
        odd = token;
        odd["paymentMethod"]["displayName"] = json!("My card €44");
        assert_eq!(read(WalletKind::Apple, &odd).err(), Some("names no last four digits of its card"));
    }

    proptest! {
        #[test]
        fn any_token_is_read_or_refused(token in "\\PC{0,60}", kind in 0_usize..3) {
            let kind = [WalletKind::Apple, WalletKind::Google, WalletKind::Samsung][kind];
            let read = approval(&WalletInput { kind, token });
            prop_assert!(read.is_err());
        }
    }
}
