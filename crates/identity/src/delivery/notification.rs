//! Makes a notification of the event that an email is about, and asks for its web push and Telegram messages.

use ::store::{Job, TenantTx};
use chrono::TimeDelta;
use kernel::{JobId, NotificationId, ProfileId, TenantId, UserId};

use super::log::Attempt;
use super::{UNWANTED, bounce, security};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::notify::mail::SupportNotice;
use crate::notify::mail::job::About;
use crate::notify::notification::{Channel, Content, Topic, Verdict, end_of_quiet};
use crate::notify::{telegram_chat, texting};
use crate::{Identity, IdentityError, customers::profile, delivery::web_push, person::user};

/// The most security notices by text message to one person in a day: each costs money.
const TEXTS_PER_DAY: i32 = 5;
/// The most of all people of a tenant in an hour.
const TEXTS_PER_HOUR: i32 = 500;

/// Whether the email of a job is sent now.
pub(super) enum Rule {
    /// It is.
    Send,
    /// It waits, or it is never sent.
    Hold(Attempt),
}

/// Makes the notification of the event, once, and says whether the email about it is sent now. Emails that are not about
/// an order, a plan or the account of a person have no notification, and are always sent.
pub(super) async fn tell(
    identity: &Identity,
    tenant: TenantId,
    about: &About,
    job: &Job,
) -> Result<Rule, IdentityError> {
    let mut tx = identity.store().tenant(tenant).await?;
    let Some((user, profile, content)) = event_of(&mut tx, about).await? else { return Ok(Rule::Send) };
    let topic = content.kind().topic();
    let key = key(job.id);
    if let Some(added) = identity.add_notification(&mut tx, (user, profile), &key, &content).await? {
        send_on(identity, &mut tx, user, (added, topic)).await?;
    }
    let verdict = match about {
        About::Support { notice } if notice.event.is_owed() => Verdict::Send,
        // The merchant turned these emails off where it set its shop.
        About::Payment { notice } if !notice.mails => Verdict::Drop,
        _ => identity.verdict(&mut tx, user, (topic, Channel::Mail)).await?.0,
    };
    tx.commit().await?;
    Ok(rule(identity, tenant, (topic, verdict), job))
}

/// Asks for the messages about a notification by web push, by Telegram, and for security by text.
pub(super) async fn send_on(
    identity: &Identity,
    tx: &mut TenantTx,
    user: UserId,
    (added, topic): (NotificationId, Topic),
) -> Result<(), IdentityError> {
    let tenant = tx.tenant();
    let (verdict, settings) = identity.verdict(tx, user, (topic, Channel::Push)).await?;
    let devices = match verdict {
        Verdict::Drop => Vec::new(),
        // Quiet hours are looked at when the message is sent.
        Verdict::Send | Verdict::Wait(_) => web_push::store::ids(tx.conn(), tenant, user).await?,
    };
    let mut messages: Vec<_> = devices.into_iter().map(|device| web_push::job::push(tenant, added, device)).collect();
    if let Some(chat) = telegram_chat::store::of_user(tx.conn(), tenant, user).await? {
        messages.push(telegram_chat::job::message(tenant, added, (user, chat.id)));
    }
    if topic == Topic::Security && wants_text(identity, tx, user, settings.by_text).await? {
        messages.push(texting::job::notice(tenant, added, user));
    }
    Ok(tx.enqueue(identity.world().now(), &messages).await?)
}

