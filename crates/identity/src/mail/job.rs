//! The job `mail.send`. It carries what the mail is about and never its words: the code is computed when it is sent.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{ChallengeId, TenantId, UserId};
use serde::{Deserialize, Serialize};
use store::{Job, JobError, JobHandler, JobSpec, Outcome};
use uuid::Uuid;

use super::security::{self, Notice};
use super::{Mail, MailError, Mailer, template};
use crate::{Identity, login};

const KIND: &str = "mail.send";
/// With the queue's doubling waits about four minutes: a code is worth nothing later.
const ATTEMPTS_MAX: i32 = 8;

/// What a mail is about.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "mail", rename_all = "snake_case")]
enum About {
    LoginCode { challenge: ChallengeId },
    Security { user: UserId, notice: Notice },
}

/// The mail with the code of a challenge.
pub(crate) fn login_code(tenant: TenantId, challenge: ChallengeId) -> JobSpec {
    let about = serde_json::to_value(About::LoginCode { challenge }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(challenge.to_string()).attempts(ATTEMPTS_MAX)
}

/// The mail that tells a person what happened to their account; one for each `event`.
pub(crate) fn security(tenant: TenantId, user: UserId, notice: Notice, event: Uuid) -> JobSpec {
    let about = serde_json::to_value(About::Security { user, notice }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("security {event}")).attempts(ATTEMPTS_MAX)
}

/// Does `mail.send`.
pub struct SendMail {
    identity: Identity,
    mailer: Arc<dyn Mailer>,
}

impl SendMail {
    /// Sends through `mailer`.
    pub fn new(identity: Identity, mailer: Arc<dyn Mailer>) -> Self {
        Self { identity, mailer }
    }

    /// The mail of a challenge; `None` when its code is of no use any more.
    async fn write_login_code(
        &self,
        tenant: TenantId,
        challenge: ChallengeId,
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let mut tx = self.identity.store().tenant_read(tenant).await?;
        let kept = login::store::find(tx.conn(), tenant, challenge).await?;
        drop(tx);
        let now = self.identity.world().now();
        let Some(kept) = kept.filter(|kept| kept.open && now < kept.expires_at) else {
            return Ok(None);
        };
        let house = self.identity.tenant_by_id(tenant).await?;
        let code = login::code_for(self.identity.pepper(), tenant, kept.id, &kept.seed, kept.code_kind);
        let minutes = (kept.expires_at - kept.created_at).num_minutes();
        let written = template::login_code(kept.language, &house.name, &code, minutes, &kept.network);
        Ok(Some(Mail {
            tenant,
            from_name: house.name,
            to: kept.email.address().to_owned(),
            subject: written.subject,
            text: written.text,
            html: Some(written.html),
            key,
        }))
    }
}

#[async_trait]
impl JobHandler for SendMail {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a mail without a tenant"))?;
        let key = job.id.to_string();
        let written = match serde_json::from_value(job.payload.clone())? {
            About::LoginCode { challenge } => self.write_login_code(tenant, challenge, key).await?,
            About::Security { user, notice } => security::write(&self.identity, tenant, user, notice, key).await?,
        };
        let Some(mail) = written else {
            return Ok(Outcome::Done);
        };
        match self.mailer.send(&mail).await {
            Ok(()) => Ok(Outcome::Done),
            Err(MailError::Permanent(reason)) => Ok(Outcome::Dead(reason)),
            Err(error) => Err(error.into()),
        }
    }
}
