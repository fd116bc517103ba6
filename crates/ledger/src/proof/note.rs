//! Signed notes and checkpoints in the format of Go's checksum database and of the C2SP specifications `signed-note`
//! and `tlog-checkpoint`. Any witness or monitor of these can read and cosign them.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use kernel::TenantId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::hash::{Domain, Hash};

/// The signature type Ed25519 of the specification.
const ED25519: u8 = 1;
/// The prefix of a signature line: an em dash and a space.
const SIGNATURE_LINE: &str = "\u{2014} ";
/// The maximum size of a note, in bytes; a checkpoint has 250, a cosigned one some hundreds more.
pub const NOTE_BYTES_MAX: usize = 16 * 1024;
/// The prefix of the extension line of this program's checkpoints.
const PREVIOUS: &str = "previous ";
/// The maximum number of signatures to check.
const SIGNATURES_MAX: usize = 16;

/// Why a note, key or checkpoint is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// The format is not that of the specification.
    #[error("the {0} is not well formed")]
    Malformed(&'static str),
    /// There is no signature by the key.
    #[error("the note carries no signature by {0}")]
    NotSigned(String),
    /// The signature by the key does not match the text.
    #[error("the signature by {0} is false")]
    FalseSignature(String),
}

/// A public key with its name: `name+hash+key`, as published under `/.well-known/agio/key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    key: VerifyingKey,
}

/// The secret from which every tenant's signing key is derived. It has no `Debug`, so that it cannot be logged.
#[derive(Clone)]
pub struct LogKeys([u8; 32]);

/// A tenant's signing key.
pub struct NoteSigner {
    name: String,
    key: SigningKey,
}

/// The root of a log at a given size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The log: `agio/` and the tenant's id.
    pub origin: String,
    /// The number of leaves.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
    /// The size of the previous checkpoint, 0 for none, so that no checkpoint can be removed from the sequence. It is
    /// an extension line, which the format allows.
    pub previous: Option<u64>,
}

/// The name of a tenant's log, used in its checkpoints and its key.
#[must_use]
pub fn origin(tenant: TenantId) -> String {
    format!("agio/{}", tenant.uuid().simple())
}

/// The tenant whose log has this name.
#[must_use]
pub fn tenant_of(origin: &str) -> Option<TenantId> {
    let id = Uuid::try_parse(origin.strip_prefix("agio/")?).ok()?;
    Some(TenantId::from_uuid(id)).filter(|tenant| self::origin(*tenant) == origin)
}

fn key_id(name: &str, key: &VerifyingKey) -> [u8; 4] {
    let mut hash = Sha256::new();
    hash.update(name);
    hash.update([b'\n', ED25519]);
    hash.update(key.as_bytes());
    let digest: [u8; 32] = hash.finalize().into();
    [digest[0], digest[1], digest[2], digest[3]]
}

impl LogKeys {
    /// The keys derived from this secret.
    #[must_use]
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// The tenant's key. Tenants have separate keys, so that a key does not reveal which tenants share a platform.
    #[must_use]
    pub fn signer(&self, tenant: TenantId) -> NoteSigner {
        let seed = Hash::of(Domain::Derived, &[b"log key", &self.0, tenant.uuid().as_bytes()]);
        NoteSigner::new(origin(tenant), seed.0)
    }
}

impl NoteSigner {
    /// A signer of that name with this seed.
    #[must_use]
    pub fn new(name: String, seed: [u8; 32]) -> Self {
        Self { name, key: SigningKey::from_bytes(&seed) }
    }

    /// The public key.
    #[must_use]
    pub fn verifier(&self) -> VerifierKey {
        VerifierKey { name: self.name.clone(), key: self.key.verifying_key() }
    }

    /// Signs `text`, which ends with a line break, and returns the note.
    #[must_use]
    pub fn sign(&self, text: &str) -> String {
        let signature = self.key.sign(text.as_bytes());
        let mut bytes = key_id(&self.name, &self.key.verifying_key()).to_vec();
        bytes.extend(signature.to_bytes());
        format!("{text}\n{SIGNATURE_LINE}{} {}\n", self.name, STANDARD.encode(bytes))
    }
}

