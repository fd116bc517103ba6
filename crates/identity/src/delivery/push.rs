//! The handler of the job `push.send`: writes a web push message and sends it.

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::TenantId;
use serde_json::json;
use store::{Job, JobError, JobHandler, Outcome};
use url::Url;

use super::log::{self, Attempt};
use super::{NOT_VALID, Prepared, UNWANTED};
use crate::delivery::web_push::job::{About, KIND};
use crate::delivery::web_push::store::Target;
use crate::delivery::web_push::{self, PushMessage, PushOutcome, Pusher};
use crate::notify::mail::order::site_of;
use crate::notify::notification::{
    Channel, Content, NotificationSettings, Said, Verdict, end_of_quiet, without_details,
};
use crate::notify::sent_message::{MessageChannel, MessageTo};
use crate::{Identity, IdentityError, Language, Mail, MailError, Tenant, person::user};

/// The longest text of a message. A push service takes 4,096 bytes, encrypted.
const TEXT_CHARS_MAX: usize = 500;
/// The longest wait that a push service can ask for.
const WAIT_MAX_S: u32 = 3_600;

/// How long a push service can make a message wait.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::hours(24);

/// Handles `push.send`.
pub(crate) struct SendPush {
    identity: Identity,
}

impl SendPush {
    pub(crate) fn new(identity: Identity) -> Self {
        Self { identity }
    }

    /// The message, or the end of the job without one.
    async fn write(&self, tenant: TenantId, about: &About) -> Result<Prepared<Written>, IdentityError> {
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant(tenant).await?;
        let Some(target) = web_push::store::target(tx.conn(), tenant, about.device).await? else {
            return Ok(Prepared::Ended(None, Attempt::Skipped(NOT_VALID)));
        };
        let content = self.identity.notification_content(&mut tx, target.user, about.notification).await?;
        let person = user::store::find(tx.conn(), tenant, target.user).await?;
        let Some((content, person)) = content.zip(person) else {
            return Ok(Prepared::Ended(None, Attempt::Skipped(NOT_VALID)));
        };
        let (topic, kind) = (content.kind().topic(), content.kind().code());
        let to = MessageTo { user: target.user, channel: MessageChannel::Push, kind, language: None };
        let (verdict, settings) = self.identity.verdict(&mut tx, target.user, (topic, Channel::Push)).await?;
        match verdict {
            Verdict::Drop => return Ok(Prepared::Ended(Some(to), Attempt::Skipped(UNWANTED))),
            Verdict::Wait(minutes) => {
                let at = end_of_quiet(now, minutes);
                let waits = Attempt::Waits(at, "the person has quiet hours".to_owned());
                return Ok(Prepared::Ended(Some(to), waits));
            }
            Verdict::Send => {}
        }
        let keys = self.identity.push_keys(&mut tx).await?;
        tx.commit().await?;
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let language = person.settings.language;
        let said = shown(&tenant_record, language, &content, &settings);
        let link = content.link();
        let plain = json!({"id": about.notification, "title": said.title, "text": said.text, "link": link,
            "language": language.code()});
        let Target { endpoint, public_key, auth, .. } = target;
        let endpoint = Url::parse(&endpoint).map_err(|error| IdentityError::internal(&error))?;
        // RFC 8292 wants a contact. A tenant without a host of its own has no better one.
        let subject = site_of(&tenant_record).unwrap_or_else(|| "https://localhost".to_owned());
        let plain = plain.to_string().into_bytes();
        let message = PushMessage { endpoint, public_key, auth, keys, subject, plain, now };
        Ok(Prepared::Message(Written { message, said, to: person.email }, to))
    }

    /// Stores the message of a sandbox tenant in its outbox, like its emails. Returns false for any other tenant.
    async fn kept(&self, tenant: TenantId, written: &Written, key: String) -> Result<bool, MailError> {
        let Written { said, to, .. } = written;
        let subject = format!("Web push: {}", said.title);
        let (to, text) = (to.clone(), said.text.clone());
        self.identity
            .kept_in_outbox(&Mail { tenant, from_name: String::new(), to, subject, text, html: None, key })
            .await
    }

    async fn forget(&self, tenant: TenantId, about: &About) -> Result<(), IdentityError> {
        let mut tx = self.identity.store().tenant(tenant).await?;
        if let Some(target) = web_push::store::target(tx.conn(), tenant, about.device).await? {
            web_push::store::delete(tx.conn(), tenant, target.user, about.device).await?;
        }
        tx.commit().await?;
        tracing::info!(
            event = "push_device.gone", tenant = %tenant, device = %about.device,
            "A browser receives no more web push messages. It was removed."
        );
        Ok(())
    }
}

/// A message, ready to be sent.
struct Written {
    message: PushMessage,
    said: Said,
    /// The person's email address, for the outbox of a sandbox.
    to: String,
}

/// The words of a message in a browser or a Telegram chat: without amounts and names, unless the person allows them.
pub(super) fn shown(
    tenant_record: &Tenant,
    language: Language,
    content: &Content,
    settings: &NotificationSettings,
) -> Said {
    let Said { title, text } = content.said(language, &tenant_record.name);
    let text = if settings.shows_details { text } else { without_details(language, &tenant_record.name) };
    Said { title, text: text.chars().take(TEXT_CHARS_MAX).collect() }
}

#[async_trait]
impl JobHandler for SendPush {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a push message without a tenant"))?;
        let about: About = serde_json::from_value(job.payload.clone())?;
        let Some(pusher) = self.identity.pusher() else { return Ok(Outcome::Done) };
        let (written, to) = match self.write(tenant, &about).await? {
            Prepared::Message(written, to) => (written, to),
            Prepared::Ended(to, attempt) => {
                return log::end(&self.identity, (tenant, job), to.as_ref(), attempt).await;
            }
        };
        let attempt = if self.kept(tenant, &written, job.id.to_string()).await? {
            Attempt::Sent
        } else {
            self.push(pusher.as_ref(), &written.message, (tenant, job), &about).await?
        };
        log::end(&self.identity, (tenant, job), Some(&to), attempt).await
    }
}

impl SendPush {
    /// Hands the message to its push service.
    async fn push(
        &self,
        pusher: &dyn Pusher,
        message: &PushMessage,
        (tenant, job): (TenantId, &Job),
        about: &About,
    ) -> Result<Attempt, JobError> {
        Ok(match pusher.push(message).await {
            PushOutcome::Taken => {
                tracing::info!(
                    event = "push.sent", tenant = %tenant, job = %job.id, device = %about.device,
                    "A web push message was handed to its push service."
                );
                Attempt::Sent
            }
            PushOutcome::Gone => {
                self.forget(tenant, about).await?;
                Attempt::GivenUp("the browser receives no more messages".to_owned())
            }
            PushOutcome::Later(_, Some(seconds)) if message.now < job.created_at + GIVEN_UP_AFTER => {
                let wait = TimeDelta::seconds(i64::from(seconds.clamp(1, WAIT_MAX_S)));
                Attempt::Waits(message.now + wait, "the push service asks to wait".to_owned())
            }
            PushOutcome::Later(reason, _) if !job.is_last_attempt() => Attempt::Later(reason),
            PushOutcome::Later(reason, _) | PushOutcome::Refused(reason) => {
                tracing::warn!(
                    event = "push.given_up", tenant = %tenant, job = %job.id, device = %about.device, reason,
                    "A web push message was not sent. The list in the app has the notification."
                );
                Attempt::GivenUp(reason)
            }
        })
    }
}
