//! Keys stay with a signer. Everything else knows public account keys only, so the signer can become another process or
//! a hardware module without a change here.

use std::fmt;

use async_trait::async_trait;

const HARDENED: u32 = 1 << 31;

/// A BIP32 path from the master key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyPath(Vec<u32>);

impl KeyPath {
    /// `m/purpose'/coin'/account'`: the account level of BIP44 and its like. Numbers are below 2^31.
    #[must_use]
    pub fn account(purpose: u32, coin: u32, account: u32) -> Self {
        Self([purpose, coin, account].iter().map(|step| step | HARDENED).collect())
    }

    /// The path one unhardened step further down.
    #[must_use]
    pub fn child(&self, index: u32) -> Self {
        let mut steps = self.0.clone();
        steps.push(index & !HARDENED);
        Self(steps)
    }

    /// The steps as BIP32 numbers; the highest bit marks a hardened one.
    #[must_use]
    pub fn steps(&self) -> &[u32] {
        &self.0
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("m")?;
        for step in &self.0 {
            write!(f, "/{}{}", step & !HARDENED, if step & HARDENED == 0 { "" } else { "'" })?;
        }
        Ok(())
    }
}

/// Why a signer did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignerError {
    /// It cannot be reached, or its keys cannot be read.
    #[error("the signer does not answer: {0}")]
    Unavailable(String),
    /// It answered no.
    #[error("the signer refused: {0}")]
    Refused(String),
}

/// Holds the seed.
#[async_trait]
pub trait Signer: Send + Sync {
    /// The extended public key at `path` (BIP32 `xpub`), from which addresses are made without the signer.
    async fn xpub(&self, path: &KeyPath) -> Result<String, SignerError>;

    /// The compressed public key at `path`.
    async fn public_key(&self, path: &KeyPath) -> Result<[u8; 33], SignerError>;

    /// Signs a digest with the key at `path`: r and s, low s. Deterministic (RFC 6979): the same digest gives the same
    /// signature.
    async fn sign_secp256k1(&self, path: &KeyPath, digest: [u8; 32]) -> Result<[u8; 64], SignerError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_wallets_write_it() {
        assert_eq!(KeyPath::account(84, 2, 7).child(1).child(30).to_string(), "m/84'/2'/7'/1/30");
    }
}
