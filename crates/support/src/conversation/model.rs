//! A conversation, and what a message or a decision does to its state and its clocks. Pure.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use identity::{Language, rules};
use kernel::{ConversationId, OperatorId, ProfileId, SupportPictureId, TransactionId, UserId};
use uuid::Uuid;

use crate::SupportError;
use crate::clocks::Clocks;

/// The maximum length of a message in characters.
pub const TEXT_CHARS_MAX: usize = 4_000;
/// The maximum number of messages of a conversation, notes included.
const MESSAGES_MAX: i64 = 300;
/// The time after the end of a conversation within which a message opens it again.
pub(super) const REOPENS_WITHIN: TimeDelta = TimeDelta::days(14);
/// An answered conversation ends if the customer does not write for this time.
pub(super) const QUIET: TimeDelta = TimeDelta::days(7);
/// The maximum number of labels of a conversation, and of characters of a label.
const LABELS_MAX: usize = 10;
const LABEL_CHARS_MAX: usize = 30;
const SCREEN_MAX: usize = 200;
const VERSION_MAX: usize = 60;
const REQUEST_MAX: usize = 80;
/// Crockford's alphabet: no letter looks like a figure.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

kernel::codes! {
    /// The kind of a conversation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        /// A question.
        Question = "QUESTION",
        /// A complaint, with legal deadlines.
        Complaint = "COMPLAINT",
    }
}

kernel::codes! {
    /// The topic, which the customer chooses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Topic {
        /// An order.
        Order = "ORDER",
        /// A payment that came in, or did not.
        Payment = "PAYMENT",
        /// Verification and limits.
        Verification = "VERIFICATION",
        /// Sign-in, second factor, a suspicion.
        Security = "SECURITY",
        /// The account and its data.
        Account = "ACCOUNT",
        /// Prices and fees.
        Prices = "PRICES",
        /// API keys, webhooks, payments of merchants.
        Partners = "PARTNERS",
        /// Anything else.
        Other = "OTHER",
    }
}

kernel::codes! {
    /// The state of a conversation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum State {
        /// Support owes an answer.
        Open = "OPEN",
        /// Support has asked the customer something.
        WaitingForYou = "WAITING_FOR_YOU",
        /// Support has answered.
        Answered = "ANSWERED",
        /// It has ended. A message of the customer within 14 days opens it again.
        Closed = "CLOSED",
    }
}

kernel::codes! {
    /// The kind of a message.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MessageKind {
        /// The customer's.
        Customer = "CUSTOMER",
        /// An operator's reply.
        Reply = "REPLY",
        /// An operator's note. Customers never see it.
        Note = "NOTE",
        /// The final answer to a complaint.
        Answer = "ANSWER",
    }
}

/// The number of messages that the limit of the customer's messages leaves for replies.
const KEPT_FOR_REPLIES: i64 = 100;

impl MessageKind {
    /// The number of messages from which a conversation refuses another one of this kind. The last place is reserved for
    /// the final answer, because a complaint must be answered in time.
    pub(super) const fn room(self) -> i64 {
        match self {
            Self::Customer => MESSAGES_MAX - KEPT_FOR_REPLIES,
            Self::Reply | Self::Note => MESSAGES_MAX - 1,
            Self::Answer => MESSAGES_MAX,
        }
    }
}

/// The transaction, screen and app version from which the customer wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The transaction. The caller has checked that the profile owns it.
    pub transaction: Option<TransactionId>,
    /// The path of the screen.
    pub screen: Option<String>,
    /// The version of the app.
    pub app_version: Option<String>,
    /// The id of the last request that failed.
    pub request_id: Option<String>,
}

impl Context {
    /// Drops what is no path, version or id: it is taken from a browser and helps only when it is right.
    pub(super) fn tidied(self) -> Self {
        let plain = |text: Option<String>, max: usize| {
            text.filter(|text| (1..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()))
        };
        let path = |text: &String| text.starts_with('/') && !text.contains(['?', '#']);
        Self {
            transaction: self.transaction,
            screen: plain(self.screen, SCREEN_MAX).filter(path),
            app_version: plain(self.app_version, VERSION_MAX),
            request_id: plain(self.request_id, REQUEST_MAX),
        }
    }
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// Its id.
    pub id: ConversationId,
    /// The customer.
    pub user: UserId,
    /// The profile whose screen it was.
    pub profile: ProfileId,
    /// Its number for people, such as `7K2M-94QD`.
    pub number: String,
    /// Question or complaint.
    pub kind: Kind,
    /// The topic.
    pub topic: Topic,
    /// The customer's language.
    pub language: Language,
    /// The transaction, screen and app version from which the customer wrote.
    pub context: Context,
    /// Labels of operators.
    pub labels: Vec<String>,
    /// The operator who works on it.
    pub assigned_to: Option<OperatorId>,
    /// State and clocks.
    pub progress: Progress,
}

/// The state of a conversation with its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The kind.
    pub kind: Kind,
    /// The state.
    pub state: State,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// The latest message or change of state.
    pub moved_at: DateTime<Utc>,
    /// Since when support owes an answer.
    pub waits_since: Option<DateTime<Utc>>,
    /// Until when. `None` if support owes nothing.
    pub due_at: Option<DateTime<Utc>>,
    /// When support answered first.
    pub first_answer_at: Option<DateTime<Utc>>,
    /// When a complaint must be acknowledged.
    pub acknowledge_due: Option<DateTime<Utc>>,
    /// When it was acknowledged.
    pub acknowledged_at: Option<DateTime<Utc>>,
    /// When a complaint must be answered.
    pub answer_due: Option<DateTime<Utc>>,
    /// The last day for it, as the customer is told.
    pub answer_due_day: Option<NaiveDate>,
    /// When the final answer was given.
    pub final_answer_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub closed_at: Option<DateTime<Utc>>,
}

