//! The words of emails about verification results. They do not say the reasons.

use super::catalogue::Text;
use super::words::Words;
use crate::person::verification::{Kind, Status};

/// The words for a result.
pub(super) fn of(kind: Kind, status: Status) -> Words {
    let subject = Text::new("verification.subject", "Your verification at {tenant}");
    Words { subject, paragraphs: vec![happened(kind, status), then(status)] }
}

/// One sentence for the result.
const fn happened(kind: Kind, status: Status) -> Text {
    match (kind, status) {
        (Kind::Identity, Status::Completed) => {
            Text::new("verification.identity_verified", "Your identity is verified.")
        }
        (Kind::SourceOfFunds, Status::Completed) => {
            Text::new("verification.funds_accepted", "What you told us about the source of your funds is accepted.")
        }
        (Kind::SourceOfFunds, Status::Rejected | Status::NotAllowed) => Text::new(
            "verification.funds_refused",
            "We could not accept what you told us about the source of your funds.",
        ),
        (Kind::SourceOfFunds, _) => {
            Text::new("verification.funds_again", "We need your answer about the source of your funds again.")
        }
        (_, Status::Completed) => Text::new("verification.address_verified", "Your address is verified."),
        (_, Status::Rejected | Status::NotAllowed) => {
            Text::new("verification.refused", "We could not verify you with the documents that you sent.")
        }
        (_, Status::Expired) => {
            Text::new("verification.expired", "A document that you were verified with has expired.")
        }
        _ => Text::new("verification.again", "We need your documents again."),
    }
}

/// The next step. It contains no link, because links in emails train people for phishing.
const fn then(status: Status) -> Text {
    match status {
        Status::Completed => Text::new("verification.nothing_to_do", "You do not need to do anything."),
        Status::Rejected | Status::NotAllowed => Text::new(
            "verification.see_why",
            "Open {tenant} and go to Profile, Personal details and limits, to see why. Support can help.",
        ),
        _ => Text::new(
            "verification.see_missing",
            "Open {tenant} and go to Profile, Personal details and limits: it says what is missing.",
        ),
    }
}
