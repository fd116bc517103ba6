//! Envelope encryption of sensitive data in the database: TOTP seeds, personal data, KYC documents.
//!
//! The key-encryption key is in the configuration. It wraps data keys, one per tenant, class and generation. The key of
//! a record is derived from the data key and the record's id. AES-256-GCM authenticates the record together with its
//! tenant, class and id. So a copy of the database reveals nothing, and a row that is copied to another person, table
//! or tenant does not decrypt.

mod model;
mod store;

use std::fmt;
use std::sync::Arc;

use ::store::{StoreError, TenantTx};
use kernel::{ErrorKind, World};
use uuid::Uuid;
use zeroize::Zeroizing;

pub use model::Class;
use model::{Bytes32, CiphertextContext, DecryptionFailed};

/// The maximum size of a record: 16 MiB.
pub const PLAIN_BYTES_MAX: usize = 16 * 1024 * 1024;
const FIRST_GENERATION: i32 = 1;

/// The key-encryption key, from the configuration. Together with the database it decrypts everything. If it is lost,
/// the encrypted data is lost.
#[derive(Clone)]
pub struct KeyEncryptionKey(Arc<Bytes32>);

impl KeyEncryptionKey {
    /// A key of 32 random bytes, generated once and stored outside the database.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Arc::new(Zeroizing::new(bytes)))
    }
}

impl fmt::Debug for KeyEncryptionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key-encryption key]")
    }
}

/// Why a record cannot be encrypted or decrypted.
#[derive(Debug, thiserror::Error)]
pub enum EnvelopeError {
    /// Encrypted under another key or for another record, or modified since.
    #[error(
        "a sealed record cannot be opened: it was changed or moved, or AGIO_DATA_KEY is not the key it was sealed with"
    )]
    DecryptionFailed,
    /// The record exceeds [`PLAIN_BYTES_MAX`].
    #[error("a record of more than 16 MiB is not sealed")]
    TooLarge,
    /// A database error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EnvelopeError {
    /// The kind of error, which decides the HTTP status.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Store(error) => error.kind(),
            Self::DecryptionFailed | Self::TooLarge => ErrorKind::Internal,
        }
    }

    /// The error code from the specification's error catalogue.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Store(error) => error.code(),
            Self::DecryptionFailed | Self::TooLarge => "INTERNAL_ERROR",
        }
    }
}

impl From<DecryptionFailed> for EnvelopeError {
    fn from(_: DecryptionFailed) -> Self {
        Self::DecryptionFailed
    }
}

/// Encrypts and decrypts records. Cheap to clone.
#[derive(Clone)]
pub struct Envelope {
    kek: KeyEncryptionKey,
    world: World,
}

impl Envelope {
    /// An envelope under this key.
    #[must_use]
    pub fn new(kek: KeyEncryptionKey, world: World) -> Self {
        Self { kek, world }
    }

    /// Encrypts `plain` for the record `record` of the transaction's tenant, under the newest data key of the class.
    /// The first use creates the key. The result is 33 bytes longer and different every time.
    ///
    /// # Errors
    /// [`EnvelopeError::TooLarge`]; [`EnvelopeError::DecryptionFailed`] if the data key was wrapped under another key-encryption
    /// key.
    pub async fn seal(
        &self,
        tx: &mut TenantTx,
        class: Class,
        record: Uuid,
        plain: &[u8],
    ) -> Result<Vec<u8>, EnvelopeError> {
        if plain.len() > PLAIN_BYTES_MAX {
            return Err(EnvelopeError::TooLarge);
        }
        let (generation, key) = self.newest(tx, class).await?;
        let place = CiphertextContext { tenant: tx.tenant(), class, record, generation };
        Ok(model::seal(&key, &place, self.world.random(), plain)?)
    }

    /// Decrypts the output of [`Envelope::seal`] for the same tenant, class and record. The plain text is wiped when
    /// dropped.
    ///
    /// # Errors
    /// [`EnvelopeError::DecryptionFailed`] for anything else.
    pub async fn open(
        &self,
        tx: &mut TenantTx,
        class: Class,
        record: Uuid,
        sealed: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, EnvelopeError> {
        let (tenant, generation) = (tx.tenant(), model::generation(sealed)?);
        let wrapped = store::of_generation(tx.conn(), tenant, class, generation).await?.ok_or(DecryptionFailed)?;
        let key = self.unwrap(&CiphertextContext { tenant, class, record: Uuid::nil(), generation }, &wrapped)?;
        Ok(model::open(&key, &CiphertextContext { tenant, class, record, generation }, sealed)?)
    }

    async fn newest(&self, tx: &mut TenantTx, class: Class) -> Result<(i32, Bytes32), EnvelopeError> {
        let tenant = tx.tenant();
        let mut found = store::newest(tx.conn(), tenant, class).await?;
        if found.is_none() {
            let place = CiphertextContext { tenant, class, record: Uuid::nil(), generation: FIRST_GENERATION };
            let key = Zeroizing::new(self.world.random::<32>());
            let wrapped = model::wrap(&self.kek.0, &place, self.world.random(), &key)?;
            let made = store::Wrapped { generation: FIRST_GENERATION, wrapped };
            store::add(tx.conn(), tenant, class, &made, self.world.now()).await?;
            // Two transactions may have created a key at once: both use the one that was stored.
            found = store::newest(tx.conn(), tenant, class).await?;
        }
        let found = found.ok_or(DecryptionFailed)?;
        let place = CiphertextContext { tenant, class, record: Uuid::nil(), generation: found.generation };
        Ok((found.generation, self.unwrap(&place, &found.wrapped)?))
    }

    fn unwrap(&self, place: &CiphertextContext, wrapped: &[u8]) -> Result<Bytes32, DecryptionFailed> {
        model::unwrap(&self.kek.0, place, wrapped)
    }
}
