//! Mails about a person's own account: what happened to it, and what to do if it was not them. No links: people learn to follow
//! those in mails, and so do others who write such mails.

use ::store::StoreError;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::{SessionId, TenantId, UserId};
use serde::{Deserialize, Serialize};

use super::job::mail;
use super::security_words::Words;
use super::template::Written;
use super::{Mail, closing_words, export_words, hold_words, security_words, template, verification_words};
use crate::external::Provider;
use crate::phrase::SealedPhrase;
use crate::session::{self, Device};
use crate::verification::{Kind, Status};
use crate::{Identity, IdentityError, Language, user};

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "snake_case")]
pub(crate) enum Notice {
    /// Somebody signed in from a device or network that is new.
    NewDevice { session: SessionId },
    /// Coins were to go to an address that is new, and may from then on.
    NewAddress { until: DateTime<Utc> },
    /// A session was ended because a used token of it came again: two had it.
    SessionReused,
    /// Another telephone took the place of theirs.
    PhoneChanged,
    /// An authenticator app was set up.
    TotpAdded,
    /// It was taken away.
    TotpRemoved,
    /// A passkey was made.
    PasskeyAdded,
    /// One was taken away.
    PasskeyRemoved,
    /// New recovery codes were made.
    RecoveryCodesMade,
    /// One of them was used.
    RecoveryCodeUsed,
    /// Something is guarded that was not.
    SwitchedOn,
    /// Something is not guarded any more.
    SwitchedOff,
    /// Too many wrong codes.
    Locked,
    /// Support has let codes be tried again.
    Unlocked,
    /// Support has let the telephone be changed again.
    PhoneChangeAllowed,
    /// Support was asked to end the factors.
    ResetAsked,
    /// Support has approved it.
    ResetApproved { due_at: DateTime<Utc> },
    /// The factors are gone.
    ResetDone,
    /// A way to sign in was added.
    MethodLinked { provider: Provider },
    /// One was taken away.
    MethodUnlinked { provider: Provider },
    /// One that waited for the second factor could not be added: it is somebody else's by now, or they have another one of its kind.
    MethodNotLinked { provider: Provider, is_taken: bool },
    /// A phrase for mails was chosen.
    PhraseSet,
    /// Another one was.
    PhraseChanged,
    /// There is none any more.
    PhraseRemoved,
    /// What somebody made of their documents. Why is in the app alone: a mail is read by others too.
    Verification { kind: Kind, status: Status },
    /// They asked to leave, and are erased then.
    ClosingAsked { due_at: DateTime<Utc> },
    /// They took it back.
    ClosingTakenBack,
    /// Something came in or was left, so that they stay.
    ClosingStopped,
    /// A copy of everything about them was asked for.
    ExportAsked,
    /// It can be fetched.
    ExportReady { until: DateTime<Utc> },
}

/// How long notices of what takes protection away go to the address before a change as well.
const FORMER_FOR: TimeDelta = TimeDelta::hours(72);

/// The mail; `None` when there is nobody to write to, or nothing to write about any more. `former` asks for the one to the address
/// that the person had before, if it changed a short time ago; `phrase` takes the place of the one that they have now.
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
    let words = match notice {
        Notice::Verification { kind, status } => verification_words::of(language, kind, status),
        Notice::ClosingAsked { .. } | Notice::ClosingTakenBack | Notice::ClosingStopped => {
            closing_words::of(language, notice)
        }
        Notice::ExportAsked | Notice::ExportReady { .. } => export_words::of(language, notice),
        notice => security_words::of(language, notice),
    };
    let written = filled(language, &words, &house.name, &facts).with_phrase(phrase.as_deref());
    Ok(Some(mail(tenant, house.name, to, written, key)))
}

/// The letter of these words, at the house `name`.
pub(super) fn filled(language: Language, words: &Words, name: &str, facts: &Facts) -> Written {
    // A name is one line, whatever was configured: it ends up in a header.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fill = |text: &&str| {
        let text = text.replace("{device}", &facts.device).replace("{network}", &facts.network);
        text.replace("{when}", &facts.when).replace("{method}", facts.method).replace("{tenant}", &name)
    };
    let mut paragraphs: Vec<String> = words.paragraphs.iter().map(&fill).collect();
    // Below what happened, above what to do.
    if let Some(held) = &facts.held {
        paragraphs.insert(1.min(paragraphs.len()), held.clone());
    }
    template::letter(language, fill(&words.subject), &paragraphs)
}

/// What is filled into the words.
#[derive(Default)]
pub(super) struct Facts {
    device: String,
    network: String,
    when: String,
    method: &'static str,
    /// For how long no orders can be made.
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
                let device = if name.is_empty() { security_words::unknown_device(language).to_owned() } else { name };
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

/// A moment as everybody reads it, in UTC: a mail does not know where it is read.
fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true).replace('T', " ").replace('Z', " UTC")
}
