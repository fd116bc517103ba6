//! Keys, and the rules for them. Pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use identity::{IdentityError, rules};
use kernel::{PartnerKeyId, ProfileId};

use crate::address::{self, AddressRange};
use crate::kind::KeyKind;
use crate::origin;
use crate::outside::ProofFailure;
use crate::{scope, signature};

/// The maximum number of keys of a profile that are not revoked.
pub const KEYS_MAX: i64 = 20;
/// The longest time for which the former secret of a rotated key stays valid.
pub const OVERLAP_HOURS_MAX: u16 = 168;
/// The maximum number of domains of a widget key.
pub(crate) const DOMAINS_MAX: usize = 10;
/// How long a revoked key is listed.
pub(super) const REVOKED_FOR: TimeDelta = TimeDelta::days(90);
const NAME_CHARS_MAX: usize = 50;

kernel::codes! {
    /// State of the proof that a domain belongs to the partner (specification, "States and transitions").
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DomainState {
        /// The proof is awaited.
        InProgress = "in_progress",
        /// The proof was not found.
        Failed = "failed",
        /// The domain is proven.
        Saved = "saved",
    }
}

impl DomainState {
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::InProgress)
    }
}

/// A domain of a widget key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// The name, in lower case.
    pub name: String,
    /// State of the proof.
    pub state: DomainState,
    /// Why the proof failed.
    pub reason: Option<ProofFailure>,
    /// When the proof was last looked for.
    pub checked_at: Option<DateTime<Utc>>,
}

/// A profile with a key that may import verifications of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Importer {
    /// The profile.
    pub profile: ProfileId,
    /// The names of its keys that may import, by name.
    pub keys: Vec<String>,
    /// The proven domains of its widget keys, by name.
    pub domains: Vec<String>,
}

/// A profile with a key that is not revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyHolder {
    /// The profile.
    pub profile: ProfileId,
    /// The names of its keys, by name.
    pub keys: Vec<String>,
}

/// The cached facts about a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretInfo {
    /// The first characters of the secret.
    pub hint: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it stops working, after a rotation.
    pub expires_at: Option<DateTime<Utc>>,
    /// The whole text of a public key.
    pub public: Option<String>,
}

/// A key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The id.
    pub id: PartnerKeyId,
    /// The profile whose money it moves.
    pub profile: ProfileId,
    /// The kind, which decides the scopes that it can have.
    pub kind: KeyKind,
    /// Its name.
    pub name: String,
    /// The addresses from which it may be used; empty for any address.
    pub addresses: Vec<String>,
    /// Its scopes, by code.
    pub scopes: Vec<String>,
    /// The Ed25519 public key that verifies its signed requests.
    pub signing_key: Option<[u8; 32]>,
    /// The domains of a widget key.
    pub domains: Vec<Domain>,
    /// Its valid secrets, the newest first.
    pub secrets: Vec<SecretInfo>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub used_at: Option<DateTime<Utc>>,
    /// When it was revoked, if it is.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A key to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The kind, which decides the scopes that it can have.
    pub kind: KeyKind,
    /// Its name.
    pub name: String,
    /// The addresses from which it may be used; empty for any address.
    pub addresses: Vec<String>,
    /// Its scopes, by code.
    pub scopes: Vec<String>,
    /// Domains, for a widget.
    pub domains: Vec<String>,
    /// The public key of signed requests: 32 bytes in base 64, or a PEM file of Ed25519.
    pub signing_key: Option<String>,
}

/// The changes of a key; `None` keeps a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyChange {
    /// A new name.
    pub name: Option<String>,
    /// A new list of addresses.
    pub addresses: Option<Vec<String>>,
    /// A new list of scopes.
    pub scopes: Option<Vec<String>>,
    /// A new list of domains.
    pub domains: Option<Vec<String>>,
    /// A new public key; empty to remove it.
    pub signing_key: Option<String>,
}

/// The settings of a key that its owner chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub name: String,
    pub addresses: Vec<String>,
    pub scopes: Vec<String>,
    pub domains: Vec<String>,
    pub signing_key: Option<[u8; 32]>,
}

/// The prefix of a secret.
#[must_use]
pub(super) const fn prefix(kind: KeyKind, sandbox: bool) -> &'static str {
    match (kind.is_public(), sandbox) {
        (false, true) => "sk_test_",
        (false, false) => "sk_live_",
        (true, true) => "pk_test_",
        (true, false) => "pk_live_",
    }
}

/// Whether the scopes include payouts from a balance. Such a key requires an address allowlist and a public key.
#[must_use]
pub fn may_leave(scopes: &[String]) -> bool {
    scope::grants(scopes, scope::WITHDRAWALS)
}

/// Validates a new key.
///
/// # Errors
/// Field errors.
pub(super) fn content(asked: &NewKey, sandbox: bool) -> Result<Content, IdentityError> {
    let content = Content {
        name: rules::label(&asked.name, 1, NAME_CHARS_MAX).map_err(|broken| ("name", broken))?,
        addresses: addresses(&asked.addresses)?,
        scopes: scopes(&asked.scopes, asked.kind, sandbox)?,
        domains: domains(&asked.domains, asked.kind, sandbox)?,
        signing_key: asked.signing_key.as_deref().map(public_key).transpose()?,
    };
    checked(content, asked.kind)
}

