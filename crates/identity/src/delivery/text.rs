//! The handler of the job `text.send`: writes a text message and sends it.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{ChallengeId, NotificationId, TenantId, UserId};
use store::{Job, JobError, JobHandler, Outcome};

use super::log::{self, Attempt};
use super::{NOT_VALID, Prepared};
use crate::customers::contact::{self, Way};
use crate::notify::mail::catalogue::Text;
use crate::notify::notification::{Said, without_details};
use crate::notify::sent_message::{MessageChannel, MessageTo};
use crate::notify::texting::job::{About, KIND};
use crate::notify::texting::{TextChannel, TextMessage, Texter};
use crate::one_time_code::{CodeKind, code_for};
use crate::{Identity, MailError, person::user};

const CODE: Text = Text::new("text_message.code", "{code} is your code for {tenant}. Never tell it to anybody.");

/// Handles `text.send`.
pub struct SendText {
    identity: Identity,
    texter: Arc<dyn Texter>,
}

impl SendText {
    /// Sends through `texter`.
    pub fn new(identity: Identity, texter: Arc<dyn Texter>) -> Self {
        Self { identity, texter }
    }

    /// The message of a challenge, while its code is valid.
    async fn code(&self, tenant: TenantId, id: ChallengeId, key: String) -> Result<Prepared<TextMessage>, JobError> {
        let none = || Ok(Prepared::Ended(None, Attempt::Skipped(NOT_VALID)));
        let Some(kept) = contact::open_challenge(&self.identity, tenant, id).await? else { return none() };
        let channel = match kept.way {
            Way::Sms => TextChannel::Sms,
            Way::Messenger => TextChannel::Messenger,
            Way::Mail => return none(),
        };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let code = code_for(self.identity.pepper(), tenant, id, &kept.seed, CodeKind::Digits);
        let text =
            CODE.in_language(kept.language).replace("{tenant}", &tenant_record.name).replace("{code}", code.expose());
        let (kind, language) = ("contact_code", Some(kept.language));
        let to = MessageTo { user: kept.user, channel: MessageChannel::Text, kind, language };
        Ok(Prepared::Message(TextMessage { tenant, channel, to: kept.target, text, key }, to))
    }

    /// The message about a notification: its title, without a link, because links in text messages train people for
    /// phishing.
    async fn notice(
        &self,
        tenant: TenantId,
        (id, user): (NotificationId, UserId),
        key: String,
    ) -> Result<Prepared<TextMessage>, JobError> {
        let mut tx = self.identity.store().tenant_read(tenant).await?;
        let content = self.identity.notification_content(&mut tx, user, id).await?;
        let person = user::store::find(tx.conn(), tenant, user).await?;
        drop(tx);
        let Some((content, person)) = content.zip(person) else {
            return Ok(Prepared::Ended(None, Attempt::Skipped(NOT_VALID)));
        };
        let kind = content.kind().code();
        let to = MessageTo { user, channel: MessageChannel::Text, kind, language: None };
        let Some(phone) = person.phone else {
            return Ok(Prepared::Ended(Some(to), Attempt::Skipped("the person has no verified number")));
        };
        let (tenant_record, language) = (self.identity.tenant_by_id(tenant).await?, person.settings.language);
        let Said { title, .. } = content.said(language, &tenant_record.name);
        let text = format!("{title}. {}", without_details(language, &tenant_record.name));
        Ok(Prepared::Message(TextMessage { tenant, channel: TextChannel::Sms, to: phone, text, key }, to))
    }

    async fn attempt(&self, message: &TextMessage) -> Attempt {
        let sent = match self.identity.kept_text_in_outbox(message).await {
            Ok(false) => self.texter.send(message).await,
            kept => kept.map(|_| ()),
        };
        match sent {
            Ok(()) => Attempt::Sent,
            Err(MailError::Permanent(reason) | MailError::NoMailbox(reason)) => Attempt::Refused(reason),
            Err(error @ MailError::Temporary(_)) => Attempt::Later(error.to_string()),
        }
    }
}

#[async_trait]
impl JobHandler for SendText {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a text without a tenant"))?;
        let key = job.id.to_string();
        let prepared = match serde_json::from_value(job.payload.clone())? {
            About::Code { challenge } => self.code(tenant, challenge, key).await?,
            About::Notice { notification, user } => self.notice(tenant, (notification, user), key).await?,
        };
        let (to, attempt) = match prepared {
            Prepared::Message(message, to) => (Some(to), self.attempt(&message).await),
            Prepared::Ended(to, attempt) => (to, attempt),
        };
        log::end(&self.identity, (tenant, job), to.as_ref(), attempt).await
    }
}
