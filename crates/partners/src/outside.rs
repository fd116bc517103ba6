//! Proof that a domain belongs to the owner of a widget key: a file at a well-known path of the domain names the key.
//! Pure; an adapter fetches the file.

use async_trait::async_trait;
use kernel::PartnerKeyId;

/// Path of the file (RFC 8615).
pub const PROOF_PATH: &str = "/.well-known/agio-widget.txt";
/// Bytes of the file that are read.
pub const PROOF_BYTES_MAX: usize = 4_096;

/// Why a domain is not proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofFailure {
    /// The domain has no address.
    NoAddress,
    /// The domain leads to an address that is not public.
    NotPublic,
    /// No connection with a valid certificate, or no response in time.
    Unreachable,
    /// The response is a redirect.
    Redirected,
    /// The response is not 200.
    NotFound,
    /// The file is longer than [`PROOF_BYTES_MAX`].
    TooLong,
    /// The file does not name the key.
    NoLine,
}

impl ProofFailure {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::NoAddress,
        Self::NotPublic,
        Self::Unreachable,
        Self::Redirected,
        Self::NotFound,
        Self::TooLong,
        Self::NoLine,
    ];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoAddress => "no_address",
            Self::NotPublic => "not_public",
            Self::Unreachable => "unreachable",
            Self::Redirected => "redirected",
            Self::NotFound => "not_found",
            Self::TooLong => "too_long",
            Self::NoLine => "no_line",
        }
    }

    /// The reason with this code.
    #[must_use]
    pub fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

/// Fetches files of other companies' hosts.
#[async_trait]
pub trait Outside: Send + Sync {
    /// The file at [`PROOF_PATH`] of a domain: by https, from a public address, without redirects, within a time and
    /// [`PROOF_BYTES_MAX`].
    async fn proof(&self, domain: &str) -> Result<String, ProofFailure>;
}

/// The line of the file that names a key. It is no secret: only the owner of a domain can serve it there.
#[must_use]
pub fn proof_line(key: PartnerKeyId) -> String {
    format!("agio-widget={key}")
}

/// Whether the file names the key on a line of its own.
#[must_use]
pub fn proves(file: &str, key: PartnerKeyId) -> bool {
    let line = proof_line(key);
    file.lines().any(|each| each.trim() == line)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_file_names_a_key_on_its_own_line() {
        let key = PartnerKeyId::from_uuid(Uuid::from_u128(7));
        let line = proof_line(key);
        assert!(proves(&line, key) && proves(&format!("# ours\r\n  {line}  \r\n"), key));
        let other = PartnerKeyId::from_uuid(Uuid::from_u128(8));
        for file in ["", "agio-widget=", &proof_line(other), &format!("{line}0"), &format!("x {line}")] {
            assert!(!proves(file, key), "{file}");
        }
    }

    #[test]
    fn reasons_read_from_their_codes() {
        for reason in ProofFailure::ALL {
            assert_eq!(ProofFailure::read(reason.code()), Some(reason));
        }
        assert_eq!(ProofFailure::read("other"), None);
    }
}