/// Whether a security notice also goes out as a text message: the person has chosen it, or their address takes no
/// emails. Counts it against the limits.
async fn wants_text(
    identity: &Identity,
    tx: &mut TenantTx,
    user: UserId,
    is_chosen: bool,
) -> Result<bool, IdentityError> {
    let tenant = tx.tenant();
    let person = user::store::find(tx.conn(), tenant, user).await?;
    let has_reason = |person: &crate::User| is_chosen || person.mail_bounced_at.is_some();
    if !person.is_some_and(|person| person.phone.is_some() && has_reason(&person)) {
        return Ok(false);
    }
    let factor = if identity.tenant_by_id(tenant).await?.sandbox { SANDBOX_FACTOR } else { 1 };
    let limits = [
        ("text.notice", user.to_string(), TimeDelta::days(1), TEXTS_PER_DAY * factor),
        ("text.notice.tenant", "*".to_owned(), TimeDelta::hours(1), TEXTS_PER_HOUR * factor),
    ];
    let now = identity.world().now();
    for (name, subject, window, max) in limits {
        let limit = Limit { name, subject, window, max, message: "Too many text messages were sent." };
        if counter::store::add_one(tx.conn(), tenant, now, &limit).await? > max {
            tracing::warn!(
                event = "text.limited", tenant = %tenant, user = %user, limit = name,
                "A security notice is not sent as a text message: the limit is reached."
            );
            return Ok(false);
        }
    }
    Ok(true)
}

fn rule(identity: &Identity, tenant: TenantId, (topic, verdict): (Topic, Verdict), job: &Job) -> Rule {
    match verdict {
        Verdict::Send => Rule::Send,
        Verdict::Wait(minutes) => {
            let at = end_of_quiet(identity.world().now(), minutes);
            Rule::Hold(Attempt::Waits(at, "the person has quiet hours".to_owned()))
        }
        Verdict::Drop => {
            tracing::info!(
                event = "mail.unwanted", tenant = %tenant, job = %job.id, topic = topic.code(),
                "An email was not sent: the person wants none about this topic."
            );
            Rule::Hold(Attempt::Skipped(UNWANTED))
        }
    }
}

/// Marks the address of a person whose email was refused for good, and tells them.
pub(super) async fn refused(
    identity: &Identity,
    tenant: TenantId,
    about: &About,
    to: &str,
) -> Result<(), IdentityError> {
    let mut tx = identity.store().tenant(tenant).await?;
    let Some(user) = person_of(&mut tx, about).await? else { return Ok(()) };
    bounce::mark(identity, &mut tx, user, to).await?;
    Ok(tx.commit().await?)
}

fn key(job: JobId) -> String {
    format!("mail {job}")
}

/// The person that an email of a job is for; `None` if it is not about their orders, plans or account.
async fn person_of(tx: &mut ::store::TenantTx, about: &About) -> Result<Option<UserId>, IdentityError> {
    let profile = match about {
        About::Security { user, former: false, .. } => return Ok(Some(*user)),
        About::Order { notice } if notice.to.is_none() => notice.profile,
        About::Plan { notice } => notice.profile,
        About::Payment { notice } if notice.receipt.is_none() => notice.profile,
        About::Support { notice } => notice.profile,
        _ => return Ok(None),
    };
    let tenant = tx.tenant();
    Ok(profile::store::owner(tx.conn(), tenant, profile).await?)
}

/// The event of an email, and the person that it concerns.
async fn event_of(
    tx: &mut ::store::TenantTx,
    about: &About,
) -> Result<Option<(UserId, Option<ProfileId>, Content)>, IdentityError> {
    let Some(user) = person_of(tx, about).await? else { return Ok(None) };
    let tenant = tx.tenant();
    Ok(match about {
        About::Security { notice, .. } => {
            let facts = security::facts(tx, tenant, *notice).await?;
            facts.map(|facts| (user, None, Content::of_security(*notice, facts)))
        }
        About::Order { notice } => Some((user, Some(notice.profile), Content::Order { notice: notice.clone() })),
        About::Plan { notice } => Some((user, Some(notice.profile), Content::Plan { notice: notice.clone() })),
        About::Payment { notice } => Some((user, Some(notice.profile), Content::Payment { notice: notice.clone() })),
        // A conversation belongs to the person, whichever of their profiles they look at.
        About::Support { notice } if notice.event.is_told() => {
            let notice = SupportNotice { event: notice.event.without_letter(), ..notice.clone() };
            Some((user, None, Content::Support { notice }))
        }
        _ => None,
    })
}
