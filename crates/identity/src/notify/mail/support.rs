//! Emails about conversations with support, and about complaints.

use chrono::NaiveDate;
use kernel::ProfileId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::catalogue::Text;
use super::template::{self, Written};
use crate::Language;

/// An event of a conversation for its customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportNotice {
    /// The profile from which the customer wrote.
    pub profile: ProfileId,
    /// The number of the conversation.
    pub number: String,
    /// The path of its page.
    pub path: String,
    /// The event.
    pub event: SupportEvent,
}

/// An event of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SupportEvent {
    /// Support has answered.
    Answered,
    /// Support has asked something.
    Asked,
    /// A complaint was received.
    ComplaintReceived {
        /// The last day for its answer.
        answer_by: NaiveDate,
    },
    /// A complaint has its final answer.
    ComplaintAnswered {
        /// The answer.
        letter: SealedLetter,
    },
}

/// The encrypted text of a message inside a job, for the email that contains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedLetter {
    /// The message, for which it is encrypted.
    pub message: Uuid,
    /// Hexadecimal, because the job's payload is JSON.
    sealed: String,
}

impl SealedLetter {
    /// The letter of a message; class `pii`.
    #[must_use]
    pub fn new(message: Uuid, sealed: &[u8]) -> Self {
        Self { message, sealed: hex::encode(sealed) }
    }

    /// The encrypted bytes.
    pub(crate) fn sealed(&self) -> Vec<u8> {
        hex::decode(&self.sealed).unwrap_or_default()
    }
}

impl SupportEvent {
    /// Whether the email is mandatory, whatever the notification settings are.
    pub(crate) const fn is_owed(&self) -> bool {
        matches!(self, Self::ComplaintReceived { .. } | Self::ComplaintAnswered { .. })
    }

    /// Without the text of an answer, which a notification does not need.
    pub(crate) fn without_letter(&self) -> Self {
        match self {
            Self::ComplaintAnswered { letter } => {
                Self::ComplaintAnswered { letter: SealedLetter { message: letter.message, sealed: String::new() } }
            }
            other => other.clone(),
        }
    }

    /// Whether it makes a notification in the app. The customer knows of their own complaint.
    pub(crate) const fn is_told(&self) -> bool {
        !matches!(self, Self::ComplaintReceived { .. })
    }
}

/// The email without the anti-phishing phrase. `letter` is the text of a final answer. Without `site`, it has no link.
pub(crate) fn letter(
    language: Language,
    tenant: &str,
    (notice, letter): (&SupportNotice, Option<&str>),
    site: Option<&str>,
) -> Written {
    let (subject, mut paragraphs) = lines(language, tenant, notice);
    let rest = paragraphs.split_off(1);
    let text = letter.into_iter().flat_map(|text| text.split('\n')).map(str::trim).filter(|line| !line.is_empty());
    paragraphs.extend(text.map(str::to_owned));
    paragraphs.extend(rest);
    let written = template::letter(language, subject, &paragraphs);
    match site {
        Some(site) => written.with_link(OPEN.in_language(language), &format!("{site}{}", notice.path)),
        None => written,
    }
}

/// The subject, and what happened in a few sentences.
pub(crate) fn lines(language: Language, tenant: &str, notice: &SupportNotice) -> (String, Vec<String>) {
    // Collapses line breaks, because the name ends up in a header.
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let day = match &notice.event {
        SupportEvent::ComplaintReceived { answer_by } => answer_by.format("%d.%m.%Y").to_string(),
        _ => String::new(),
    };
    let (subject, paragraphs) = words(&notice.event);
    let fill = |text: &Text| {
        let text = text.in_language(language).replace("{number}", &notice.number).replace("{day}", &day);
        text.replace("{tenant}", &name)
    };
    (fill(&subject), paragraphs.iter().map(fill).collect())
}

