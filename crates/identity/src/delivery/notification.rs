//! Makes a notification of the event that an email is about, and asks for its web push and Telegram messages.

use ::store::{Job, Outcome};
use kernel::{JobId, ProfileId, TenantId, UserId};

use super::security;
use crate::notify::mail::SupportNotice;
use crate::notify::mail::job::About;
use crate::notify::notification::{Channel, Content, Topic, Verdict, end_of_quiet};
use crate::{Identity, IdentityError, customers::profile, delivery::web_push, notify::telegram_chat, person::user};

/// Whether the email of a job is sent now.
pub(super) enum Rule {
    /// It is.
    Send,
    /// It waits, or it is never sent.
    Hold(Outcome),
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
        let devices = match identity.verdict(&mut tx, user, (topic, Channel::Push)).await?.0 {
            Verdict::Drop => Vec::new(),
            // Quiet hours are looked at when the message is sent.
            Verdict::Send | Verdict::Wait(_) => web_push::store::ids(tx.conn(), tenant, user).await?,
        };
        let mut messages: Vec<_> =
            devices.into_iter().map(|device| web_push::job::push(tenant, added, device)).collect();
        if let Some(chat) = telegram_chat::store::of_user(tx.conn(), tenant, user).await? {
            messages.push(telegram_chat::job::message(tenant, added, (user, chat.id)));
        }
        tx.enqueue(identity.world().now(), &messages).await?;
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

fn rule(identity: &Identity, tenant: TenantId, (topic, verdict): (Topic, Verdict), job: &Job) -> Rule {
    match verdict {
        Verdict::Send => Rule::Send,
        Verdict::Wait(minutes) => {
            let at = end_of_quiet(identity.world().now(), minutes);
            Rule::Hold(Outcome::RetryAt(at, "the person has quiet hours".to_owned()))
        }
        Verdict::Drop => {
            tracing::info!(
                event = "mail.unwanted", tenant = %tenant, job = %job.id, topic = topic.code(),
                "An email was not sent: the person wants none about this topic."
            );
            Rule::Hold(Outcome::Done)
        }
    }
}

/// Notifies a person in the app that an email to their address was refused permanently. Once for each address.
pub(super) async fn bounced(
    identity: &Identity,
    tenant: TenantId,
    about: &About,
    to: &str,
) -> Result<(), IdentityError> {
    let mut tx = identity.store().tenant(tenant).await?;
    let Some(user) = person_of(&mut tx, about).await? else { return Ok(()) };
    let person = user::store::find(tx.conn(), tenant, user).await?;
    // An email to a former address, or to another person, says nothing about the current one.
    if person.is_none_or(|person| person.email != to) {
        return Ok(());
    }
    let content = Content::MailBounced { address: to.to_owned() };
    let key = format!("bounced {user} {to}");
    let key: String = key.chars().take(200).collect();
    identity.add_notification(&mut tx, (user, None), &key, &content).await?;
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
