//! A proof-of-work puzzle: find the number below a limit whose salted hash equals the target. Pure.
//!
//! A hash with a given count of leading zeros has no upper bound on the work: one client in fifty would wait four times
//! the average. This puzzle needs at most `numbers` attempts, and half of them on average. The token is signed, so the
//! server stores nothing until a solution arrives.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use kernel::TenantId;
use sha2::{Digest, Sha256};

use crate::Pepper;

/// Puzzle lifetime: enough to solve it on a slow device, too short to stockpile solutions.
const LIFE: TimeDelta = TimeDelta::minutes(5);
/// Maximum length of a submitted solution; a valid one has about 200 characters.
const SHOWN_BYTES_MAX: usize = 300;

/// The operation that a puzzle belongs to. A solution is valid for that operation only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaAction {
    /// Sending a sign-in code to an address.
    Login,
    /// Sending a registration code from the messenger's mini app.
    TelegramRegister,
}

impl CaptchaAction {
    /// The value of the `RECAPTCHA-ACTION` header.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::TelegramRegister => "telegram_register",
        }
    }
}

/// A puzzle as issued to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The operation that it is valid for.
    pub action: CaptchaAction,
    /// The salt. The hash input is the salt, a dot and the number.
    pub salt: String,
    /// The SHA-256 hash of the solution, in hexadecimal.
    pub target: String,
    /// The exclusive upper bound of the number, and so the maximum count of attempts.
    pub numbers: u32,
    /// When the puzzle expires.
    pub expires_at: DateTime<Utc>,
    /// The signed token. The client returns it with a dot and the number appended.
    pub token: String,
}

/// A submitted solution: the two headers as received.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    /// The `RECAPTCHA-ACTION` header.
    pub action: &'a str,
    /// The puzzle's token and the number.
    pub token: &'a str,
}

/// Why a solution is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No solution was sent.
    Missing,
    /// The solution is wrong, belongs to another tenant, or has no valid signature.
    Wrong,
    /// The puzzle was issued for another operation.
    OtherAction,
    /// The puzzle has expired.
    Expired,
    /// The solution was used before.
    Used,
}

impl Refusal {
    /// The stable code of the refusal.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Wrong => "wrong",
            Self::OtherAction => "other_action",
            Self::Expired => "expired",
            Self::Used => "used",
        }
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Missing => {
                "Some work of your machine is needed before a code is sent. Solve the puzzle and send this again."
            }
            Self::Wrong => "This is not the solution of a puzzle of ours. Solve the new one.",
            Self::OtherAction => "This puzzle was solved for another request. Solve the new one.",
            Self::Expired => "This puzzle was solved too late. Solve the new one.",
            Self::Used => "This solution has served already. Solve the new puzzle.",
        }
    }
}

/// A correct solution, with the key that detects its reuse.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub salt: [u8; 16],
    pub expires_at: DateTime<Utc>,
}

/// Creates a puzzle from `random`: the salt and the number to find. [`check`] ignores `numbers`, so a puzzle issued at
/// a lower difficulty stays valid.
pub(crate) fn make(
    key: &Pepper,
    tenant: TenantId,
    (action, numbers): (CaptchaAction, u32),
    now: DateTime<Utc>,
    random: &[u8; 20],
) -> Puzzle {
    let (salt, number) = random.split_at(16);
    let number = u32::from_be_bytes(number.try_into().expect("four bytes are left")) % numbers.max(1);
    let salt = hex::encode(salt);
    let target = hex::encode(hash(&salt, &number.to_string()));
    let expires_at = DateTime::from_timestamp((now + LIFE).timestamp(), 0).unwrap_or(now);
    let given = format!("{}.{}.{salt}.{target}", action.code(), expires_at.timestamp());
    let mark = hex::encode(marked(key, tenant, &given).finalize().into_bytes());
    Puzzle { action, salt, target, numbers, expires_at, token: format!("{given}.{mark}") }
}

/// Checks the signature, the operation, the expiry and the solution. It does not check whether the solution was used
/// before.
pub(crate) fn check(
    key: &Pepper,
    tenant: TenantId,
    action: CaptchaAction,
    shown: Solution<'_>,
    now: DateTime<Utc>,
) -> Result<Solved, Refusal> {
    let (given, number) = ours(key, tenant, shown.token).ok_or(Refusal::Wrong)?;
    let [of, expires, salt, target] = given;
    if of != action.code() || shown.action != action.code() {
        return Err(Refusal::OtherAction);
    }
    let expires_at = expires.parse().ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let expires_at = expires_at.filter(|at| now < *at).ok_or(Refusal::Expired)?;
    let solved = hex::encode(hash(salt, number)) == target;
    let salt = hex::decode(salt).ok().and_then(|bytes| bytes.try_into().ok());
    salt.filter(|_| solved).map(|salt| Solved { salt, expires_at }).ok_or(Refusal::Wrong)
}

