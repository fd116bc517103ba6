//! The words of emails about data exports. They contain no link, because links in emails train people for phishing.

use super::catalogue::Text;
use super::security_words::NOT_YOU;
use super::words::Words;

const SUBJECT: Text = Text::new("export.subject", "Your data at {tenant}");
const ASKED: Text = Text::new("export.asked", "A copy of everything that {tenant} keeps about you was requested.");
const READY: Text = Text::new("export.ready", "The copy of your data at {tenant} is ready and available until {when}.");
const FETCH: Text = Text::new(
    "export.fetch",
    "Sign in to {tenant} and go to Profile, Your data and account, to download it. Keep the file where no one else can read it.",
);

/// The words about a request.
pub(super) fn asked() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![ASKED, NOT_YOU] }
}

/// The words about a finished export.
pub(super) fn ready() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![READY, FETCH] }
}
