//! The words of emails about account events.

use super::catalogue::Text;
use super::security::Notice;
use super::words::Words;
use super::{closing_words, document_words, export_words, verification_words};

/// Stands for a device whose browser does not tell its name.
pub(super) const UNKNOWN_DEVICE: Text = Text::new("security.unknown_device", "an unknown device");

const SUBJECT: Text = Text::new("security.subject", "Your account at {tenant}: security");
const YOU: Text = Text::new("security.you", "If it was you, you do not need to do anything.");
/// Instructions for a reader who did not cause the event.
pub(super) const NOT_YOU: Text = Text::new(
    "security.not_you",
    "If it was not you, open {tenant}, go to Profile, Devices, sign out the devices that you do not recognise, and contact support at once.",
);

const NEW_ADDRESS: Text = Text::new(
    "security.new_address",
    "Someone signed in to your account wants to send coins to a new address. From {when} any amount can go there.",
);
const SESSION_REUSED: Text = Text::new(
    "security.session_reused",
    "One of your sessions was ended: someone else may have copied what keeps it open. Sign in again, and check that device for programs you do not recognise.",
);
const PHONE_CHANGED: Text = Text::new("security.phone_changed", "Your phone number was replaced with another one.");
const PHONE_CHANGE_ALLOWED: Text = Text::new(
    "security.phone_change_allowed",
    "Support has allowed your phone number to be changed again before 24 hours were over.",
);
const TOTP_ADDED: Text =
    Text::new("security.totp_added", "An authenticator app was added to your account as a second factor.");
const TOTP_REMOVED: Text = Text::new("security.totp_removed", "The authenticator app was removed from your account.");
const PASSKEY_ADDED: Text =
    Text::new("security.passkey_added", "A passkey was added to your account. It can sign in and confirm payments.");
const PASSKEY_REMOVED: Text = Text::new("security.passkey_removed", "A passkey was removed from your account.");
const RECOVERY_CODES_MADE: Text =
    Text::new("security.recovery_codes_made", "New recovery codes were made. The old ones no longer work.");
const RECOVERY_CODE_USED: Text =
    Text::new("security.recovery_code_used", "One of your recovery codes was used. It does not work again.");
const SWITCHED_ON: Text = Text::new("security.switched_on", "Your second factor now protects more of your account.");
const SWITCHED_OFF: Text = Text::new("security.switched_off", "Your second factor now protects less of your account.");
const LOCKED: Text = Text::new(
    "security.locked",
    "Ten wrong second-factor codes were entered. Codes will not be accepted for half an hour.",
);
const UNLOCKED: Text =
    Text::new("security.unlocked", "Support has allowed your second-factor codes again before the half hour was over.");
const RESET_ASKED: Text =
    Text::new("security.reset_asked", "Support was asked to remove your second factor, because it was lost.");
const RESET_APPROVED: Text = Text::new(
    "security.reset_approved",
    "Support will remove your second factor at {when}. Until then you can stop this: sign in with your second factor.",
);
const RESET_DONE: Text =
    Text::new("security.reset_done", "Your second factor was removed. Sign in and set up a new one.");
const METHOD_LINKED: Text =
    Text::new("security.method_linked", "{method} was added to your account as a way to sign in.");
const METHOD_UNLINKED: Text =
    Text::new("security.method_unlinked", "{method} was removed from your account. You can no longer sign in with it.");
const METHOD_TAKEN: Text = Text::new(
    "security.method_taken",
    "{method} was not added to your account as a way to sign in: that {method} account belongs to another customer. You are signed in nevertheless.",
);
const METHOD_ANOTHER: Text = Text::new(
    "security.method_another",
    "{method} was not added to your account as a way to sign in: another {method} account is already linked. To link this one, unlink that one first. You are signed in nevertheless.",
);
const PHRASE_SET: Text = Text::new(
    "security.phrase_set",
    "You chose a phrase for our emails. From now on each of them begins with it: an email from {tenant} without it is not ours.",
);
const PHRASE_CHANGED: Text = Text::new(
    "security.phrase_changed",
    "The phrase in our emails was changed. This email still shows the old one; the next ones will show the new one.",
);
const PHRASE_REMOVED: Text = Text::new(
    "security.phrase_removed",
    "The phrase was removed from our emails. This email is the last one that shows it.",
);

