//! The handler of the job `telegram.listen`: reads the bot's messages while a code waits, and links chats.
//!
//! The Bot API is asked instead of a webhook, so that an installation needs no public address for it, and the tenant's
//! bot is not polled while no person links a chat.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use store::{Job, JobError, JobHandler, Outcome};

use super::{BotApi, BotOutcome, BotUpdate, job, store as chats};
use crate::notify::mail::catalogue::Text;
use crate::{Identity, Language, Tenant};

/// The time between two questions.
const EVERY: TimeDelta = TimeDelta::seconds(2);
/// The most pages of updates that one run reads.
const PAGES_MAX: usize = 10;

const LINKED: Text = Text::new(
    "telegram.linked",
    "This chat is linked to your account at {tenant}. It receives the messages that you choose in Profile, Notifications.",
);
const UNKNOWN: Text = Text::new(
    "telegram.unknown_code",
    "This link has expired or was used. Open {tenant}, go to Profile, Notifications, and make a new one.",
);

/// Handles `telegram.listen`.
pub(crate) struct Listen {
    identity: Identity,
}

/// Whether a job that was made at `made` reads the messages, if the newest waiting code was made at `newest`. The job of
/// the newest code reads for all, because Telegram answers one reader of a bot at a time.
fn listens(newest: Option<DateTime<Utc>>, made: DateTime<Utc>) -> bool {
    newest.is_some_and(|newest| newest <= made)
}

impl Listen {
    pub(crate) fn new(identity: Identity) -> Self {
        Self { identity }
    }

    /// Answers a message of a person in a private chat.
    async fn hear(&self, api: &dyn BotApi, tenant: &Tenant, update: &BotUpdate) -> Result<(), JobError> {
        let (Some((chat, name)), Some(code)) = (&update.chat, &update.code) else { return Ok(()) };
        let is_linked = self.identity.finish_telegram_link(tenant.id, code, (*chat, name)).await?;
        let language = tenant.languages.first().copied().unwrap_or(Language::En);
        let text = if is_linked { LINKED } else { UNKNOWN }.in_language(language).replace("{tenant}", &tenant.name);
        // The page shows the result too, so the answer is not sent again.
        if let BotOutcome::Later(reason, _) | BotOutcome::Refused(reason) = api.send(&tenant.slug, *chat, &text).await {
            tracing::warn!(
                event = "telegram.answer_failed", tenant = %tenant.id, reason,
                "The bot did not answer a person who links a chat. The page shows the result."
            );
        }
        Ok(())
    }

    async fn read(&self, api: &dyn BotApi, tenant: TenantId) -> Result<(), JobError> {
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let mut from = None;
        for _ in 0..PAGES_MAX {
            let found = api.updates(&tenant_record.slug, from).await.map_err(JobError::new)?;
            let Some(last) = found.iter().map(|update| update.id).max() else { break };
            for update in &found {
                self.hear(api, &tenant_record, update).await?;
            }
            from = Some(last + 1);
        }
        Ok(())
    }
}

#[async_trait]
impl JobHandler for Listen {
    fn kind(&self) -> &'static str {
        job::LISTEN
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a bot without a tenant"))?;
        let Some(api) = self.identity.bot_api() else { return Ok(Outcome::Done) };
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant_read(tenant).await?;
        let newest = chats::newest_code(tx.conn(), tenant, now).await?;
        drop(tx);
        if !listens(newest, job.created_at) {
            return Ok(Outcome::Done);
        }
        let reason = match self.read(&*api, tenant).await {
            Ok(()) => "a code waits".to_owned(),
            Err(error) => {
                tracing::warn!(
                    event = "telegram.read_failed", tenant = %tenant, %error,
                    "Telegram did not give the messages of a bot. The worker asks again while a code waits."
                );
                error.to_string()
            }
        };
        Ok(Outcome::RetryAt(now + EVERY, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_of_the_newest_waiting_code_reads_for_all() {
        let (early, late) = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH + TimeDelta::seconds(1));
        assert!(listens(Some(late), late) && listens(Some(early), late));
        assert!(!listens(Some(late), early), "a later job reads");
        assert!(!listens(None, late), "nobody links");
    }
}
