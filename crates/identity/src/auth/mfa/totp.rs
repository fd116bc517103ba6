//! Time-based one-time passwords (RFC 6238): HMAC-SHA-1, six digits, 30-second steps, the parameters that every
//! authenticator app supports. Pure.

use chrono::{DateTime, Utc};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use sha1::Sha1;
use subtle::ConstantTimeEq;

/// The length of a step in seconds.
const STEP_S: i64 = 30;
/// Tolerated clock drift in steps, in either direction.
const WINDOW: i64 = 1;
const DIGITS: usize = 6;
/// The length of a seed in bytes: the output length of the hash (RFC 4226, section 4).
pub(crate) const SEED_BYTES: usize = 20;

/// The step whose code `typed` is. Refuses a code of `last_used` or an earlier step, so that an observed code cannot be
/// replayed.
pub(crate) fn matching_step(seed: &[u8], typed: &str, now: DateTime<Utc>, last_used: i64) -> Option<i64> {
    let current = now.timestamp().div_euclid(STEP_S);
    let mut found = None;
    // Compares all candidates, so that the timing does not reveal which one matched.
    for step in (current - WINDOW)..=(current + WINDOW) {
        let equal: bool = code(seed, step, DIGITS).as_bytes().ct_eq(typed.as_bytes()).into();
        if equal && step > last_used && found.is_none() {
            found = Some(step);
        }
    }
    found
}

/// The code of a step (RFC 4226, section 5.3).
fn code(seed: &[u8], step: i64, digits: usize) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(seed).expect("HMAC takes keys of any length");
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[hash.len() - 1] & 0x0f);
    let word = u32::from_be_bytes([hash[at] & 0x7f, hash[at + 1], hash[at + 2], hash[at + 3]]);
    let modulus = 10_u32.pow(u32::try_from(digits).expect("a code is short"));
    format!("{:0digits$}", word % modulus)
}

/// The seed in base 32, for manual entry.
pub(crate) fn secret(seed: &[u8]) -> String {
    BASE32_NOPAD.encode(seed)
}

/// The key URI for a QR code, in Google's format. A colon separates issuer and account, so colons are removed from
/// both.
pub(crate) fn uri(seed: &[u8], issuer: &str, account: &str) -> String {
    let (issuer, account) = (encoded(issuer), encoded(account));
    let secret = secret(seed);
    format!("otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period=30")
}

/// Percent-encodes text (RFC 3986), except `@`. Apps do not read a plus as a space.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.trim().bytes().filter(|byte| *byte != b':') {
        if byte.is_ascii_alphanumeric() || b"-._~@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    /// The test vectors of RFC 6238, appendix B.
    #[test]
    fn codes_are_those_of_the_standard() {
        let vectors = [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ];
        for (seconds, expected) in vectors {
            assert_eq!(code(SEED, seconds / STEP_S, 8), expected);
            assert!(matching_step(SEED, &expected[2..], at(seconds), 0).is_some());
        }
    }

    #[test]
    fn a_code_works_half_a_minute_early_and_late_and_once() {
        let step = 40_000_000;
        let typed = code(SEED, step, DIGITS);
        let try_at = |offset: i64, last| matching_step(SEED, &typed, at(step * STEP_S + offset), last);
        for good in [-30, -1, 0, 29, 30, 59] {
            assert_eq!(try_at(good, 0), Some(step), "{good}");
        }
        for bad in [-31, 60, 3_600] {
            assert_eq!(try_at(bad, 0), None, "{bad}");
        }
        assert_eq!(try_at(0, step), None, "used");
        assert_eq!(try_at(0, step + 1), None, "a later one was used");
        assert_eq!(try_at(0, step - 1), Some(step));
        for nonsense in ["", "12345", "1234567", "abcdef"] {
            assert_eq!(matching_step(SEED, nonsense, at(step * STEP_S), 0), None);
        }
    }

    #[test]
    fn the_uri_names_tenant_and_account() {
        let uri = uri(SEED, "Nova: Cash/Co 100%", "anna+1@example.com");
        let expected = "otpauth://totp/Nova%20Cash%2FCo%20100%25:anna%2B1@example.com\
            ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Nova%20Cash%2FCo%20100%25&algorithm=SHA1&digits=6&period=30";
        assert_eq!(uri, expected);
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_names_the_uri_has_one_label_of_two_parts(issuer in "\\PC{1,30}", account in "[a-z+#?&/%:]{1,20}") {
            let read = url::Url::parse(&uri(SEED, &issuer, &account)).unwrap();
            let label = read.path().strip_prefix('/').unwrap();
            let decoded = |text: &str| {
                // A plus would be decoded as a space.
                proptest::prop_assert!(!text.contains('+'));
                let query = format!("x={text}");
                let (_, value) = url::form_urlencoded::parse(query.as_bytes()).next().unwrap();
                Ok(value.into_owned())
            };
            let (first, second) = label.split_once(':').unwrap();
            proptest::prop_assert_eq!(decoded(first)?, issuer.trim().replace(':', ""));
            proptest::prop_assert_eq!(decoded(second)?, account.replace(':', ""));
            let named = read.query_pairs().find(|(name, _)| name == "issuer").unwrap().1.into_owned();
            proptest::prop_assert_eq!(named, issuer.trim().replace(':', ""));
        }
    }
}