const PARTNER_KEY_MADE: Text = Text::new(
    "security.partner_key_made",
    "An API key was created for your account. A program that has it acts for you.",
);
const PARTNER_KEY_ROTATED: Text =
    Text::new("security.partner_key_rotated", "An API key of your account has a new secret.");
const PARTNER_KEY_WIDENED: Text = Text::new(
    "security.partner_key_widened",
    "An API key of your account may now do more, or may be used from more addresses.",
);
const PARTNER_KEY_REVOKED: Text =
    Text::new("security.partner_key_revoked", "An API key of your account was revoked. It no longer works.");
const PARTNER_KEY_NOT_YOU: Text = Text::new(
    "security.partner_key_not_you",
    "If it was not you, open {tenant}, go to Profile, API keys, and revoke the key. Then go to Devices, sign out the devices that you do not recognise, and contact support at once.",
);
const WEBHOOK_SET: Text = Text::new(
    "security.webhook_set",
    "A webhook address of your account was added or changed. It receives the events of your transactions.",
);
const WEBHOOK_ROTATED: Text =
    Text::new("security.webhook_rotated", "A webhook address of your account has a new secret.");
const WEBHOOK_PAUSED: Text = Text::new(
    "security.webhook_paused",
    "A webhook address of your account has failed for five days. We paused it. No event is lost: the event feed has them all.",
);
const WEBHOOK_DISABLED: Text = Text::new(
    "security.webhook_disabled",
    "A webhook address of your account answered that it is gone. We send nothing more to it.",
);
const WEBHOOK_ENABLE: Text = Text::new(
    "security.webhook_enable",
    "When it works again, open {tenant}, go to Profile, API keys, enable it, and replay the events that it missed.",
);

const PUSH_ADDED: Text = Text::new(
    "security.push_added",
    "A browser was added that receives messages about your account. Its system shows them on a locked screen too.",
);
const TELEGRAM_LINKED: Text = Text::new(
    "security.telegram_linked",
    "A Telegram chat was linked to your account. It receives messages about your account.",
);
const TELEGRAM_UNLINKED: Text = Text::new(
    "security.telegram_unlinked",
    "The Telegram chat was unlinked from your account. It receives no more messages.",
);
const TELEGRAM_BLOCKED: Text = Text::new(
    "security.telegram_blocked",
    "Your Telegram chat blocks our messages, so we unlinked it. To receive them again, open {tenant}, go to Profile, Notifications, and link Telegram again.",
);
/// The network and time of an event.
const FACTS: Text = Text::new("new_device.facts", "Device: {device}. Network: {network}. Time: {when}.");

