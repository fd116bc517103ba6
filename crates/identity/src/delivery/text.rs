//! The handler of the job `text.send`: writes a text message and sends it.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{ChallengeId, TenantId};
use store::{Job, JobError, JobHandler, Outcome};

use crate::customers::contact::{self, Way};
use crate::notify::mail::catalogue::Text;
use crate::notify::texting::job::{CodeMessage, KIND};
use crate::notify::texting::{TextChannel, TextMessage, Texter};
use crate::one_time_code::{CodeKind, code_for};
use crate::{Identity, MailError};

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

    /// The message of a challenge; `None` if its code is no longer valid.
    async fn write(&self, tenant: TenantId, id: ChallengeId, key: String) -> Result<Option<TextMessage>, JobError> {
        let Some(kept) = contact::open_challenge(&self.identity, tenant, id).await? else { return Ok(None) };
        let channel = match kept.way {
            Way::Sms => TextChannel::Sms,
            Way::Messenger => TextChannel::Messenger,
            Way::Mail => return Ok(None),
        };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let code = code_for(self.identity.pepper(), tenant, id, &kept.seed, CodeKind::Digits);
        let text =
            CODE.in_language(kept.language).replace("{tenant}", &tenant_record.name).replace("{code}", code.expose());
        Ok(Some(TextMessage { tenant, channel, to: kept.target, text, key }))
    }
}

#[async_trait]
impl JobHandler for SendText {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a text without a tenant"))?;
        let CodeMessage { challenge } = serde_json::from_value(job.payload.clone())?;
        let Some(message) = self.write(tenant, challenge, job.id.to_string()).await? else {
            return Ok(Outcome::Done);
        };
        let sent = match self.identity.kept_text_in_outbox(&message).await {
            Ok(false) => self.texter.send(&message).await,
            kept => kept.map(|_| ()),
        };
        match sent {
            Ok(()) => Ok(Outcome::Done),
            Err(MailError::Permanent(reason)) => Ok(Outcome::Dead(reason)),
            Err(error) => Err(error.into()),
        }
    }
}
