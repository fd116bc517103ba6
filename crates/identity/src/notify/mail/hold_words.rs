//! The paragraph about the payout hold after a change of account protection.

use super::catalogue::Plural;
use super::security::Notice;
use crate::Language;

impl Notice {
    /// Whether the event holds what would leave the account. Removing or replacing protection does; adding protection does not.
    pub(crate) const fn holds_orders(self) -> bool {
        matches!(
            self,
            Self::PhoneChanged | Self::TotpRemoved | Self::PasskeyRemoved | Self::SwitchedOff | Self::ResetDone
        )
    }
}

const HELD: Plural = Plural::new(
    "hold.held",
    "For 1 hour after this change nothing can be sent out of your account. Orders made before it go on.",
    "For {hours} hours after this change nothing can be sent out of your account. Orders made before it go on.",
);

/// The paragraph; `None` for a tenant without a hold.
pub(crate) fn held(language: Language, hours: u16) -> Option<String> {
    (hours > 0).then(|| HELD.in_language(language, hours).replace("{hours}", &hours.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_hours_is_said_in_every_language_in_its_own_form() {
        for language in Language::ALL {
            assert_eq!(held(language, 0), None);
            for hours in 2..=72 {
                let said = held(language, hours).unwrap();
                assert!(said.contains(&format!(" {hours} ")) && !said.contains('{'), "{said}");
            }
        }
        let begins =
            |language, hours, words: &str| assert!(held(language, hours).unwrap().starts_with(words), "{words}");
        begins(Language::En, 1, "For 1 hour after");
        begins(Language::Uk, 24, "Протягом 24 годин після");
        begins(Language::Uk, 21, "Протягом 21 години після");
        begins(Language::Ru, 11, "В течение 11 часов после");
        begins(Language::Pl, 24, "Przez 24 godziny po");
        begins(Language::Pl, 12, "Przez 12 godzin po");
    }

    #[test]
    fn removed_or_replaced_protection_holds_payouts_and_added_protection_does_not() {
        for notice in
            [Notice::PhoneChanged, Notice::TotpRemoved, Notice::PasskeyRemoved, Notice::SwitchedOff, Notice::ResetDone]
        {
            assert!(notice.holds_orders(), "{notice:?}");
        }
        for notice in [Notice::TotpAdded, Notice::PasskeyAdded, Notice::SwitchedOn, Notice::RecoveryCodesMade] {
            assert!(!notice.holds_orders(), "{notice:?}");
        }
    }
}