impl Progress {
    /// Whether a message of the customer is accepted at `now`.
    #[must_use]
    pub fn takes_messages(&self, now: DateTime<Utc>) -> bool {
        self.closed_at.is_none_or(|closed| now < closed + REOPENS_WITHIN)
    }

    /// Whether support has missed a deadline.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        self.due_at.is_some_and(|due| due < now)
    }

    /// Whether it may end: a complaint has to be answered first.
    const fn may_end(&self) -> bool {
        matches!(self.kind, Kind::Question) || self.final_answer_at.is_some()
    }

    /// The next duty of support: the written answer to a complaint, or else an answer within the clocks.
    fn owed(self, clocks: &Clocks, now: DateTime<Utc>) -> Self {
        if !self.may_end() {
            return Self { waits_since: Some(self.opened_at), due_at: self.answer_due, ..self };
        }
        if self.state != State::Open {
            return Self { waits_since: None, due_at: None, ..self };
        }
        // A second message of the customer does not give support more time.
        let since = self.waits_since.unwrap_or(now);
        let due = clocks.due(self.first_answer_at.is_none(), since);
        Self { waits_since: Some(since), due_at: Some(self.due_at.map_or(due, |known| known.min(due))), ..self }
    }

    /// After the customer wrote.
    pub(super) fn asked(self, clocks: &Clocks, now: DateTime<Utc>) -> Result<Self, SupportError> {
        if !self.takes_messages(now) {
            return Err(SupportError::Conflict("This conversation has ended. Write a new one."));
        }
        Ok(Self { state: State::Open, moved_at: now, closed_at: None, ..self }.owed(clocks, now))
    }

    /// After an operator replied; `asks` if the customer has to answer.
    pub(super) fn replied(self, asks: bool, clocks: &Clocks, now: DateTime<Utc>) -> Self {
        let state = if asks { State::WaitingForYou } else { State::Answered };
        let first_answer_at = self.first_answer_at.or(Some(now));
        Self { state, moved_at: now, closed_at: None, first_answer_at, ..self }.owed(clocks, now)
    }

    /// The state after the final answer to a complaint.
    pub(super) fn answered(self, clocks: &Clocks, now: DateTime<Utc>) -> Result<Self, SupportError> {
        if self.kind != Kind::Complaint {
            return Err(SupportError::Conflict("Only a complaint has a final answer."));
        }
        if self.state == State::Closed {
            return Err(SupportError::Conflict("This complaint is closed."));
        }
        Ok(Self { final_answer_at: Some(now), ..self }.replied(false, clocks, now))
    }

    /// After its end.
    pub(super) fn ended(self, now: DateTime<Utc>) -> Result<Self, SupportError> {
        if self.state == State::Closed {
            return Err(SupportError::Conflict("This conversation is closed already."));
        }
        if !self.may_end() {
            return Err(SupportError::Conflict("A complaint is closed after its final answer only."));
        }
        Ok(Self { state: State::Closed, moved_at: now, closed_at: Some(now), waits_since: None, due_at: None, ..self })
    }
}

/// A new conversation, as the customer writes it.
#[derive(Clone, Debug)]
pub struct NewConversation {
    /// Question or complaint.
    pub kind: Kind,
    /// The topic.
    pub topic: Topic,
    /// The first message.
    pub part: Part,
    /// The transaction, screen and app version from which the customer wrote.
    pub context: Context,
}

/// A message before it is stored. Its text can hold personal data, so `Debug` does not show it.
#[derive(Clone)]
pub struct Part {
    /// The text.
    pub text: String,
    /// The id of the request, made by the caller: the same request has one effect.
    pub key: Uuid,
    /// Pictures that were uploaded before.
    pub pictures: Vec<SupportPictureId>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part").field("key", &self.key).field("pictures", &self.pictures).finish_non_exhaustive()
    }
}

/// The text of a message, checked.
pub(super) fn checked_text(text: &str) -> Result<String, SupportError> {
    let text = rules::note(text, TEXT_CHARS_MAX).map_err(|broken| SupportError::invalid("text", broken.message))?;
    text.ok_or_else(|| SupportError::invalid("text", format!("has 1 to {TEXT_CHARS_MAX} characters")))
}

/// Labels, checked: lower case, each once.
pub(super) fn checked_labels(labels: &[String]) -> Result<Vec<String>, SupportError> {
    let mut checked = Vec::new();
    for label in labels {
        let label = rules::note(label, LABEL_CHARS_MAX);
        let label = label.map_err(|broken| SupportError::invalid("labels", broken.message))?;
        let label = label.filter(|label| !label.contains('\n')).map(|label| label.to_lowercase());
        let label = label.ok_or_else(|| SupportError::invalid("labels", "has 1 to 30 characters in one line"))?;
        if !checked.contains(&label) {
            checked.push(label);
        }
    }
    if checked.len() > LABELS_MAX {
        return Err(SupportError::invalid("labels", format!("has at most {LABELS_MAX} labels")));
    }
    Ok(checked)
}

/// The number by which people refer to a conversation: two groups of four letters or digits.
pub(super) fn number_of(random: [u8; 8]) -> String {
    let letters: String = random.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect();
    format!("{}-{}", &letters[..4], &letters[4..])
}

/// The beginning of a text, in one line.
pub(super) fn preview(text: &str) -> String {
    const CHARS: usize = 140;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= CHARS { line } else { line.chars().take(CHARS - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests;
