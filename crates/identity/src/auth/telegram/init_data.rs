//! Validates the launch data that Telegram gives to a mini app. Pure.
//!
//! There are two proofs: an HMAC that is verified with the bot's token (its text includes the field `signature`), and
//! an Ed25519 signature that is verified with Telegram's public key and the bot's id (its text excludes that field).
//! Sources: Telegram's "Validating data received via the Mini App", both sections; each is tested with data signed by
//! Telegram.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use ed25519_dalek::{Signature, VerifyingKey};
use hmac::{Hmac, Mac};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Telegram's public key for mini apps.
const TELEGRAM_KEY: [u8; 32] = [
    0xe7, 0xbf, 0x03, 0xa2, 0xfa, 0x46, 0x02, 0xaf, 0x45, 0x80, 0x70, 0x3d, 0x88, 0xdd, 0xa5, 0xbb, 0x59, 0xf3, 0x2e,
    0xd8, 0xb0, 0x2a, 0x56, 0xc1, 0x87, 0xfe, 0x7d, 0x34, 0xca, 0xed, 0x24, 0x2d,
];
/// The lifetime of launch data. Telegram's guides suggest hours, which is too long for a payment product.
const AGE_MAX: TimeDelta = TimeDelta::minutes(5);
/// The tolerated clock skew to Telegram.
const SKEW: TimeDelta = TimeDelta::seconds(30);
const BYTES_MAX: usize = 4_096;
const FIELDS_MAX: usize = 32;

/// The verification key of a bot's launch data.
#[derive(Clone)]
pub enum BotKey {
    /// Derived from the bot's token: HMAC-SHA-256 of it under `WebAppData`. The token itself is not stored.
    Token([u8; 32]),
    /// The bot's id, with Telegram's public key.
    Number(u64),
}

impl BotKey {
    /// Derives the key from a bot's token, as issued by BotFather.
    pub fn of_token(token: &str) -> Self {
        Self::Token(mac(b"WebAppData", token.as_bytes()))
    }
}

/// Verified launch data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The user's permanent Telegram id.
    pub user: u64,
    /// The username, which can move to another user.
    pub username: Option<String>,
    /// The parameter of the link that opened the app. It is not trustworthy.
    pub start_param: Option<String>,
    /// When Telegram signed the data.
    pub at: DateTime<Utc>,
    /// SHA-256 of the signed fields, which detects reuse regardless of their order or encoding.
    pub hash: [u8; 32],
}

/// Why launch data is refused. Callers do not learn it, because it would help a forger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// It cannot be parsed.
    #[error("it does not read as launch data")]
    Form,
    /// The proof is missing or not valid for this bot.
    #[error("its proof is wrong")]
    Proof,
    /// Older than five minutes, or in the future.
    #[error("it is too old or of the future")]
    Age,
}

#[derive(Deserialize)]
struct Person {
    id: u64,
    #[serde(default)]
    username: Option<String>,
}

/// Parses and verifies launch data.
///
/// # Errors
/// [`LaunchError`].
pub fn check(init_data: &str, key: &BotKey, now: DateTime<Utc>) -> Result<Launch, LaunchError> {
    check_by(init_data, key, &TELEGRAM_KEY, now)
}

fn check_by(init_data: &str, key: &BotKey, telegram: &[u8; 32], now: DateTime<Utc>) -> Result<Launch, LaunchError> {
    let mut fields = read(init_data)?;
    let hash = fields.remove("hash").ok_or(LaunchError::Form)?;
    match key {
        BotKey::Token(secret) => by_token(&lines(&fields), &hash, secret)?,
        BotKey::Number(bot) => by_number(&fields, *bot, telegram)?,
    }
    // The hash covers only the fields that both proofs sign, so that both proofs of one launch have the same hash.
    fields.remove("signature");
    let text = lines(&fields);
    let seconds = fields.get("auth_date").and_then(|text| text.parse().ok()).ok_or(LaunchError::Form)?;
    let at = DateTime::from_timestamp(seconds, 0).ok_or(LaunchError::Form)?;
    if at > now + SKEW || now - at > AGE_MAX {
        return Err(LaunchError::Age);
    }
    let person: Person =
        fields.get("user").and_then(|text| serde_json::from_str(text).ok()).ok_or(LaunchError::Form)?;
    Ok(Launch {
        user: person.id,
        username: person.username,
        start_param: fields.remove("start_param"),
        at,
        hash: Sha256::digest(text.as_bytes()).into(),
    })
}

/// The fields by name. A duplicate field is ambiguous, so it is refused.
fn read(init_data: &str) -> Result<BTreeMap<String, String>, LaunchError> {
    if init_data.len() > BYTES_MAX {
        return Err(LaunchError::Form);
    }
    let mut fields = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(init_data.as_bytes()) {
        let twice = fields.insert(name.into_owned(), value.into_owned()).is_some();
        if twice || fields.len() > FIELDS_MAX {
            return Err(LaunchError::Form);
        }
    }
    Ok(fields)
}

fn lines(fields: &BTreeMap<String, String>) -> String {
    let lines: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    lines.join("\n")
}

fn by_token(text: &str, hash: &str, secret: &[u8; 32]) -> Result<(), LaunchError> {
    let hash = hex::decode(hash).map_err(|_| LaunchError::Proof)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac.verify_slice(&hash).map_err(|_| LaunchError::Proof)
}