/// Splits a token into its signed parts and the number. Returns `None` if the signature is not ours.
fn ours<'a>(key: &Pepper, tenant: TenantId, token: &'a str) -> Option<([&'a str; 4], &'a str)> {
    if token.len() > SHOWN_BYTES_MAX {
        return None;
    }
    let (marked_text, number) = token.rsplit_once('.')?;
    let (given, mark) = marked_text.rsplit_once('.')?;
    marked(key, tenant, given).verify_slice(&hex::decode(mark).ok()?).ok()?;
    let parts: Vec<&str> = given.split('.').collect();
    Some((parts.try_into().ok()?, number))
}

fn marked(key: &Pepper, tenant: TenantId, given: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("HMAC takes keys of any length");
    mac.update(b"agio captcha 1");
    mac.update(tenant.uuid().as_bytes());
    mac.update(given.as_bytes());
    mac
}

fn hash(salt: &str, number: &str) -> [u8; 32] {
    Sha256::digest(format!("{salt}.{number}").as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const KEY: Pepper = Pepper::new([7; 32]);
    const NUMBERS: u32 = 1 << 18;

    fn tenant(number: u128) -> TenantId {
        TenantId::from_uuid(Uuid::from_u128(number))
    }

    fn given(random: [u8; 20]) -> (Puzzle, u32) {
        let number = u32::from_be_bytes([random[16], random[17], random[18], random[19]]) % NUMBERS;
        (make(&KEY, tenant(1), (CaptchaAction::Login, NUMBERS), DateTime::UNIX_EPOCH, &random), number)
    }

    fn shown(token: &str, after: TimeDelta) -> Result<Solved, Refusal> {
        check(&KEY, tenant(1), CaptchaAction::Login, Solution { action: "login", token }, DateTime::UNIX_EPOCH + after)
    }

    #[test]
    fn a_search_over_all_numbers_finds_the_solution() {
        let (puzzle, _) = given([9; 20]);
        let found = (0..puzzle.numbers).find(|n| hex::encode(hash(&puzzle.salt, &n.to_string())) == puzzle.target);
        let token = format!("{}.{}", puzzle.token, found.unwrap());
        let solved = shown(&token, TimeDelta::seconds(299)).unwrap();
        assert_eq!(solved, Solved { salt: [9; 16], expires_at: puzzle.expires_at });
        assert_eq!(shown(&token, LIFE), Err(Refusal::Expired));
        assert!(token.len() < SHOWN_BYTES_MAX);
    }

    #[test]
    fn a_solution_is_valid_for_one_tenant_and_one_operation() {
        let (puzzle, number) = given([9; 20]);
        let token = format!("{}.{number}", puzzle.token);
        let now = DateTime::UNIX_EPOCH;
        let (login, register) = (CaptchaAction::Login, CaptchaAction::TelegramRegister);
        let try_at = |key: &Pepper, number, action: CaptchaAction, said| {
            check(key, tenant(number), action, Solution { action: said, token: &token }, now).map(|_| ())
        };
        assert_eq!(try_at(&KEY, 1, login, "login"), Ok(()));
        assert_eq!(try_at(&KEY, 2, login, "login"), Err(Refusal::Wrong));
        assert_eq!(try_at(&Pepper::new([8; 32]), 1, login, "login"), Err(Refusal::Wrong));
        assert_eq!(try_at(&KEY, 1, register, "telegram_register"), Err(Refusal::OtherAction));
        assert_eq!(try_at(&KEY, 1, login, "telegram_register"), Err(Refusal::OtherAction));
        assert_eq!(try_at(&KEY, 1, login, ""), Err(Refusal::OtherAction));
    }

    proptest! {
        /// The right number is accepted, any other is refused.
        #[test]
        fn one_number_is_right(random: [u8; 20], other in 0..NUMBERS) {
            let (puzzle, number) = given(random);
            prop_assert!(number < puzzle.numbers);
            let try_it = |number| shown(&format!("{}.{number}", puzzle.token), TimeDelta::zero()).map(|_| ());
            prop_assert_eq!(try_it(number), Ok(()));
            prop_assume!(other != number);
            prop_assert_eq!(try_it(other), Err(Refusal::Wrong));
        }

        /// The time, the salt, the target and the spelling of the number are all tamper-proof.
        #[test]
        fn a_changed_letter_is_refused(random: [u8; 20], at: prop::sample::Index, letter in "[ -~]") {
            let (puzzle, number) = given(random);
            let token = format!("{}.{number}", puzzle.token);
            let at = at.index(token.len());
            let changed = format!("{}{letter}{}", &token[..at], &token[at + 1..]);
            prop_assume!(!changed.eq_ignore_ascii_case(&token));
            prop_assert!(shown(&changed, TimeDelta::zero()).is_err());
        }

        /// Arbitrary input is refused without a panic.
        #[test]
        fn no_text_is_accepted_or_panics(text in "[ -~.]{0,400}") {
            prop_assert_eq!(shown(&text, TimeDelta::zero()), Err(Refusal::Wrong));
        }
    }
}