fn words(event: &SupportEvent) -> (Text, Vec<Text>) {
    match event {
        SupportEvent::Answered => (ANSWERED, vec![ANSWER_IS_THERE, NEVER_ASKS]),
        SupportEvent::Asked => (ASKED, vec![QUESTION_IS_THERE, NEVER_ASKS]),
        SupportEvent::ComplaintReceived { .. } => (RECEIVED, vec![RECEIVED_IT, ANSWER_BY, ADD_TO_IT]),
        SupportEvent::ComplaintAnswered { .. } => (FINAL, vec![FINAL_IS_HERE, NOT_CONTENT]),
    }
}

const OPEN: Text = Text::new("support.open", "Open the conversation");
const ANSWERED: Text = Text::new("support.answered", "{tenant} support has answered ({number})");
const ANSWER_IS_THERE: Text =
    Text::new("support.answer_is_there", "Support has answered your message {number}. Read the answer in {tenant}.");
const ASKED: Text = Text::new("support.asked", "{tenant} support needs something from you ({number})");
const QUESTION_IS_THERE: Text = Text::new(
    "support.question_is_there",
    "Support has a question about your message {number}. Answer it in {tenant}.",
);
const NEVER_ASKS: Text =
    Text::new("support.never_asks", "Support never asks for a code, a password or a recovery phrase.");
const RECEIVED: Text = Text::new("complaint.received", "We have received your complaint {number}");
const RECEIVED_IT: Text =
    Text::new("complaint.received_it", "We have received your complaint. Its number is {number}.");
const ANSWER_BY: Text = Text::new("complaint.answer_by", "You get our answer in writing by {day} at the latest.");
const ADD_TO_IT: Text =
    Text::new("complaint.add_to_it", "If there is something to add, open {tenant} and write it in the complaint.");
const FINAL: Text = Text::new("complaint.final", "Our answer to your complaint {number}");
const FINAL_IS_HERE: Text = Text::new("complaint.final_is_here", "This is our answer to your complaint {number}.");
const NOT_CONTENT: Text = Text::new(
    "complaint.not_content",
    "If you do not agree, write to us again within 14 days. You can also turn to the supervisory authority or to a court.",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewTenant;

    #[test]
    fn every_mail_in_every_language_is_filled_and_leads_to_its_conversation() {
        let sealed = SealedLetter::new(Uuid::nil(), b"sealed");
        assert_eq!(sealed.sealed(), b"sealed");
        let day = NaiveDate::from_ymd_opt(2026, 12, 18).unwrap();
        let events = [
            SupportEvent::Answered,
            SupportEvent::Asked,
            SupportEvent::ComplaintReceived { answer_by: day },
            SupportEvent::ComplaintAnswered { letter: sealed },
        ];
        for language in Language::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for event in &events {
                let notice = SupportNotice {
                    profile: ProfileId::from_uuid(Uuid::nil()),
                    number: "7K2M-94QD".to_owned(),
                    path: "/support?talk=sup_1".to_owned(),
                    event: event.clone(),
                };
                let text =
                    matches!(event, SupportEvent::ComplaintAnswered { .. }).then_some("We were wrong.\n\nSorry <b>.");
                let written = letter(language, "Nova\nPay", (&notice, text), Some("https://pay.example"));
                for part in [&written.text, &written.html(&NewTenant::example()), &written.subject] {
                    assert!(!part.contains('{'), "{event:?}: {part}");
                }
                assert!(!written.subject.contains('\n') && written.subject.contains("7K2M-94QD"));
                assert!(written.text.contains("https://pay.example/support?talk=sup_1"));
                assert_eq!(written.text.contains("We were wrong.\n\nSorry <b>."), text.is_some());
                assert_eq!(
                    written.text.contains("18.12.2026"),
                    matches!(event, SupportEvent::ComplaintReceived { .. })
                );
                assert!(seen.insert(written.text.clone()), "{event:?} says what another one says");
            }
        }
    }
}