/// The content of a key after a change.
///
/// # Errors
/// Field errors; a conflict for a revoked key.
pub(super) fn changed(key: &Key, change: &KeyChange, sandbox: bool) -> Result<Content, IdentityError> {
    if key.revoked_at.is_some() {
        return Err(IdentityError::NotFound("The API key"));
    }
    let before = key.content();
    let content = Content {
        name: match &change.name {
            Some(name) => rules::label(name, 1, NAME_CHARS_MAX).map_err(|broken| ("name", broken))?,
            None => before.name,
        },
        addresses: change.addresses.as_deref().map_or(Ok(before.addresses), addresses)?,
        scopes: match &change.scopes {
            Some(asked) => scopes(asked, key.kind, sandbox)?,
            None => before.scopes,
        },
        domains: match &change.domains {
            Some(asked) => domains(asked, key.kind, sandbox)?,
            None => before.domains,
        },
        signing_key: match change.signing_key.as_deref() {
            None => before.signing_key,
            Some(text) if text.trim().is_empty() => None,
            Some(text) => Some(public_key(text)?),
        },
    };
    checked(content, key.kind)
}

/// A key that pays needs addresses and a public key: a stolen secret alone then moves nothing.
fn checked(content: Content, kind: KeyKind) -> Result<Content, IdentityError> {
    if may_leave(&content.scopes) {
        if content.addresses.is_empty() {
            let words = "Name the addresses from which this key may pay.";
            return Err(IdentityError::field("addresses", "required", words));
        }
        if content.signing_key.is_none() {
            let words = "Payouts are signed. Give the public key of your signatures.";
            return Err(IdentityError::field("signing_key", "required", words));
        }
    }
    if !kind.is_public() && content.scopes.is_empty() {
        return Err(IdentityError::field("scopes", "required", "Choose what the key may do."));
    }
    Ok(content)
}

