//! The sandbox's fixed codes. In a sandbox tenant, every `@example.test` mailbox accepts them besides the real code, so
//! that tests and visitors without a mailbox can simulate each outcome.

use crate::EmailAddress;
use crate::one_time_code::{Magic, simulated};

/// The meaning of `code` for this mailbox, if it has one.
pub(super) fn meaning(sandbox: bool, email: &EmailAddress, code: &str) -> Option<Magic> {
    simulated(sandbox && email.is_test_mailbox(), code)
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