impl VerifierKey {
    /// The name, which is the origin of the checkpoints it signs.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of `note` if this key signed it. Ignores signatures by other keys, because witnesses may cosign.
    ///
    /// # Errors
    /// See [`NoteError`].
    pub fn open<'a>(&self, note: &'a str) -> Result<&'a str, NoteError> {
        let (text, signatures) = split(note)?;
        let id = key_id(&self.name, &self.key);
        for line in signatures.lines().take(SIGNATURES_MAX) {
            let (name, bytes) = signature_line(line)?;
            let Some((found, signature)) = bytes.split_first_chunk::<4>() else {
                return Err(NoteError::Malformed("signature"));
            };
            if name != self.name || *found != id {
                continue;
            }
            let signature = Signature::from_slice(signature).map_err(|_| NoteError::Malformed("signature"))?;
            let signed = self.key.verify_strict(text.as_bytes(), &signature);
            return signed.map(|()| text).map_err(|_| NoteError::FalseSignature(self.name.clone()));
        }
        Err(NoteError::NotSigned(self.name.clone()))
    }

    /// The checkpoint in `note`, if this key signed it and it belongs to the log of the same name.
    ///
    /// # Errors
    /// See [`NoteError`].
    pub fn checkpoint(&self, note: &str) -> Result<Checkpoint, NoteError> {
        let found = Checkpoint::parse(self.open(note)?)?;
        if found.origin == self.name { Ok(found) } else { Err(NoteError::NotSigned(found.origin)) }
    }
}

fn split(note: &str) -> Result<(&str, &str), NoteError> {
    if note.len() > NOTE_BYTES_MAX || note.contains(|c: char| c.is_control() && c != '\n') {
        return Err(NoteError::Malformed("note"));
    }
    let at = note.rfind("\n\n").ok_or(NoteError::Malformed("note"))?;
    let (text, signatures) = (&note[..=at], &note[at + 2..]);
    if text.len() < 2 || signatures.is_empty() || !signatures.ends_with('\n') {
        return Err(NoteError::Malformed("note"));
    }
    Ok((text, signatures))
}

fn signature_line(line: &str) -> Result<(&str, Vec<u8>), NoteError> {
    let malformed = NoteError::Malformed("signature");
    let rest = line.strip_prefix(SIGNATURE_LINE).ok_or_else(|| malformed.clone())?;
    let (name, base64) = rest.split_once(' ').ok_or_else(|| malformed.clone())?;
    let bytes = STANDARD.decode(base64).map_err(|_| malformed)?;
    Ok((name, bytes))
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![ED25519];
        bytes.extend(self.key.as_bytes());
        write!(f, "{}+{}+{}", self.name, hex::encode(key_id(&self.name, &self.key)), STANDARD.encode(bytes))
    }
}

impl FromStr for VerifierKey {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, NoteError> {
        let malformed = || NoteError::Malformed("public key");
        let mut parts = text.trim().splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(malformed());
        };
        let bytes = STANDARD.decode(key).map_err(|_| malformed())?;
        let [ED25519, key @ ..] = bytes.as_slice() else { return Err(malformed()) };
        let key: &[u8; 32] = key.try_into().map_err(|_| malformed())?;
        let key = VerifyingKey::from_bytes(key).map_err(|_| malformed())?;
        let named = !name.is_empty() && !name.contains(char::is_whitespace);
        if !named || key.is_weak() || hex::encode(key_id(name, &key)) != id {
            return Err(malformed());
        }
        Ok(Self { name: name.to_owned(), key })
    }
}

impl Checkpoint {
    /// The signed text.
    #[must_use]
    pub fn text(&self) -> String {
        let previous = self.previous.map(|size| format!("{PREVIOUS}{size}\n")).unwrap_or_default();
        format!("{}\n{}\n{}\n{previous}", self.origin, self.size, STANDARD.encode(self.root.0))
    }

    /// The checkpoint in a note, without a check of the signature. Check the signature before you rely on it.
    ///
    /// # Errors
    /// [`NoteError::Malformed`].
    pub fn unverified(note: &str) -> Result<Self, NoteError> {
        Self::parse(split(note)?.0)
    }

    /// Parses the text of a note. Ignores unknown extension lines.
    fn parse(text: &str) -> Result<Self, NoteError> {
        let malformed = || NoteError::Malformed("checkpoint");
        let mut lines = text.lines();
        let (Some(origin), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next()) else {
            return Err(malformed());
        };
        let digits = size.bytes().all(|b| b.is_ascii_digit()) && (size == "0" || !size.starts_with('0'));
        let size: u64 = size.parse().ok().filter(|_| digits).ok_or_else(malformed)?;
        let root = STANDARD.decode(root).ok().and_then(|bytes| Hash::from_slice(&bytes)).ok_or_else(malformed)?;
        let more: Vec<&str> = lines.collect();
        if origin.is_empty() || more.iter().any(|line| line.is_empty()) {
            return Err(malformed());
        }
        let previous = more.first().and_then(|line| line.strip_prefix(PREVIOUS)?.parse().ok());
        Ok(Self { origin: origin.to_owned(), size, root, previous })
    }
}

#[cfg(test)]
#[path = "note_tests.rs"]
mod tests;
