//! Composes security notices, for example about a new device or a changed password.

use ::store::StoreError;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::{TenantId, UserId};

use crate::auth::session::{self, Device};
use crate::notify::mail::security::{Facts, Notice, filled};
use crate::notify::mail::security_words;
use crate::notify::mail::{Mail, SealedPhrase, hold_words};
use crate::{Identity, IdentityError, person::user};

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
    let Some(mut facts) = facts(&mut tx, tenant, notice).await? else { return Ok(None) };
    let phrase = match phrase {
        Some(before) => identity.open_phrase(&mut tx, Some(&before)).await?,
        None => identity.phrase_of(&mut tx, user).await?,
    };
    drop(tx);
    let tenant_record = identity.tenant_by_id(tenant).await?;
    facts.held = hold_words::held(language, tenant_record.payout_hold_hours).filter(|_| notice.holds_orders());
    let written =
        filled(language, security_words::of(notice), &tenant_record.name, &facts).with_phrase(phrase.as_deref());
    Ok(Some(Mail::of(&tenant_record, to, written, key)))
}

/// The values of the placeholders, without the payout hold; `None` if the event no longer applies.
pub(super) async fn facts(
    tx: &mut ::store::TenantTx,
    tenant: TenantId,
    notice: Notice,
) -> Result<Option<Facts>, StoreError> {
    let facts = Facts { method: notice.method(), ..Facts::default() };
    match notice {
        Notice::NewDevice { session } => {
            let told = session::store::told_of(tx.conn(), tenant, session).await?;
            Ok(told.map(|told| {
                let device = Device::of(told.user_agent.as_deref().unwrap_or_default()).name();
                Facts { device, network: told.network, when: moment(told.created_at), ..facts }
            }))
        }
        Notice::PushAdded { session, at } => {
            let told = session::store::told_of(tx.conn(), tenant, session).await?;
            Ok(told.map(|told| {
                let device = Device::of(told.user_agent.as_deref().unwrap_or_default()).name();
                Facts { device, network: told.network, when: moment(at), ..facts }
            }))
        }
        Notice::ResetApproved { due_at: at }
        | Notice::ClosingAsked { due_at: at }
        | Notice::ExportReady { until: at }
        | Notice::DocumentReady { until: at }
        | Notice::NewAddress { until: at } => Ok(Some(Facts { when: moment(at), ..facts })),
        _ => Ok(Some(facts)),
    }
}

/// A time in UTC, because the reader's time zone is unknown.
fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true).replace('T', " ").replace('Z', " UTC")
}
