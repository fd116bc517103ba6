//! Emails about events of a person's account, and how to react if the person did not cause them. They contain no links,
//! because links in emails train people for phishing.

use chrono::{DateTime, Utc};
use kernel::SessionId;
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::security_words::UNKNOWN_DEVICE;
use super::template::{self, Written};
use super::words::Words;
use crate::Language;
use crate::person::verification::{Kind, Status};
use crate::provider::Provider;

/// An account event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "snake_case")]
pub(crate) enum Notice {
    /// A sign-in from a new device or network.
    NewDevice { session: SessionId },
    /// A payout address was named for the first time. It can be used after the cooling-off period.
    NewAddress { until: DateTime<Utc> },
    /// A session was ended because a used refresh token was presented again (token theft).
    SessionReused,
    /// The telephone number was replaced.
    PhoneChanged,
    /// An authenticator app was enrolled.
    TotpAdded,
    /// The authenticator app was removed.
    TotpRemoved,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// New recovery codes were created.
    RecoveryCodesMade,
    /// A recovery code was used.
    RecoveryCodeUsed,
    /// Protection by the second factor was turned on.
    SwitchedOn,
    /// Protection by the second factor was turned off.
    SwitchedOff,
    /// A lockout after too many wrong codes.
    Locked,
    /// Support has ended a lockout.
    Unlocked,
    /// Support has waived the waiting time for a telephone change.
    PhoneChangeAllowed,
    /// A factor reset was requested.
    ResetAsked,
    /// Support has approved the factor reset.
    ResetApproved { due_at: DateTime<Utc> },
    /// The factor reset was executed.
    ResetDone,
    /// A sign-in method was linked.
    MethodLinked { provider: Provider },
    /// A sign-in method was unlinked.
    MethodUnlinked { provider: Provider },
    /// An identity that waited for the second factor could not be linked: it belongs to another person by now, or the
    /// person has another one of this provider.
    MethodNotLinked { provider: Provider, is_taken: bool },
    /// An anti-phishing phrase was set.
    PhraseSet,
    /// The phrase was changed.
    PhraseChanged,
    /// The phrase was removed.
    PhraseRemoved,
    /// The result of a verification. The reasons are shown in the app only, because other people can read an email.
    Verification { kind: Kind, status: Status },
    /// An account closure was requested; the account is erased at `due_at`.
    ClosingAsked { due_at: DateTime<Utc> },
    /// The closure request was withdrawn.
    ClosingTakenBack,
    /// The closure was stopped, because the account is no longer empty.
    ClosingStopped,
    /// An API key was created.
    PartnerKeyMade,
    /// An API key has a new secret.
    PartnerKeyRotated,
    /// An API key may do more than before.
    PartnerKeyWidened,
    /// An API key was revoked.
    PartnerKeyRevoked,
    /// An address for webhooks was added or changed.
    WebhookSet,
    /// An address for webhooks has a new secret.
    WebhookRotated,
    /// Webhooks of an address are paused after days of failures.
    WebhookPaused,
    /// An address for webhooks asked to receive no more.
    WebhookDisabled,
    /// A data export was requested.
    ExportAsked,
    /// The data export is ready.
    ExportReady { until: DateTime<Utc> },
    /// A statement or letter is ready.
    DocumentReady { until: DateTime<Utc> },
    /// A statement or letter could not be made.
    DocumentFailed,
    /// A browser was added that receives web push messages.
    PushAdded { session: SessionId, at: DateTime<Utc> },
    /// A Telegram chat was linked, which receives messages.
    TelegramLinked,
    /// The Telegram chat was unlinked.
    TelegramUnlinked,
    /// The Telegram chat was unlinked, because it blocks the tenant's bot.
    TelegramBlocked,
}

impl Notice {
    /// The name of the sign-in method that it is about; empty for other events.
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Self::MethodLinked { provider }
            | Self::MethodUnlinked { provider }
            | Self::MethodNotLinked { provider, .. } => provider.name(),
            _ => "",
        }
    }
}

/// Fills the texts in, for the tenant `name`.
pub(crate) fn filled(language: Language, words: Words, name: &str, facts: &Facts) -> Written {
    let (subject, mut paragraphs) = lines(language, words, name, facts);
    // After the event, before the instructions.
    if let Some(held) = &facts.held {
        paragraphs.insert(1.min(paragraphs.len()), held.clone());
    }
    template::letter(language, subject, &paragraphs)
}

/// The subject and the paragraphs, without the one about the payout hold.
pub(crate) fn lines(language: Language, words: Words, name: &str, facts: &Facts) -> (String, Vec<String>) {
    // Collapses line breaks, because the name ends up in a header.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let unknown = UNKNOWN_DEVICE.in_language(language);
    let device = if facts.device.is_empty() { unknown } else { &facts.device };
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{device}", device).replace("{network}", &facts.network);
        text.replace("{when}", &facts.when).replace("{method}", facts.method).replace("{tenant}", &name)
    };
    (fill(words.subject), words.paragraphs.into_iter().map(fill).collect())
}

/// The values of the placeholders.
#[derive(Default)]
pub(crate) struct Facts {
    /// Empty for a device whose browser does not tell its name.
    pub device: String,
    pub network: String,
    pub when: String,
    pub method: &'static str,
    /// The paragraph about the payout hold.
    pub held: Option<String>,
}
