//! The words of emails about account closure. They contain no link, because links in emails train people for phishing.

use super::catalogue::Text;
use super::words::Words;

const SUBJECT: Text = Text::new("closing.subject", "Your account at {tenant}: deletion");
const ASKED: Text = Text::new(
    "closing.asked",
    "You asked {tenant} to delete your account. It will be deleted at {when}. You were signed out everywhere else.",
);
const TAKE_BACK: Text = Text::new(
    "closing.take_back",
    "To keep the account, sign in to {tenant} before then and choose Keep my account. If money arrives, the deletion stops by itself.",
);
const NOT_YOU: Text =
    Text::new("closing.not_you", "If it was not you, sign in, keep the account and contact support at once.");
const TAKEN_BACK: Text =
    Text::new("closing.taken_back", "Your account at {tenant} stays: the request to delete it was withdrawn.");
const STOPPED: Text =
    Text::new("closing.stopped", "Your account at {tenant} was not deleted: something has arrived or is not finished.");
const WHY_STOPPED: Text = Text::new(
    "closing.why_stopped",
    "Sign in to {tenant} and go to Profile, Your data and account, to see what it is. When nothing is left, you can ask again.",
);
const ERASED: Text = Text::new("closing.erased", "Your account at {tenant} is deleted.");
const KEPT: Text = Text::new(
    "closing.kept",
    "Your personal data has been erased. Records of transactions and verification are kept as long as the law requires, and no longer. This is our last email to you.",
);

/// The words about a request.
pub(super) fn asked() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![ASKED, TAKE_BACK, NOT_YOU] }
}

/// The words about a withdrawn request.
pub(super) fn taken_back() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![TAKEN_BACK, NOT_YOU] }
}

/// The words about a closure that the product stopped.
pub(super) fn stopped() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![STOPPED, WHY_STOPPED] }
}

/// The words of the last email to an erased customer.
pub(crate) fn erased() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![ERASED, KEPT] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn the_mail_names_the_last_day_to_cancel_the_closure() {
        let text = |words: Words, language| -> String {
            words.paragraphs.iter().map(|text| text.in_language(language)).collect()
        };
        for language in Language::ALL {
            let asked = text(asked(), language);
            assert!(asked.contains("{when}"), "{asked}");
            for words in [stopped(), taken_back(), erased()] {
                let text = text(words, language);
                assert!(!text.contains("{when}") && text.contains("{tenant}") && text != asked, "{text}");
            }
        }
    }
}
