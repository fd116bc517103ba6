//! Email addresses: the accepted syntax, and the normalized form for comparison.

use std::fmt;

use crate::{IdentityError, rules};

const ADDRESS_BYTES_MAX: usize = 254;
const LOCAL_BYTES_MAX: usize = 64;

/// An address as typed (trimmed), and its normalized form.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress {
    typed: String,
    normalized: String,
}

impl EmailAddress {
    /// Parses an address: an ASCII dot-atom, `@`, and a domain name of at least two labels. An international domain
    /// name is converted to its ASCII form.
    ///
    /// # Errors
    /// A field error of `email` that names the rule.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let text = rules::visible(text).map_err(|broken| IdentityError::from(("email", broken)))?;
        let text = text.trim();
        if text.is_empty() {
            return Err(IdentityError::field("email", "required", "Enter your email."));
        }
        let refused = || IdentityError::field("email", "email", "Enter an email address like name@example.com.");
        let (local, domain) = text.rsplit_once('@').ok_or_else(refused)?;
        if text.len() > ADDRESS_BYTES_MAX || !is_dot_atom(local) {
            return Err(refused());
        }
        let domain = rules::ascii_domain(domain).ok_or_else(refused)?;
        let normalized = format!("{}@{domain}", local.to_ascii_lowercase());
        if normalized.len() > ADDRESS_BYTES_MAX {
            return Err(refused());
        }
        Ok(Self { typed: format!("{local}@{domain}"), normalized })
    }

    /// The address to send to: the local part as typed, the domain in ASCII.
    pub fn address(&self) -> &str {
        &self.typed
    }

    /// The form for comparison: all in lower case.
    pub fn normalized(&self) -> &str {
        &self.normalized
    }

    /// Whether it is a mailbox of the sandbox's reserved domain (RFC 2606), to which nothing can be delivered.
    pub fn is_test_mailbox(&self) -> bool {
        self.normalized.ends_with("@example.test")
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[email]")
    }
}

fn is_dot_atom(local: &str) -> bool {
    let atom = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b);
    local.len() <= LOCAL_BYTES_MAX && local.split('.').all(|part| !part.is_empty() && part.bytes().all(atom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_mail_systems_take_them() {
        let read = EmailAddress::parse("  Anna.K+x@EXAMPLE.test ").unwrap();
        assert_eq!((read.address(), read.normalized()), ("Anna.K+x@example.test", "anna.k+x@example.test"));
        assert!(read.is_test_mailbox());
        let copied = EmailAddress::parse("\u{feff}anna\u{200b}@example\u{ad}.test\u{a0}\u{2060}").unwrap();
        assert_eq!(copied.address(), "anna@example.test");
        assert_eq!(EmailAddress::parse("a@пример.укр").unwrap().normalized(), "a@xn--e1afmkfd.xn--j1amh");
        assert!(!EmailAddress::parse("a@notexample.test.com").unwrap().is_test_mailbox());
    }

    #[test]
    fn an_invalid_email_is_refused_with_its_field() {
        let long = format!("{}@example.com", "a".repeat(65));
        for text in [
            "a",
            "@b.com",
            "a@",
            "a@b",
            "a b@c.de",
            "a@b@c.de",
            "a..b@c.de",
            "a@[1.2.3.4]",
            "a@1.2.3.4",
            "a@-b.de",
            "a@b..de",
            "a\r\nbcc:x@c.de",
            "a@c.de\u{0}",
            "ü@c.de",
            &long,
        ] {
            let Err(IdentityError::Field { field, rule, .. }) = EmailAddress::parse(text) else {
                panic!("{text:?} was taken");
            };
            assert_eq!((field, rule), ("email", "email"), "{text:?}");
        }
        let Err(IdentityError::Field { rule, message, .. }) = EmailAddress::parse("anna\u{202e}@example.test") else {
            panic!("shown in another order");
        };
        assert_eq!(rule, "invisible_character");
        assert!(message.contains("U+202E (right-to-left override) at position 5"), "{message}");
        assert!(matches!(EmailAddress::parse(" "), Err(IdentityError::Field { rule: "required", .. })));
    }
}
