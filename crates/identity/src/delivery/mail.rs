//! The handler of the job `mail.send`: loads what an email says, writes it and sends it.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{ChallengeId, OperatorId, TenantId};
use store::{Job, JobError, JobHandler, Outcome};
use uuid::Uuid;

use super::log::{self, Attempt};
use super::notification::{self, Rule};
use super::{NOT_VALID, notices, security};
use crate::notify::mail::job::{About, KIND};
use crate::notify::mail::security::{Facts, filled};
use crate::notify::mail::{
    AlertLine, Mail, MailError, Mailer, Report, WrongCodes, alert_words, closing_words, codes, hold_words, to_operators,
};
use crate::one_time_code::{CodeKind, code_for};
use crate::{Identity, Language, auth::login, backoffice::operator, customers::contact, person::user};

/// Handles `mail.send`.
pub struct SendMail {
    identity: Identity,
    mailer: Arc<dyn Mailer>,
}

impl SendMail {
    /// Sends through `mailer`; emails of sandbox tenants go to the outbox.
    pub fn new(identity: Identity, mailer: Arc<dyn Mailer>) -> Self {
        Self { identity, mailer }
    }

    /// The email of a challenge; `None` if its code is no longer valid.
    async fn write_login_code(
        &self,
        tenant: TenantId,
        challenge: ChallengeId,
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        // Decryption needs a write transaction.
        let mut tx = self.identity.store().tenant(tenant).await?;
        let kept = login::store::find(tx.conn(), tenant, challenge).await?;
        let now = self.identity.world().now();
        let Some(kept) = kept.filter(|kept| kept.open && now < kept.expires_at) else {
            return Ok(None);
        };
        let phrase = self.identity.phrase_at(&mut tx, &kept.email).await?;
        drop(tx);
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let code = code_for(self.identity.pepper(), tenant, kept.id, &kept.seed, kept.code_kind);
        let minutes = (kept.expires_at - kept.created_at).num_minutes();
        let written = codes::login_code(kept.language, &tenant_record.name, &code, minutes, &kept.network);
        let written = written.with_phrase(phrase.as_deref());
        Ok(Some(Mail::of(&tenant_record, kept.email.address().to_owned(), written, key)))
    }

    /// The email to an unverified address. It does not show the anti-phishing phrase.
    async fn write_contact_code(
        &self,
        tenant: TenantId,
        challenge: ChallengeId,
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let Some(kept) = contact::open_challenge(&self.identity, tenant, challenge).await? else { return Ok(None) };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let code = code_for(self.identity.pepper(), tenant, kept.id, &kept.seed, CodeKind::Digits);
        let minutes = (kept.expires_at - kept.created_at).num_minutes();
        let written = codes::contact_code(kept.language, &tenant_record.name, &code, minutes);
        Ok(Some(Mail::of(&tenant_record, kept.target, written, key)))
    }

    async fn write_invitation(
        &self,
        tenant: TenantId,
        invitation: Uuid,
        (language, host): (Language, &str),
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let open = operator::account::to_be_sent(&self.identity, tenant, invitation).await?;
        let Some((token, to, expires_at)) = open else { return Ok(None) };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let nowhere = || JobError::new("the tenant has no host that a link could lead to");
        let site = tenant_record.origin_for_mail(host).ok_or_else(nowhere)?;
        let link = format!("{site}/console/join#{}", token.expose());
        let written = to_operators::operator_invitation(language, &tenant_record.name, &link, expires_at);
        Ok(Some(Mail::of(&tenant_record, to, written, key)))
    }

    async fn write_break_glass_report(
        &self,
        tenant: TenantId,
        (report, to): (Report, OperatorId),
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let told = operator::break_glass::to_be_told(&self.identity, tenant, report, to).await?;
        let Some((to, who, told)) = told else { return Ok(None) };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let language = tenant_record.languages.first().copied().unwrap_or(Language::En);
        let written = to_operators::break_glass_report(language, &tenant_record.name, &who, &told);
        Ok(Some(Mail::of(&tenant_record, to, written, key)))
    }

    async fn write_brute_force_alert(
        &self,
        tenant: TenantId,
        (wrong_codes, to): (WrongCodes, OperatorId),
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let Some(to) = operator::brute_force_alert::address(&self.identity, tenant, to).await? else { return Ok(None) };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let language = tenant_record.languages.first().copied().unwrap_or(Language::En);
        Ok(Some(Mail::of(
            &tenant_record,
            to,
            to_operators::brute_force_alert(language, &tenant_record.name, wrong_codes),
            key,
        )))
    }

    async fn write_alerts(
        &self,
        tenant: TenantId,
        (alerts, to): (&[AlertLine], OperatorId),
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let Some(to) = operator::alert::address(&self.identity, tenant, to).await? else { return Ok(None) };
        let tenant_record = self.identity.tenant_by_id(tenant).await?;
        let language = tenant_record.languages.first().copied().unwrap_or(Language::En);
        let written = alert_words::alerts(language, &tenant_record.name, alerts);
        Ok(Some(Mail::of(&tenant_record, to, written, key)))
    }

