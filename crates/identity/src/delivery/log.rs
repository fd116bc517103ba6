//! Ends an attempt to send a message: writes it into the log of messages and gives the outcome of the job.

use ::store::{Job, JobError, Outcome};
use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId, UserId};

use crate::notify::mail::job::About;
use crate::notify::mail::security::Facts;
use crate::notify::notification::Content;
use crate::notify::sent_message::{MessageChannel, MessageState, MessageTo, clean_reason, store};
use crate::{Identity, IdentityError, auth::login, customers::contact, customers::profile, person::user};

/// What became of an attempt.
pub(super) enum Attempt {
    /// The service has taken the message.
    Sent,
    /// It is not sent, for a reason.
    Skipped(&'static str),
    /// It waits until a time, for a reason.
    Waits(DateTime<Utc>, String),
    /// It failed. A retry may succeed.
    Later(String),
    /// It was given up. The list in the app has the notification.
    GivenUp(String),
    /// It was refused for good. The job stays for an operator.
    Refused(String),
    /// The address takes no messages. The job stays for an operator.
    Bounced(String),
}

impl Attempt {
    fn state(&self, is_last: bool) -> MessageState {
        match self {
            Self::Sent => MessageState::Sent,
            Self::Skipped(_) => MessageState::Skipped,
            Self::Waits(..) => MessageState::Queued,
            Self::Later(_) if !is_last => MessageState::Retried,
            Self::Later(_) | Self::GivenUp(_) | Self::Refused(_) => MessageState::Failed,
            Self::Bounced(_) => MessageState::Bounced,
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Sent => None,
            Self::Skipped(reason) => clean_reason(reason),
            Self::Waits(_, reason)
            | Self::Later(reason)
            | Self::GivenUp(reason)
            | Self::Refused(reason)
            | Self::Bounced(reason) => clean_reason(reason),
        }
    }
}

/// Logs the attempt, if the message is for a customer, and gives the outcome of the job.
pub(super) async fn end(
    identity: &Identity,
    (tenant, job): (TenantId, &Job),
    to: Option<&MessageTo>,
    attempt: Attempt,
) -> Result<Outcome, JobError> {
    let mut done = Outcome::Done;
    if let Some(to) = to {
        let (state, reason) = (attempt.state(job.is_last_attempt()), attempt.reason());
        let mut tx = identity.store().tenant(tenant).await?;
        store::log(tx.conn(), tenant, (job, to), (state, reason.as_deref()), identity.world().now()).await?;
        // The end of the job and its line in the log commit together.
        if matches!(attempt, Attempt::Sent | Attempt::Skipped(_) | Attempt::GivenUp(_)) {
            done = Outcome::done_in(tx);
        } else {
            tx.commit().await?;
        }
    }
    match attempt {
        Attempt::Sent | Attempt::Skipped(_) | Attempt::GivenUp(_) => Ok(done),
        Attempt::Waits(at, reason) => Ok(Outcome::RetryAt(at, reason)),
        Attempt::Later(reason) => Err(JobError::new(reason)),
        Attempt::Refused(reason) | Attempt::Bounced(reason) => Ok(Outcome::Dead(reason)),
    }
}

/// The customer that an email is for.
pub(super) struct MailTo {
    pub to: MessageTo,
    /// Whether the mark of an address that takes no emails stops it. The person asks for codes themselves, and other
    /// addresses than the current one have no mark.
    pub stops: bool,
}

/// The customer that an email is for; `None` if it is for an operator, a stranger or an erased person.
pub(super) async fn mail_to(
    identity: &Identity,
    tenant: TenantId,
    about: &About,
) -> Result<Option<MailTo>, IdentityError> {
    let mut tx = identity.store().tenant_read(tenant).await?;
    let own = |user, kind| Some((user, kind, None, true));
    let found = match about {
        About::LoginCode { challenge } => match login::store::find(tx.conn(), tenant, *challenge).await? {
            Some(kept) => user::store::by_email(tx.conn(), tenant, &kept.email)
                .await?
                .map(|user| (user, "login_code", Some(kept.language), false)),
            None => None,
        },
        About::ContactCode { challenge } => contact::store::find(tx.conn(), tenant, *challenge)
            .await?
            .map(|kept| (kept.user, "contact_code", Some(kept.language), false)),
        About::Security { user, notice, former, .. } => {
            let kind = Content::of_security(*notice, Facts::default()).kind().code();
            Some((*user, kind, None, !former))
        }
        About::EmailChanged { user: Some(user), language, .. } => {
            Some((*user, "email_changed", Some(*language), false))
        }
        About::Order { notice } if notice.to.is_none() => {
            let kind = Content::Order { notice: notice.clone() }.kind().code();
            owner(&mut tx, notice.profile).await?.and_then(|user| own(user, kind))
        }
        About::Plan { notice } => {
            let kind = Content::Plan { notice: notice.clone() }.kind().code();
            owner(&mut tx, notice.profile).await?.and_then(|user| own(user, kind))
        }
        About::Support { notice } => {
            let kind = Content::Support { notice: notice.clone() }.kind().code();
            owner(&mut tx, notice.profile).await?.and_then(|user| own(user, kind))
        }
        About::Payment { notice } if notice.receipt.is_none() => {
            owner(&mut tx, notice.profile).await?.and_then(|user| own(user, "payment_received"))
        }
        _ => None,
    };
    Ok(found.map(|(user, kind, language, stops)| MailTo {
        to: MessageTo { user, channel: MessageChannel::Mail, kind, language },
        stops,
    }))
}

async fn owner(tx: &mut ::store::TenantTx, profile: ProfileId) -> Result<Option<UserId>, IdentityError> {
    let tenant = tx.tenant();
    Ok(profile::store::owner(tx.conn(), tenant, profile).await?)
}
