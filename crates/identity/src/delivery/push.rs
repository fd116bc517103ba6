//! The handler of the job `push.send`: writes a web push message and sends it.

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::{NotificationId, TenantId};
use serde_json::json;
use store::{Job, JobError, JobHandler, Outcome};
use url::Url;

use crate::mail::order::site_of;
use crate::notification::{Channel, Content, NotificationSettings, Verdict, end_of_quiet, without_details};
use crate::web_push::job::{About, KIND};
use crate::web_push::store::Target;
use crate::web_push::{self, PushMessage, PushOutcome};
use crate::{Identity, IdentityError, Language, Tenant, user};

/// The longest text of a message. A push service takes 4,096 bytes, encrypted.
const TEXT_CHARS_MAX: usize = 500;
/// The longest wait that a push service can ask for.
const WAIT_MAX_S: u32 = 3_600;

/// Handles `push.send`.
pub(crate) struct SendPush {
    identity: Identity,
}

impl SendPush {
    pub(crate) fn new(identity: Identity) -> Self {
        Self { identity }
    }

    /// The message, or what becomes of the job without one.
    async fn write(&self, tenant: TenantId, about: &About) -> Result<Result<PushMessage, Outcome>, IdentityError> {
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant(tenant).await?;
        let Some(target) = web_push::store::target(tx.conn(), tenant, about.device).await? else {
            return Ok(Err(Outcome::Done));
        };
        let content = self.identity.notification_content(&mut tx, target.user, about.notification).await?;
        let person = user::store::find(tx.conn(), tenant, target.user).await?;
        let Some((content, person)) = content.zip(person) else { return Ok(Err(Outcome::Done)) };
        let topic = content.kind().topic();
        let (verdict, settings) = self.identity.verdict(&mut tx, target.user, (topic, Channel::Push)).await?;
        match verdict {
            Verdict::Drop => return Ok(Err(Outcome::Done)),
            Verdict::Wait(minutes) => {
                let at = end_of_quiet(now, minutes);
                return Ok(Err(Outcome::RetryAt(at, "the person has quiet hours".to_owned())));
            }
            Verdict::Send => {}
        }
        let keys = self.identity.push_keys(&mut tx).await?;
        tx.commit().await?;
        let house = self.identity.tenant_by_id(tenant).await?;
        let plain = plain(&house, person.settings.language, (about.notification, &content), &settings);
        let Target { endpoint, public_key, auth, .. } = target;
        let endpoint = Url::parse(&endpoint).map_err(|error| IdentityError::internal(&error))?;
        // RFC 8292 wants a contact. A tenant without a host of its own has no better one.
        let subject = site_of(&house).unwrap_or_else(|| "https://localhost".to_owned());
        Ok(Ok(PushMessage { endpoint, public_key, auth, keys, subject, plain, now }))
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

/// What the service worker shows.
fn plain(
    house: &Tenant,
    language: Language,
    (id, content): (NotificationId, &Content),
    settings: &NotificationSettings,
) -> Vec<u8> {
    let said = content.said(language, &house.name);
    let text = if settings.shows_details { said.text } else { without_details(language, &house.name) };
    let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
    let link = content.link();
    json!({"id": id, "title": said.title, "text": text, "link": link, "language": language.code()})
        .to_string()
        .into_bytes()
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
        let message = match self.write(tenant, &about).await? {
            Ok(message) => message,
            Err(outcome) => return Ok(outcome),
        };
        match pusher.push(&message).await {
            PushOutcome::Taken => {
                tracing::info!(
                    event = "push.sent", tenant = %tenant, job = %job.id, device = %about.device,
                    "A web push message was handed to its push service."
                );
                Ok(Outcome::Done)
            }
            PushOutcome::Gone => {
                self.forget(tenant, &about).await?;
                Ok(Outcome::Done)
            }
            PushOutcome::Later(_, Some(seconds)) if !job.is_last_attempt() => {
                let wait = TimeDelta::seconds(i64::from(seconds.clamp(1, WAIT_MAX_S)));
                Ok(Outcome::RetryAt(message.now + wait, "the push service asks to wait".to_owned()))
            }
            PushOutcome::Later(reason, _) => Err(JobError::new(reason)),
            PushOutcome::Refused(reason) => Ok(Outcome::Dead(reason)),
        }
    }
}
