//! The handler of the job `telegram.send`: writes a message to a linked Telegram chat and sends it.
//!
//! It is sent for sandbox tenants too, unlike emails: the owner of the chat linked it with the tenant's own bot.

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::TenantId;
use store::{Job, JobError, JobHandler, Outcome};

use super::log::{self, Attempt};
use super::push::shown;
use super::{NOT_VALID, Prepared, UNWANTED};
use crate::notify::mail::Notice;
use crate::notify::mail::order::site_of;
use crate::notify::notification::{Channel, Verdict, end_of_quiet, telegram_text};
use crate::notify::sent_message::{MessageChannel, MessageTo};
use crate::notify::telegram_chat::job::{SEND, TelegramMessage};
use crate::notify::telegram_chat::{BotApi, BotOutcome, store as chats};
use crate::{Identity, IdentityError, person::user};

/// The longest wait that Telegram can ask for.
const WAIT_MAX_S: u32 = 3_600;
/// How long Telegram can make a message wait.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::hours(24);

/// Handles `telegram.send`.
pub(crate) struct SendTelegram {
    identity: Identity,
}

/// A message, ready to be sent.
struct Written {
    tenant: String,
    chat: i64,
    text: String,
}

impl SendTelegram {
    pub(crate) fn new(identity: Identity) -> Self {
        Self { identity }
    }

    /// The message, or the end of the job without one.
    async fn write(&self, tenant: TenantId, about: &TelegramMessage) -> Result<Prepared<Written>, IdentityError> {
        let mut tx = self.identity.store().tenant(tenant).await?;
        let chat = chats::of_user(tx.conn(), tenant, about.user).await?.filter(|chat| chat.id == about.link);
        let content = self.identity.notification_content(&mut tx, about.user, about.notification).await?;
        let person = user::store::find(tx.conn(), tenant, about.user).await?;
        let (Some(chat), Some(content), Some(person)) = (chat, content, person) else {
            return Ok(Prepared::Ended(None, Attempt::Skipped(NOT_VALID)));
        };
        let (topic, kind) = (content.kind().topic(), content.kind().code());
        let to = MessageTo { user: about.user, channel: MessageChannel::Telegram, kind, language: None };
        let (verdict, settings) = self.identity.verdict(&mut tx, about.user, (topic, Channel::Telegram)).await?;
        tx.commit().await?;
        match verdict {
            Verdict::Drop => return Ok(Prepared::Ended(Some(to), Attempt::Skipped(UNWANTED))),
            Verdict::Wait(minutes) => {
                let at = end_of_quiet(self.identity.world().now(), minutes);
                let waits = Attempt::Waits(at, "the person has quiet hours".to_owned());
                return Ok(Prepared::Ended(Some(to), waits));
            }
            Verdict::Send => {}
        }
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let said = shown(&tenant_record, person.settings.language, &content, &settings);
        let text = telegram_text(&said, site_of(&tenant_record).as_deref(), &content.link());
        Ok(Prepared::Message(Written { tenant: tenant_record.slug, chat: chat.chat_id, text }, to))
    }

    async fn unlink(&self, tenant: TenantId, about: &TelegramMessage) -> Result<(), IdentityError> {
        let ended = (Some(about.link), Notice::TelegramBlocked);
        self.identity.end_telegram_link(tenant, about.user, ended).await?;
        tracing::info!(
            event = "telegram_chat.blocked", tenant = %tenant, user = %about.user,
            "A Telegram chat blocks the bot. It was unlinked, and its owner is told by email."
        );
        Ok(())
    }
}

#[async_trait]
impl JobHandler for SendTelegram {
    fn kind(&self) -> &'static str {
        SEND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a Telegram message without a tenant"))?;
        let about: TelegramMessage = serde_json::from_value(job.payload.clone())?;
        let Some(api) = self.identity.bot_api() else { return Ok(Outcome::Done) };
        let (to, attempt) = match self.write(tenant, &about).await? {
            Prepared::Message(written, to) => {
                (Some(to), self.send(api.as_ref(), &written, (tenant, job), &about).await?)
            }
            Prepared::Ended(to, attempt) => (to, attempt),
        };
        log::end(&self.identity, (tenant, job), to.as_ref(), attempt).await
    }
}

impl SendTelegram {
    /// Hands the message to Telegram.
    async fn send(
        &self,
        api: &dyn BotApi,
        written: &Written,
        (tenant, job): (TenantId, &Job),
        about: &TelegramMessage,
    ) -> Result<Attempt, JobError> {
        let now = self.identity.world().now();
        Ok(match api.send(&written.tenant, written.chat, &written.text).await {
            BotOutcome::Sent => {
                tracing::info!(
                    event = "telegram.sent", tenant = %tenant, job = %job.id,
                    "A message was handed to Telegram."
                );
                Attempt::Sent
            }
            BotOutcome::Blocked => {
                self.unlink(tenant, about).await?;
                Attempt::GivenUp("the chat blocks the bot".to_owned())
            }
            BotOutcome::Later(_, Some(seconds)) if now < job.created_at + GIVEN_UP_AFTER => {
                let wait = TimeDelta::seconds(i64::from(seconds.clamp(1, WAIT_MAX_S)));
                Attempt::Waits(now + wait, "Telegram asks to wait".to_owned())
            }
            BotOutcome::Later(reason, _) if !job.is_last_attempt() => Attempt::Later(reason),
            BotOutcome::Later(reason, _) | BotOutcome::Refused(reason) => {
                tracing::warn!(
                    event = "telegram.given_up", tenant = %tenant, job = %job.id, reason,
                    "A Telegram message was not sent. The list in the app has the notification."
                );
                Attempt::GivenUp(reason)
            }
        })
    }
}
