//! The users' authenticator app, recovery codes and messenger data. Written from the standards without code of the
//! server, so that both cannot have the same error.

use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use hmac::{Hmac, Mac};
use sha1::Sha1;
use sha2::Sha256;
use tokio::time::Instant;

/// The time step of an authenticator app, in seconds.
const STEP_S: u64 = 30;

/// The bot token of the tenant under test. It is no secret, because no real bot has it.
pub const BOT_TOKEN: &str = "1000000001:TORTURE";

/// A second factor. Each code of the app and each recovery code works once.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    seed: Vec<u8>,
    /// The step of the last used code.
    step: u64,
    /// The unused recovery codes.
    pub recovery: Vec<String>,
}

impl Factor {
    /// Parses the secret that the page shows.
    pub fn from_secret(secret: &str) -> Option<Self> {
        let seed = BASE32_NOPAD.decode(secret.as_bytes()).ok()?;
        Some(Self { seed, step: 0, recovery: Vec::new() })
    }

    /// An unused code, with a unique name. Waits up to half a minute for the next one if necessary; `None` if it would
    /// come after `until`.
    pub async fn code(&mut self, until: Instant) -> Option<(String, String)> {
        loop {
            // The server accepts one step of clock skew, so three codes are available without waiting.
            let next = (now_s() / STEP_S - 1).max(self.step + 1);
            if next <= now_s() / STEP_S + 1 {
                self.step = next;
                return Some((format!("step {next}"), code(&self.seed, next)));
            }
            if Instant::now() >= until {
                return None;
            }
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        }
    }

    /// Only recovery codes, without an app.
    pub const fn of_codes(recovery: Vec<String>) -> Self {
        Self { seed: Vec::new(), step: 0, recovery }
    }

    /// Whether there is an app, and not only recovery codes.
    pub const fn has_app(&self) -> bool {
        !self.seed.is_empty()
    }

    /// A code for sign-in: from the app if there is one, because recovery codes are few.
    pub async fn at_sign_in(&mut self, until: Instant) -> Option<(String, String)> {
        if self.has_app() {
            return self.code(until).await;
        }
        let code = self.recovery.pop()?;
        Some((format!("recovery code {code}"), code))
    }

    /// A recovery code if there is one, otherwise a code of the app.
    pub async fn any(&mut self, until: Instant) -> Option<(String, String)> {
        match self.recovery.pop() {
            Some(code) => Some((format!("recovery code {code}"), code)),
            None => self.code(until).await,
        }
    }
}

/// Seconds since 1970, from the real clock, like on the users' phones.
#[expect(
    clippy::disallowed_methods,
    reason = "the people of the harness live in the world's time, not in the server's"
)]
pub fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The six-digit code of a step (RFC 6238, and RFC 4226, section 5.3).
fn code(seed: &[u8], step: u64) -> String {
    let hash = mac::<Hmac<Sha1>>(seed, &step.to_be_bytes());
    let at = usize::from(hash[hash.len() - 1] & 15);
    let word = u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]) & 0x7fff_ffff;
    format!("{:06}", word % 1_000_000)
}

fn mac<M: Mac + hmac::digest::KeyInit>(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut mac = <M as Mac>::new_from_slice(key).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
    mac.update(text);
    mac.finalize().into_bytes().to_vec()
}

/// Launch data of the tenant's mini app for the messenger's user `user`, signed with the bot's token ("Validating data
/// received via the Mini App"). `nonce` makes it unique.
pub fn launch(user: u64, nonce: &str) -> String {
    let (at, person) = (now_s(), format!("{{\"id\":{user},\"first_name\":\"Ada\",\"username\":\"ada{user}\"}}"));
    let text = format!("auth_date={at}\nquery_id={nonce}\nuser={person}");
    let key = mac::<Hmac<Sha256>>(b"WebAppData", BOT_TOKEN.as_bytes());
    let hash = HEXLOWER.encode(&mac::<Hmac<Sha256>>(&key, text.as_bytes()));
    let user: String = person.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("auth_date={at}&query_id={nonce}&user={user}&hash={hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B; the last six digits.
    #[test]
    fn an_app_shows_the_codes_of_the_standard() {
        for (seconds, expected) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            assert_eq!(code(b"12345678901234567890", seconds / STEP_S), expected);
        }
    }

    #[tokio::test]
    async fn no_code_is_shown_twice() {
        let mut factor = Factor::from_secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        factor.recovery = vec!["AAAA".into()];
        let now = Instant::now();
        assert_eq!(factor.any(now).await.unwrap().1, "AAAA");
        let (one, two) = (factor.any(now).await.unwrap(), factor.any(now).await.unwrap());
        assert_ne!(one, two);
    }

    /// Three codes are valid at any moment; a step may end during the test, which makes it four.
    #[tokio::test]
    async fn the_next_code_is_not_waited_for_beyond_the_end() {
        let mut factor = Factor::from_secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        let now = Instant::now();
        let mut shown = 0;
        while factor.code(now).await.is_some() {
            shown += 1;
        }
        assert!((3..=4).contains(&shown), "{shown} codes without waiting");
    }
}
