//! Text that must not reach a log.

use std::fmt;

/// A token or a code. Only [`Secret::expose`] reveals it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for its owner only, never for a log.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// The key for one-time codes, from the configuration. A change invalidates all open codes.
#[derive(Clone)]
pub struct Pepper([u8; 32]);

impl Pepper {
    /// A pepper of 32 random bytes, generated once and stored outside the database.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Pepper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[pepper]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_redacted_in_logs() {
        assert_eq!(format!("{:?} {:?}", Secret::new("123456"), Pepper::new([7; 32])), "[secret] [pepper]");
    }
}
