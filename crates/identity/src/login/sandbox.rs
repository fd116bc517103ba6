//! The sandbox's fixed codes. In a sandbox tenant, every `@example.test` mailbox accepts them besides the real code, so
//! that tests and visitors without a mailbox can simulate each outcome.

use crate::EmailAddress;

/// The simulated outcome of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Magic {
    /// `111111`: correct.
    Right,
    /// `222222`: wrong.
    Wrong,
    /// `333333`: expired.
    Expired,
    /// `444444`: too many attempts.
    Exhausted,
}

/// The meaning of `code` for this mailbox, if it has one.
pub(super) fn meaning(sandbox: bool, email: &EmailAddress, code: &str) -> Option<Magic> {
    played(sandbox && email.is_test_mailbox(), code)
}

/// The meaning of `code` if simulation is on.
pub(crate) fn played(is_played: bool, code: &str) -> Option<Magic> {
    if !is_played {
        return None;
    }
    match code {
        "111111" => Some(Magic::Right),
        "222222" => Some(Magic::Wrong),
        "333333" => Some(Magic::Expired),
        "444444" => Some(Magic::Exhausted),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_work_in_the_sandbox_and_for_test_mailboxes_only() {
        let test = EmailAddress::parse("a@example.test").unwrap();
        let real = EmailAddress::parse("a@example.com").unwrap();
        assert_eq!(meaning(true, &test, "111111"), Some(Magic::Right));
        assert_eq!(meaning(true, &test, "123456"), None);
        assert_eq!(meaning(true, &real, "111111"), None);
        assert_eq!(meaning(false, &test, "111111"), None);
    }
}