/// The words for an event.
pub(crate) fn of(notice: Notice) -> Words {
    match notice {
        Notice::NewDevice { .. } => new_device(),
        Notice::NewAddress { .. } => changed(NEW_ADDRESS),
        Notice::SessionReused => changed(SESSION_REUSED),
        Notice::PhoneChanged => changed(PHONE_CHANGED),
        Notice::TotpAdded => changed(TOTP_ADDED),
        Notice::TotpRemoved => changed(TOTP_REMOVED),
        Notice::PasskeyAdded => changed(PASSKEY_ADDED),
        Notice::PasskeyRemoved => changed(PASSKEY_REMOVED),
        Notice::RecoveryCodesMade => changed(RECOVERY_CODES_MADE),
        Notice::RecoveryCodeUsed => changed(RECOVERY_CODE_USED),
        Notice::SwitchedOn => changed(SWITCHED_ON),
        Notice::SwitchedOff => changed(SWITCHED_OFF),
        Notice::Locked => changed(LOCKED),
        Notice::Unlocked => changed(UNLOCKED),
        Notice::PhoneChangeAllowed => changed(PHONE_CHANGE_ALLOWED),
        Notice::ResetAsked => changed(RESET_ASKED),
        Notice::ResetApproved { .. } => changed(RESET_APPROVED),
        Notice::ResetDone => changed(RESET_DONE),
        Notice::MethodLinked { .. } => changed(METHOD_LINKED),
        Notice::MethodUnlinked { .. } => changed(METHOD_UNLINKED),
        Notice::MethodNotLinked { is_taken: true, .. } => changed(METHOD_TAKEN),
        Notice::MethodNotLinked { is_taken: false, .. } => changed(METHOD_ANOTHER),
        Notice::PhraseSet => changed(PHRASE_SET),
        Notice::PhraseChanged => changed(PHRASE_CHANGED),
        Notice::PhraseRemoved => changed(PHRASE_REMOVED),
        Notice::Verification { kind, status } => verification_words::of(kind, status),
        Notice::ClosingAsked { .. } => closing_words::asked(),
        Notice::ClosingTakenBack => closing_words::taken_back(),
        Notice::ClosingStopped => closing_words::stopped(),
        Notice::PartnerKeyMade => key_changed(PARTNER_KEY_MADE),
        Notice::PartnerKeyRotated => key_changed(PARTNER_KEY_ROTATED),
        Notice::PartnerKeyWidened => key_changed(PARTNER_KEY_WIDENED),
        Notice::PartnerKeyRevoked => changed(PARTNER_KEY_REVOKED),
        Notice::WebhookSet => key_changed(WEBHOOK_SET),
        Notice::WebhookRotated => key_changed(WEBHOOK_ROTATED),
        Notice::WebhookPaused => stopped(WEBHOOK_PAUSED),
        Notice::WebhookDisabled => stopped(WEBHOOK_DISABLED),
        Notice::ExportAsked => export_words::asked(),
        Notice::ExportReady { .. } => export_words::ready(),
        Notice::DocumentReady { .. } => document_words::ready(),
        Notice::DocumentFailed => document_words::failed(),
        Notice::TelegramLinked => changed(TELEGRAM_LINKED),
        Notice::TelegramUnlinked => changed(TELEGRAM_UNLINKED),
        Notice::TelegramBlocked => changed(TELEGRAM_BLOCKED),
        Notice::PushAdded { .. } => Words { subject: SUBJECT, paragraphs: vec![PUSH_ADDED, FACTS, YOU, NOT_YOU] },
    }
}

/// A change of account protection: the event, and how to react to it.
fn changed(happened: Text) -> Words {
    Words { subject: SUBJECT, paragraphs: vec![happened, YOU, NOT_YOU] }
}

/// A change of an API key, and how to react to it.
fn key_changed(happened: Text) -> Words {
    Words { subject: SUBJECT, paragraphs: vec![happened, YOU, PARTNER_KEY_NOT_YOU] }
}

/// A webhook address that the sender stopped, and how to go on.
fn stopped(happened: Text) -> Words {
    let subject = Text::new("security.webhook_subject", "{tenant}: webhooks have stopped");
    Words { subject, paragraphs: vec![happened, WEBHOOK_ENABLE] }
}

fn new_device() -> Words {
    let subject = Text::new("new_device.subject", "New sign-in to {tenant}");
    let happened = Text::new(
        "new_device.signed_in",
        "Someone signed in to your account at {tenant} from a new device or network.",
    );
    let not_you = Text::new(
        "new_device.not_you",
        "If it was not you, open {tenant}, go to Profile, Devices, and sign out that device. Then make sure that no one else can read your email.",
    );
    Words { subject, paragraphs: vec![happened, FACTS, YOU, not_you] }
}
