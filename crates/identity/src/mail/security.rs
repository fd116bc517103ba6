//! Emails about events of a person's account, and how to react if the person did not cause them. They contain no links,
//! because links in emails train people for phishing.

use ::store::StoreError;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::{SessionId, TenantId, UserId};
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::job::mail;
use super::security_words::{self, UNKNOWN_DEVICE};
use super::template::Written;
use super::words::Words;
use super::{Mail, hold_words, template};
use crate::anti_phishing_phrase::SealedPhrase;
use crate::federated_login::Provider;
use crate::session::{self, Device};
use crate::verification::{Kind, Status};
use crate::{Identity, IdentityError, Language, user};

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
    /// A data export was requested.
    ExportAsked,
    /// The data export is ready.
    ExportReady { until: DateTime<Utc> },
}

/// How long after an address change some notices also go to the former address.
const FORMER_FOR: TimeDelta = TimeDelta::hours(72);

/// Writes the email; `None` if there is no recipient, or the event no longer applies. `former` selects the recent
/// former address; `phrase` replaces the current anti-phishing phrase.
pub(super) async fn write(
    identity: &Identity,
    tenant: TenantId,
    user: UserId,
    (notice, former, phrase): (Notice, bool, Option<SealedPhrase>),
    key: String,
) -> Result<Option<Mail>, IdentityError> {
    let mut tx = identity.store().tenant(tenant).await?;
    let Some(person) = user::store::find(tx.conn(), tenant, user).await? else { return Ok(None) };
    let since = identity.world().now() - FORMER_FOR;
    let to = if former { user::store::email_before(tx.conn(), tenant, user, since).await? } else { Some(person.email) };
    let Some(to) = to else { return Ok(None) };
    let language = person.settings.language;
    let Some(mut facts) = facts(&mut tx, tenant, notice, language).await? else { return Ok(None) };
    let phrase = match phrase {
        Some(before) => identity.open_phrase(&mut tx, Some(&before)).await?,
        None => identity.phrase_of(&mut tx, user).await?,
    };
    drop(tx);
    let house = identity.tenant_by_id(tenant).await?;
    facts.held = hold_words::held(language, house.payout_hold_hours).filter(|_| notice.holds_orders());
    let written = filled(language, security_words::of(notice), &house.name, &facts).with_phrase(phrase.as_deref());
    Ok(Some(mail(tenant, house.name, to, written, key)))
}

/// Fills the texts in, for the tenant `name`.
pub(super) fn filled(language: Language, words: Words, name: &str, facts: &Facts) -> Written {
    // Collapses line breaks, because the name ends up in a header.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{device}", &facts.device).replace("{network}", &facts.network);
        text.replace("{when}", &facts.when).replace("{method}", facts.method).replace("{tenant}", &name)
    };
    let mut paragraphs: Vec<String> = words.paragraphs.into_iter().map(fill).collect();
    // After the event, before the instructions.
    if let Some(held) = &facts.held {
        paragraphs.insert(1.min(paragraphs.len()), held.clone());
    }
    template::letter(language, fill(words.subject), &paragraphs)
}

/// The values of the placeholders.
#[derive(Default)]
pub(super) struct Facts {
    device: String,
    network: String,
    when: String,
    method: &'static str,
    /// The paragraph about the order hold.
    held: Option<String>,
}

async fn facts(
    tx: &mut ::store::TenantTx,
    tenant: TenantId,
    notice: Notice,
    language: Language,
) -> Result<Option<Facts>, StoreError> {
    match notice {
        Notice::NewDevice { session } => {
            let told = session::store::told_of(tx.conn(), tenant, session).await?;
            Ok(told.map(|told| {
                let name = Device::of(told.user_agent.as_deref().unwrap_or_default()).name();
                let device = if name.is_empty() { UNKNOWN_DEVICE.in_language(language).to_owned() } else { name };
                Facts { device, network: told.network, when: moment(told.created_at), ..Facts::default() }
            }))
        }
        Notice::ResetApproved { due_at: at }
        | Notice::ClosingAsked { due_at: at }
        | Notice::ExportReady { until: at }
        | Notice::NewAddress { until: at } => Ok(Some(Facts { when: moment(at), ..Facts::default() })),
        Notice::MethodLinked { provider }
        | Notice::MethodUnlinked { provider }
        | Notice::MethodNotLinked { provider, .. } => Ok(Some(Facts { method: provider.name(), ..Facts::default() })),
        _ => Ok(Some(Facts::default())),
    }
}

/// A time in UTC, because the reader's time zone is unknown.
fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true).replace('T', " ").replace('Z', " UTC")
}