fn addresses(asked: &[String]) -> Result<Vec<String>, IdentityError> {
    let list = rules::ip_list(&asked.join(",")).map_err(|broken| ("addresses", broken))?;
    let mut kept: Vec<String> = Vec::new();
    for item in list {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    Ok(kept)
}

/// In the order of the table, each once.
fn scopes(asked: &[String], kind: KeyKind, sandbox: bool) -> Result<Vec<String>, IdentityError> {
    for code in asked {
        let refused = |words: &str| IdentityError::field("scopes", "invalid", format!("{code}: {words}"));
        let scope = scope::scope(code).ok_or_else(|| refused("is no scope"))?;
        if !scope.kinds.contains(&kind) {
            return Err(refused("is not for keys of this kind"));
        }
        if scope.code == scope::TEST && !sandbox {
            return Err(refused("is only for test keys"));
        }
    }
    let is_asked = |scope: &&scope::Scope| asked.iter().any(|code| code == scope.code);
    Ok(scope::SCOPES.iter().filter(is_asked).map(|scope| scope.code.to_owned()).collect())
}

fn domains(asked: &[String], kind: KeyKind, sandbox: bool) -> Result<Vec<String>, IdentityError> {
    if !asked.is_empty() && !kind.is_public() {
        return Err(IdentityError::field("domains", "invalid", "Only a widget key has domains."));
    }
    if asked.len() > DOMAINS_MAX {
        return Err(IdentityError::field("domains", "max_items", format!("At most {DOMAINS_MAX} domains")));
    }
    let mut kept: Vec<String> = Vec::new();
    for name in asked {
        let name = origin::domain(name, sandbox)?;
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    Ok(kept)
}

/// The DER prefix of a public key file of Ed25519 before its 32 bytes (RFC 8410).
const SPKI_HEAD: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// A public key: its 32 bytes in base 64, or the file of it, with or without the lines of PEM.
fn public_key(text: &str) -> Result<[u8; 32], IdentityError> {
    let refused = || IdentityError::field("signing_key", "invalid", "This is not a public key of Ed25519.");
    let body: String = text.lines().filter(|line| !line.starts_with("-----")).flat_map(str::split_whitespace).collect();
    let bytes = STANDARD.decode(body).map_err(|_| refused())?;
    let bytes = bytes.strip_prefix(&SPKI_HEAD).unwrap_or(&bytes);
    let key: [u8; 32] = bytes.try_into().map_err(|_| refused())?;
    if signature::is_public_key(&key) { Ok(key) } else { Err(refused()) }
}

/// Whether the key may do more, or may be used from more places, than before.
pub(super) fn is_wider(before: &Content, after: &Content) -> bool {
    let ranges = |all: &[String]| all.iter().filter_map(|text| AddressRange::parse(text)).collect::<Vec<_>>();
    scope::is_wider(&before.scopes, &after.scopes)
        || address::is_wider(&ranges(&before.addresses), &ranges(&after.addresses))
        || (after.signing_key.is_some() && after.signing_key != before.signing_key)
        || after.domains.iter().any(|domain| !before.domains.contains(domain))
}

/// How long the former secret stays valid.
///
/// # Errors
/// A field error.
pub(super) fn overlap(hours: u16) -> Result<TimeDelta, IdentityError> {
    if hours > OVERLAP_HOURS_MAX {
        let words = format!("At most {OVERLAP_HOURS_MAX} hours");
        return Err(IdentityError::field("overlap_hours", "max_value", words));
    }
    Ok(TimeDelta::hours(i64::from(hours)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PUBLIC: &str = "JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=";

    fn asked(kind: KeyKind, scopes: &[&str]) -> NewKey {
        let scopes = scopes.iter().map(|code| (*code).to_owned()).collect();
        NewKey { kind, name: " Shop ".into(), addresses: vec![], scopes, domains: vec![], signing_key: None }
    }

    fn refused(asked: &NewKey) -> (&'static str, &'static str) {
        match content(asked, true) {
            Err(IdentityError::Field { field, rule, .. }) => (field, rule),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_key_that_pays_needs_addresses_and_a_public_key() {
        let pays = asked(KeyKind::Wallet, &["wallet:full"]);
        assert_eq!(refused(&pays), ("addresses", "required"));
        let pays = NewKey { addresses: vec!["192.0.2.1".into()], ..pays };
        assert_eq!(refused(&pays), ("signing_key", "required"));
        let pays = NewKey { signing_key: Some(PUBLIC.into()), ..pays };
        assert_eq!(content(&pays, false).unwrap().name, "Shop");
    }

    #[test]
    fn what_does_not_fit_the_kind_is_refused_with_its_name() {
        assert_eq!(refused(&asked(KeyKind::Exchanger, &["wallet:read"])), ("scopes", "invalid"));
        assert_eq!(refused(&asked(KeyKind::Exchanger, &["nothing"])), ("scopes", "invalid"));
        assert_eq!(refused(&asked(KeyKind::Wallet, &[])), ("scopes", "required"));
        let domains = NewKey { domains: vec!["shop.example".into()], ..asked(KeyKind::Exchanger, &["exchanger:read"]) };
        assert_eq!(refused(&domains), ("domains", "invalid"));
        let many = (0..11).map(|n| format!("shop{n}.example")).collect();
        assert_eq!(refused(&NewKey { domains: many, ..asked(KeyKind::Widget, &[]) }), ("domains", "max_items"));
        let wide = NewKey { addresses: vec!["10.0.0.0/8".into()], ..asked(KeyKind::Exchanger, &["exchanger:read"]) };
        assert_eq!(refused(&wide), ("addresses", "prefix"));
        assert!(content(&asked(KeyKind::Exchanger, &["exchanger:test"]), true).is_ok());
        assert!(content(&asked(KeyKind::Exchanger, &["exchanger:test"]), false).is_err(), "a live key is no test key");
    }

    #[test]
    fn a_public_key_reads_from_its_bytes_and_from_its_file() {
        let pem = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----\n";
        assert_eq!(public_key(pem).unwrap(), public_key(PUBLIC).unwrap());
        for odd in ["", "AAAA", "not base 64", &PUBLIC[..40]] {
            assert!(public_key(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_rename_and_fewer_scopes_are_not_wider() {
        let wide = asked(KeyKind::Exchanger, &["exchanger:read", "exchanger:buy"]);
        let before = content(&NewKey { addresses: vec!["192.0.2.0/24".into()], ..wide }, true).unwrap();
        let narrower = Content { name: "Other".into(), scopes: vec!["exchanger:read".into()], ..before.clone() };
        assert!(!is_wider(&before, &narrower) && is_wider(&narrower, &before));
        let anywhere = Content { addresses: vec![], ..before.clone() };
        assert!(is_wider(&before, &anywhere));
        let signing = Content { signing_key: Some([1; 32]), ..before.clone() };
        assert!(is_wider(&before, &signing) && !is_wider(&signing, &before), "a new public key can sign payouts");
    }

    proptest! {
        /// Whatever is asked for, a key of a kind has only scopes of that kind, each once.
        #[test]
        fn a_key_has_only_scopes_of_its_kind(
            codes in prop::collection::vec(0_usize..scope::SCOPES.len(), 0..40), kind in 0_usize..4, sandbox in any::<bool>(),
        ) {
            let kind = KeyKind::ALL[kind];
            let codes: Vec<String> = codes.into_iter().map(|at| scope::SCOPES[at].code.to_owned()).collect();
            if let Ok(kept) = scopes(&codes, kind, sandbox) {
                for (at, code) in kept.iter().enumerate() {
                    prop_assert!(scope::scope(code).unwrap().kinds.contains(&kind));
                    prop_assert!(!kept[..at].contains(code));
                    prop_assert!(sandbox || code != scope::TEST);
                }
                prop_assert!(codes.iter().all(|code| kept.contains(code)));
            }
        }
    }
}