fn by_number(fields: &BTreeMap<String, String>, bot: u64, telegram: &[u8; 32]) -> Result<(), LaunchError> {
    let mut signed = fields.clone();
    let signature = signed.remove("signature").ok_or(LaunchError::Proof)?;
    let signature = URL_SAFE_NO_PAD.decode(signature.trim_end_matches('=')).map_err(|_| LaunchError::Proof)?;
    let signature = Signature::from_slice(&signature).map_err(|_| LaunchError::Proof)?;
    let key = VerifyingKey::from_bytes(telegram).map_err(|_| LaunchError::Proof)?;
    let text = format!("{bot}:WebAppData\n{}", lines(&signed));
    key.verify_strict(text.as_bytes(), &signature).map_err(|_| LaunchError::Proof)
}

fn mac(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer, SigningKey};

    use super::*;

    /// Telegram's published test data, with the tokens of the test bots.
    const OF_2022: (&str, &str, i64) = (
        "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2",
        "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8",
        1_662_771_648,
    );
    const OF_2024: (&str, &str, i64) = (
        "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733509682&signature=TYJxVcisqbWjtodPepiJ6ghziUL94-KNpG8Pau-X7oNNLNBM72APCpi_RKiUlBvcqo5L-LAxIc3dnTzcZX_PDg&hash=a433d8f9847bd6addcc563bff7cc82c89e97ea0d90c11fe5729cae6796a36d73",
        "7342037359:AAHI25ES9xCOMPokpYoz-p8XVrZUdygo2J4",
        1_733_509_682,
    );

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn data_signed_by_telegram_is_accepted_by_bot_token_and_by_public_key() {
        for (data, token, said) in [OF_2022, OF_2024] {
            let launch = check(data, &BotKey::of_token(token), at(said)).unwrap();
            assert_eq!((launch.user, launch.username.as_deref()), (279_058_397, Some("vdkfrost")));
        }
        let (data, token, said) = OF_2024;
        let by_number = check(data, &BotKey::Number(7_342_037_359), at(said)).unwrap();
        assert_eq!(by_number, check(data, &BotKey::of_token(token), at(said)).unwrap());
    }

    #[test]
    fn the_hmac_includes_the_signature_and_the_signature_does_not() {
        let (data, token, said) = OF_2024;
        let other = data.replacen("TYJxVc", "TYJxVd", 1);
        for key in [BotKey::of_token(token), BotKey::Number(7_342_037_359)] {
            assert_eq!(check(&other, &key, at(said)), Err(LaunchError::Proof));
        }
        // Signed with a key of this test, without the HMAC: the Ed25519 proof is sufficient.
        let signer = SigningKey::from_bytes(&[7; 32]);
        let mut fields = read(data).unwrap();
        fields.retain(|name, _| name != "hash" && name != "signature");
        let signature = signer.sign(format!("42:WebAppData\n{}", lines(&fields)).as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(fields.iter()).append_pair("signature", &signature).append_pair("hash", "00");
        let own = query.finish();
        let key = signer.verifying_key().to_bytes();
        assert!(check_by(&own, &BotKey::Number(42), &key, at(said)).is_ok());
        assert_eq!(check_by(&own, &BotKey::Number(43), &key, at(said)), Err(LaunchError::Proof));
        assert_eq!(check_by(&own, &BotKey::of_token("42:x"), &key, at(said)), Err(LaunchError::Proof));
    }

    #[test]
    fn launch_data_is_accepted_for_five_minutes() {
        let (data, token, said) = OF_2024;
        let key = BotKey::of_token(token);
        assert!(check(data, &key, at(said + 300)).is_ok());
        assert_eq!(check(data, &key, at(said + 301)), Err(LaunchError::Age));
        assert!(check(data, &key, at(said - 30)).is_ok());
        assert_eq!(check(data, &key, at(said - 31)), Err(LaunchError::Age));
    }

    #[test]
    fn other_launch_data_is_refused() {
        let (data, token, said) = OF_2024;
        let key = BotKey::of_token(token);
        let other_bot = BotKey::of_token(OF_2022.1);
        assert_eq!(check(data, &other_bot, at(said)), Err(LaunchError::Proof));
        assert_eq!(check(data, &BotKey::Number(5_768_337_691), at(said)), Err(LaunchError::Proof));
        for (from, to) in [("279058397", "279058398"), ("1733509682", "1733509683"), ("hash=a4", "hash=a5")] {
            assert_eq!(check(&data.replacen(from, to, 1), &key, at(said)), Err(LaunchError::Proof), "{from}");
        }
        for odd in ["", "a=b", &format!("{data}&user=x"), &"a=b&".repeat(1_200)] {
            assert_eq!(check(odd, &key, at(said)), Err(LaunchError::Form), "{odd}");
        }
        assert_eq!(check("hash=zz", &key, at(said)), Err(LaunchError::Proof));
    }

    proptest::proptest! {
        /// Arbitrary input is refused without a panic.
        #[test]
        fn no_text_is_accepted_or_panics(text in "[ -~]{0,200}") {
            proptest::prop_assert!(check(&text, &BotKey::Number(1), at(0)).is_err());
        }
    }
}