    /// Whether the person's address takes no emails, so that none is sent.
    async fn stopped(&self, tenant: TenantId, to: Option<&log::MailTo>) -> Result<Option<Attempt>, JobError> {
        let Some(to) = to.filter(|to| to.stops) else { return Ok(None) };
        let mut tx = self.identity.store().tenant_read(tenant).await?;
        let person = user::store::find(tx.conn(), tenant, to.to.user).await?;
        let is_bounced = person.is_some_and(|person| person.mail_bounced_at.is_some());
        Ok(is_bounced.then_some(Attempt::Skipped("the address takes no emails")))
    }

    /// Writes the email and sends it.
    async fn attempt(&self, tenant: TenantId, about: About, job: &Job) -> Result<Attempt, JobError> {
        let Some(mail) = self.write(tenant, about.clone(), job.id.to_string()).await? else {
            return Ok(Attempt::Skipped(NOT_VALID));
        };
        let sent = match self.identity.kept_in_outbox(&mail).await {
            Ok(false) => self.mailer.send(&mail).await,
            kept => kept.map(|_| ()),
        };
        Ok(match sent {
            Ok(()) => Attempt::Sent,
            Err(MailError::NoMailbox(reason)) => {
                notification::refused(&self.identity, tenant, &about, &mail.to).await?;
                Attempt::Bounced(reason)
            }
            Err(MailError::Permanent(reason)) => Attempt::Refused(reason),
            Err(error @ MailError::Temporary(_)) => Attempt::Later(error.to_string()),
        })
    }

    async fn write(&self, tenant: TenantId, about: About, key: String) -> Result<Option<Mail>, JobError> {
        match about {
            About::LoginCode { challenge } => self.write_login_code(tenant, challenge, key).await,
            About::ContactCode { challenge } => self.write_contact_code(tenant, challenge, key).await,
            About::Security { user, notice, former, phrase } => {
                Ok(security::write(&self.identity, tenant, user, (notice, former, phrase), key).await?)
            }
            About::OperatorInvitation { invitation, language, host } => {
                self.write_invitation(tenant, invitation, (language, &host), key).await
            }
            About::BreakGlassReport { report, to } => self.write_break_glass_report(tenant, (report, to), key).await,
            About::WrongCodes { wrong_codes, to } => self.write_brute_force_alert(tenant, (wrong_codes, to), key).await,
            About::Alerts { alerts, to } => self.write_alerts(tenant, (&alerts, to), key).await,
            About::EmailChanged { user, to, language, network } => {
                let tenant_record = self.identity.tenant_by_id(tenant).await?;
                let phrase = match user {
                    Some(user) => self.identity.mail_phrase(tenant, user).await?,
                    None => None,
                };
                let held = hold_words::held(language, tenant_record.payout_hold_hours);
                let written = codes::email_changed(language, &tenant_record.name, &network, held.as_deref());
                let written = written.with_phrase(phrase.as_deref());
                Ok(Some(Mail::of(&tenant_record, to, written, key)))
            }
            About::Plan { notice } => Ok(notices::about_plan(&self.identity, tenant, &notice, key).await?),
            About::Payment { notice } => Ok(notices::about_payment(&self.identity, tenant, &notice, key).await?),
            About::Support { notice } => Ok(notices::about_support(&self.identity, tenant, &notice, key).await?),
            About::Order { notice } => Ok(notices::about_order(&self.identity, tenant, &notice, key).await?),
            About::Erased { to, language, phrase } => {
                let tenant_record = self.identity.tenant_by_id(tenant).await?;
                let mut tx = self.identity.store().tenant(tenant).await?;
                let phrase = self.identity.open_phrase(&mut tx, phrase.as_ref()).await?;
                drop(tx);
                let written = filled(language, closing_words::erased(), &tenant_record.name, &Facts::default());
                let written = written.with_phrase(phrase.as_deref());
                Ok(Some(Mail::of(&tenant_record, to, written, key)))
            }
        }
    }
}

#[async_trait]
impl JobHandler for SendMail {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a mail without a tenant"))?;
        let about: About = serde_json::from_value(job.payload.clone())?;
        let rule = notification::tell(&self.identity, tenant, &about, job).await?;
        let to = log::mail_to(&self.identity, tenant, &about).await?;
        let attempt = match rule {
            Rule::Hold(attempt) => attempt,
            Rule::Send => match self.stopped(tenant, to.as_ref()).await? {
                Some(stopped) => stopped,
                None => self.attempt(tenant, about, job).await?,
            },
        };
        log::end(&self.identity, (tenant, job), to.map(|to| to.to).as_ref(), attempt).await
    }
}
