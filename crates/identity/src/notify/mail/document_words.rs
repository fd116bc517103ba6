//! The words of emails about statements and letters. They contain no link, because links in emails train people for
//! phishing.

use super::catalogue::Text;
use super::words::Words;

const SUBJECT: Text = Text::new("document.subject", "Your document at {tenant}");
const READY: Text =
    Text::new("document.ready", "The document that you asked for at {tenant} is ready and available until {when}.");
const FETCH: Text = Text::new("document.fetch", "Sign in to {tenant} and go to Profile, Documents, to download it.");
const FAILED: Text = Text::new("document.failed", "The document that you asked for at {tenant} could not be made.");
const WHY: Text =
    Text::new("document.why", "Sign in to {tenant} and go to Profile, Documents, to see why and to ask for another.");

/// The words about a document that is ready.
pub(super) fn ready() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![READY, FETCH] }
}

/// The words about a document that could not be made.
pub(super) fn failed() -> Words {
    Words { subject: SUBJECT, paragraphs: vec![FAILED, WHY] }
}
