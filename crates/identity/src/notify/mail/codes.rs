//! The emails with a code, and the notice to a former address.

use super::catalogue::Text;
use super::template::{self, Written};
use crate::{Language, Secret};

// The sign-in email.
const SUBJECT: Text = Text::new("login_code.subject", "Your code for {tenant}");
const INTRO: Text = Text::new("login_code.intro", "Your code to sign in to {tenant}:");
const GOOD_FOR: Text = Text::new("login_code.good_for", "It works once, for {minutes} minutes.");
const ASKED_FROM: Text = Text::new("login_code.asked_from", "Requested from the network {network}.");
const NEVER_TELL: Text =
    Text::new("login_code.never_tell", "Never tell anyone this code. {tenant} will never ask you for it.");
const NOT_YOU: Text =
    Text::new("login_code.not_you", "If you did not request it, do nothing: no one can sign in without the code.");

// The email to a new address shares texts with the sign-in email.
const ADDRESS_INTRO: Text = Text::new("contact_code.intro", "Your code to use this address with {tenant}:");
const ADDRESS_NOT_YOU: Text = Text::new(
    "contact_code.not_you",
    "If you did not request it, do nothing: the address stays out of the account without the code.",
);

// The notice to a former address.
const CHANGED_SUBJECT: Text = Text::new("email_changed.subject", "Your email at {tenant} was changed");
const CHANGED_INTRO: Text = Text::new(
    "email_changed.intro",
    "Your account at {tenant} now has a different email. Codes no longer come to this address.",
);
const CHANGED_ASKED_FROM: Text = Text::new("email_changed.asked_from", "It was changed from the network {network}.");
const CHANGED_NOT_YOU: Text =
    Text::new("email_changed.not_you", "If it was not you, contact the support of {tenant} at once.");

/// The sign-in email. It contains no link, because mail scanners follow links.
pub(crate) fn login_code(language: Language, tenant: &str, code: &Secret, minutes: i64, network: &str) -> Written {
    let fill = Fill { language, tenant, minutes: &minutes.to_string(), network };
    let lines = [GOOD_FOR, ASKED_FROM, NEVER_TELL, NOT_YOU].map(|text| fill.fill(text));
    template::with_code(language, fill.fill(SUBJECT), &fill.fill(INTRO), Some(code), &lines)
}

/// The email with the code for a new address.
pub(crate) fn contact_code(language: Language, tenant: &str, code: &Secret, minutes: i64) -> Written {
    let fill = Fill { language, tenant, minutes: &minutes.to_string(), network: "" };
    let lines = [GOOD_FOR, NEVER_TELL, ADDRESS_NOT_YOU].map(|text| fill.fill(text));
    template::with_code(language, fill.fill(SUBJECT), &fill.fill(ADDRESS_INTRO), Some(code), &lines)
}

/// The notice to a former address.
pub(crate) fn email_changed(language: Language, tenant: &str, network: &str, held: Option<&str>) -> Written {
    let fill = Fill { language, tenant, minutes: "", network };
    let lines = [Some(fill.fill(CHANGED_ASKED_FROM)), held.map(str::to_owned), Some(fill.fill(CHANGED_NOT_YOU))];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    template::with_code(language, fill.fill(CHANGED_SUBJECT), &fill.fill(CHANGED_INTRO), None, &lines)
}

/// The language and the values of the placeholders.
struct Fill<'a> {
    language: Language,
    tenant: &'a str,
    minutes: &'a str,
    network: &'a str,
}

impl Fill<'_> {
    fn fill(&self, text: Text) -> String {
        // Collapses line breaks, because the name ends up in a header.
        let tenant = self.tenant.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.in_language(self.language).replace("{minutes}", self.minutes);
        text.replace("{network}", self.network).replace("{tenant}", &tenant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewTenant;

    #[test]
    fn every_language_has_the_code_the_name_and_the_warning() {
        for language in Language::ALL {
            let mail = login_code(language, "Agio", &Secret::new("012345"), 10, "192.0.2.0/24");
            for text in [&mail.text, &mail.html(&NewTenant::example())] {
                assert!(text.contains("012345") && text.contains("Agio") && text.contains("10"), "{text}");
                assert!(text.contains("192.0.2.0/24") && !text.contains('{'), "{text}");
            }
            assert!(mail.subject.contains("Agio") && !mail.subject.contains("012345"));
            let new = contact_code(language, "Agio", &Secret::new("012345"), 10);
            assert!(new.text.contains("012345") && !new.text.contains('{') && new.text != mail.text);
            let notice = email_changed(language, "Agio", "192.0.2.0/24", Some("Held."));
            assert!(
                notice.text.contains("192.0.2.0/24") && notice.text.contains("Held.") && !notice.text.contains('{')
            );
        }
    }
}
