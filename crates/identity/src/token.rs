//! Opaque tokens: a prefix, 256 random bits in base 62, and a checksum. The checksum lets malformed tokens be refused
//! without a query, and helps secret scanners.

use kernel::World;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::Secret;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARS: usize = 43;
const CHECK_CHARS: usize = 6;

/// The type of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Access token, sent with every request.
    Access,
    /// Refresh token.
    Refresh,
    /// The `state` parameter of a federated login.
    State,
    /// Binds a federated login or a session takeover to the browser that began it.
    Browser,
    /// Sent with an email code, to link a verified identity.
    Link,
    /// Links a Telegram chat to the account; single use.
    Telegram,
    /// Session handover to another host.
    Handover,
    /// Confirmation of one request.
    StepUp,
    /// Link to the status of a transaction.
    Status,
    /// Page of a payment that a merchant asks for.
    Payment,
    /// Page of a merchant's link that many payers use.
    PaymentLink,
    /// Operator invitation; single use.
    Invitation,
    /// An operator's session.
    OperatorSession,
    /// Binds an operator's authenticator app to a browser.
    OperatorDevice,
}

impl TokenKind {
    /// The prefix, which secret scanners can match.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Access => "aga_",
            Self::Refresh => "agr_",
            Self::State => "ags_",
            Self::Browser => "agb_",
            Self::Link => "agl_",
            Self::Telegram => "agm_",
            Self::Handover => "agh_",
            Self::StepUp => "agc_",
            Self::Status => "agt_",
            Self::Payment => "agp_",
            Self::PaymentLink => "agk_",
            Self::Invitation => "agi_",
            Self::OperatorSession => "ago_",
            Self::OperatorDevice => "agd_",
        }
    }
}

/// The SHA-256 hash of a token, which is the only stored form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash, as it is stored.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Compares it with a stored hash in constant time.
    #[must_use]
    pub fn matches(&self, stored: &[u8]) -> bool {
        self.0.as_slice().ct_eq(stored).into()
    }

    /// Parses a stored hash; `None` for a wrong length.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

/// Creates a random token and its hash.
pub(crate) fn generate(world: &World, kind: TokenKind) -> (Secret, TokenHash) {
    derived(kind, &world.random())
}

/// Creates a token from derived `bytes`, which require our secrets; and its hash.
pub(crate) fn derived(kind: TokenKind, bytes: &[u8; 32]) -> (Secret, TokenHash) {
    let token = compose(kind, bytes);
    let hash = hash(&token);
    (Secret::new(token), hash)
}

/// The hash of `text`, if it has the form of such a token.
pub(crate) fn parse(kind: TokenKind, text: &str) -> Option<TokenHash> {
    parse_prefixed(kind.prefix(), text).map(TokenHash)
}

fn compose(kind: TokenKind, random: &[u8; 32]) -> String {
    let random = base62(random, RANDOM_CHARS);
    let check = checksum_after(kind.prefix(), &random);
    format!("{}{random}{check}", kind.prefix())
}

fn hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}

/// A token with a prefix of its own, made of `random`; and its hash.
pub(crate) fn with_prefix(prefix: &str, random: &[u8; 32]) -> (String, [u8; 32]) {
    let random = base62(random, RANDOM_CHARS);
    let token = format!("{prefix}{random}{}", checksum_after(prefix, &random));
    let hash = Sha256::digest(token.as_bytes()).into();
    (token, hash)
}

/// The hash of `text`, if it has the form of a token with this prefix.
pub(crate) fn parse_prefixed(prefix: &str, text: &str) -> Option<[u8; 32]> {
    let rest = text.strip_prefix(prefix)?;
    if rest.len() != RANDOM_CHARS + CHECK_CHARS || !rest.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let (random, check) = rest.split_at(RANDOM_CHARS);
    (checksum_after(prefix, random) == check).then(|| Sha256::digest(text.as_bytes()).into())
}

fn checksum_after(prefix: &str, random: &str) -> String {
    base62(&crc32(prefix.bytes().chain(random.bytes())).to_be_bytes(), CHECK_CHARS)
}

/// `bytes` as a big-endian number in base 62, padded to `width`.
pub(crate) fn base62(bytes: &[u8], width: usize) -> String {
    let mut number = bytes.to_vec();
    let mut digits = vec![ALPHABET[0]; width];
    for digit in digits.iter_mut().rev() {
        let mut remainder = 0_usize;
        for byte in &mut number {
            let value = remainder * 256 + usize::from(*byte);
            *byte = u8::try_from(value / 62).expect("a remainder below 62 keeps the quotient below 256");
            remainder = value % 62;
        }
        *digit = ALPHABET[remainder];
    }
    digits.into_iter().map(char::from).collect()
}

/// CRC-32 (IEEE), computed bitwise: for ten bytes per request a table is not worthwhile.
fn crc32(bytes: impl Iterator<Item = u8>) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_a_changed_one_does_not() {
        let token = compose(TokenKind::Access, &[0xff; 32]);
        assert_eq!(token.len(), 4 + 43 + 6);
        assert!(parse(TokenKind::Access, &token).is_some());
        assert!(parse(TokenKind::Refresh, &token).is_none());
        for at in 4..token.len() {
            let mut other = token.clone().into_bytes();
            other[at] = if other[at] == b'a' { b'b' } else { b'a' };
            assert!(parse(TokenKind::Access, &String::from_utf8(other).unwrap()).is_none(), "changed at {at}");
        }
        for odd in ["", "aga_", "aga_é", &token[..token.len() - 1]] {
            assert!(parse(TokenKind::Access, odd).is_none());
        }
    }

    #[test]
    fn the_checksum_is_the_common_one_and_base_62_loses_nothing() {
        assert_eq!(crc32(b"123456789".iter().copied()), 0xcbf4_3926);
        assert_eq!(base62(&[0, 61], 3), "00z");
        assert_eq!(base62(&62_u16.to_be_bytes(), 3), "010");
        assert_ne!(base62(&[0xff; 32], 43), base62(&[0xfe; 32], 43));
    }
}
