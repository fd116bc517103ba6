//! The job `mail.send`. Its payload describes the email without its text: a code is derived when the email is sent.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{ChallengeId, OperatorId, TenantId, UserId};
use serde::{Deserialize, Serialize};
use store::{Job, JobError, JobHandler, JobSpec, Outcome};
use uuid::Uuid;

use super::order::{self, OrderNotice};
use super::plan::{self, PlanNotice};
use super::security::{self, Facts, Notice};
use super::template::Written;
use super::{Mail, MailError, Mailer, closing_words, codes, hold_words, to_operators};
use crate::anti_phishing_phrase::SealedPhrase;
use crate::operator::break_glass::Report;
use crate::operator::brute_force_alert::Guessing;
use crate::{ClientContext, Identity, Language, contact, login, operator};

const KIND: &str = "mail.send";
/// With the queue's exponential back-off, about two minutes: a code is useless later.
const CODE_ATTEMPTS_MAX: i32 = 8;
/// Security notices are useful even if late: with the queue's back-off of at most ten minutes, more than half a day.
const NOTICE_ATTEMPTS_MAX: i32 = 100;

/// The subject of an email.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "mail", rename_all = "snake_case")]
enum About {
    LoginCode {
        challenge: ChallengeId,
    },
    Security {
        user: UserId,
        notice: Notice,
        #[serde(default)]
        former: bool,
        /// The anti-phishing phrase to show instead of the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phrase: Option<SealedPhrase>,
    },
    ContactCode {
        challenge: ChallengeId,
    },
    EmailChanged {
        /// The former owner of the address.
        #[serde(default)]
        user: Option<UserId>,
        to: String,
        language: Language,
        network: String,
    },
    OperatorInvitation {
        invitation: Uuid,
        language: Language,
        /// The host of the request. It selects among the tenant's hosts.
        #[serde(default)]
        host: String,
    },
    GlassReport {
        report: Report,
        to: OperatorId,
    },
    Guessing {
        guessing: Guessing,
        to: OperatorId,
    },
    Order {
        notice: OrderNotice,
    },
    Plan {
        notice: PlanNotice,
    },
    Erased {
        to: String,
        language: Language,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phrase: Option<SealedPhrase>,
    },
}

/// The email with a sign-in code.
pub(crate) fn login_code(tenant: TenantId, challenge: ChallengeId) -> JobSpec {
    let about = serde_json::to_value(About::LoginCode { challenge }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(challenge.to_string()).attempts(CODE_ATTEMPTS_MAX)
}

/// The email about an account event; one for each `event`.
pub(crate) fn security(tenant: TenantId, user: UserId, notice: Notice, event: Uuid) -> JobSpec {
    notice_to(tenant, user, notice, event, (false, None))
}

/// Like `security`, and a second email to the former address if it changed recently: an attacker who changes the
/// address must not be the only one who is notified.
pub(crate) fn security_to_all(tenant: TenantId, user: UserId, notice: Notice, event: Uuid) -> [JobSpec; 2] {
    [false, true].map(|former| notice_to(tenant, user, notice, event, (former, None)))
}

/// The emails about a changed or removed anti-phishing phrase. They show the phrase `before` and also go to a recent
/// former address. The notice of a first phrase goes to the current address only.
pub(crate) fn phrase(
    tenant: TenantId,
    user: UserId,
    notice: Notice,
    event: Uuid,
    before: Option<SealedPhrase>,
) -> Vec<JobSpec> {
    let to: &[bool] = if before.is_some() { &[false, true] } else { &[false] };
    to.iter().map(|former| notice_to(tenant, user, notice, event, (*former, before.clone()))).collect()
}

fn notice_to(
    tenant: TenantId,
    user: UserId,
    notice: Notice,
    event: Uuid,
    (former, phrase): (bool, Option<SealedPhrase>),
) -> JobSpec {
    let about = serde_json::to_value(About::Security { user, notice, former, phrase }).unwrap_or_default();
    let key = if former { format!("security {event} former") } else { format!("security {event}") };
    JobSpec::new(KIND, tenant, about).unique(key).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The email with the code for a new address.
pub(crate) fn contact_code(tenant: TenantId, challenge: ChallengeId) -> JobSpec {
    let about = serde_json::to_value(About::ContactCode { challenge }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(challenge.to_string()).attempts(CODE_ATTEMPTS_MAX)
}

/// The notice to the former address of an account; `challenge` made the change.
pub(crate) fn email_changed(
    tenant: TenantId,
    challenge: ChallengeId,
    (user, to): (UserId, &str),
    language: Language,
    context: &ClientContext,
) -> JobSpec {
    let about = About::EmailChanged { user: Some(user), to: to.to_owned(), language, network: context.network() };
    let about = serde_json::to_value(about).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("{challenge}:notice")).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The email with an operator's invitation link, in the inviter's language and with the host of the tenant that the
/// inviter uses.
pub(crate) fn operator_invitation(tenant: TenantId, invitation: Uuid, context: &ClientContext) -> JobSpec {
    let host = context.host.clone().unwrap_or_default();
    let about = About::OperatorInvitation { invitation, language: context.language, host };
    let about = serde_json::to_value(about).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("invitation {invitation}")).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The break-glass report to an operator, for one minute.
pub(crate) fn glass_report(tenant: TenantId, report: Report, to: OperatorId) -> JobSpec {
    let key = format!("glass {} {} {to}", report.operator, report.from.timestamp());
    let about = serde_json::to_value(About::GlassReport { report, to }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(key).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The brute-force alert to an operator; one for each hour.
pub(crate) fn guessing(tenant: TenantId, guessing: Guessing, to: OperatorId) -> JobSpec {
    let key = format!("guessing {} {to}", guessing.since.timestamp());
    let about = serde_json::to_value(About::Guessing { guessing, to }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(key).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The email about an order; one for each `event`.
pub(super) fn order(tenant: TenantId, notice: &OrderNotice, event: &str) -> JobSpec {
    let about = serde_json::to_value(About::Order { notice: notice.clone() }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("order {event}")).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The email about an event of a plan; one for each `event`.
pub(super) fn plan(tenant: TenantId, notice: &PlanNotice, event: &str) -> JobSpec {
    let about = serde_json::to_value(About::Plan { notice: notice.clone() }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("plan {event}")).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The last email to an erased customer; `closing` is the closure request. The address and the encrypted phrase are
/// stored in the job only, and are deleted with it.
pub(crate) fn erased(
    tenant: TenantId,
    closing: Uuid,
    to: &str,
    language: Language,
    phrase: Option<SealedPhrase>,
) -> JobSpec {
    let about = serde_json::to_value(About::Erased { to: to.to_owned(), language, phrase }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("erased {closing}")).attempts(NOTICE_ATTEMPTS_MAX)
}

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
        let house = self.identity.tenant_by_id(tenant).await?;
        let code = login::code_for(self.identity.pepper(), tenant, kept.id, &kept.seed, kept.code_kind);
        let minutes = (kept.expires_at - kept.created_at).num_minutes();
        let written = codes::login_code(kept.language, &house.name, &code, minutes, &kept.network);
        let written = written.with_phrase(phrase.as_deref());
        Ok(Some(mail(tenant, house.name.clone(), kept.email.address().to_owned(), written, key)))
    }

    /// The email to an unverified address. It does not show the anti-phishing phrase.
    async fn write_contact_code(
        &self,
        tenant: TenantId,
        challenge: ChallengeId,
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let Some(kept) = contact::open_challenge(&self.identity, tenant, challenge).await? else { return Ok(None) };
        let house = self.identity.tenant_by_id(tenant).await?;
        let code = login::code_for(self.identity.pepper(), tenant, kept.id, &kept.seed, login::CodeKind::Digits);
        let minutes = (kept.expires_at - kept.created_at).num_minutes();
        let written = codes::contact_code(kept.language, &house.name, &code, minutes);
        Ok(Some(mail(tenant, house.name.clone(), kept.target, written, key)))
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
        let house = self.identity.tenant_by_id(tenant).await?;
        let nowhere = || JobError::new("the tenant has no host that a link could lead to");
        let site = house.origin_for_mail(host).ok_or_else(nowhere)?;
        let link = format!("{site}/console/join#{}", token.expose());
        let written = to_operators::operator_invitation(language, &house.name, &link, expires_at);
        Ok(Some(mail(tenant, house.name.clone(), to, written, key)))
    }

    async fn write_glass_report(
        &self,
        tenant: TenantId,
        (report, to): (Report, OperatorId),
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let told = operator::break_glass::to_be_told(&self.identity, tenant, report, to).await?;
        let Some((to, who, told)) = told else { return Ok(None) };
        let house = self.identity.tenant_by_id(tenant).await?;
        let language = house.languages.first().copied().unwrap_or(Language::En);
        let written = to_operators::glass_report(language, &house.name, &who, &told);
        Ok(Some(mail(tenant, house.name.clone(), to, written, key)))
    }

    async fn write_guessing(
        &self,
        tenant: TenantId,
        (guessing, to): (Guessing, OperatorId),
        key: String,
    ) -> Result<Option<Mail>, JobError> {
        let Some(to) = operator::brute_force_alert::address(&self.identity, tenant, to).await? else { return Ok(None) };
        let house = self.identity.tenant_by_id(tenant).await?;
        let language = house.languages.first().copied().unwrap_or(Language::En);
        Ok(Some(mail(tenant, house.name.clone(), to, to_operators::guessing(language, &house.name, guessing), key)))
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
            About::GlassReport { report, to } => self.write_glass_report(tenant, (report, to), key).await,
            About::Guessing { guessing, to } => self.write_guessing(tenant, (guessing, to), key).await,
            About::EmailChanged { user, to, language, network } => {
                let house = self.identity.tenant_by_id(tenant).await?;
                let phrase = match user {
                    Some(user) => self.identity.mail_phrase(tenant, user).await?,
                    None => None,
                };
                let held = hold_words::held(language, house.payout_hold_hours);
                let written = codes::email_changed(language, &house.name, &network, held.as_deref());
                let written = written.with_phrase(phrase.as_deref());
                Ok(Some(mail(tenant, house.name.clone(), to, written, key)))
            }
            About::Plan { notice } => Ok(plan::write(&self.identity, tenant, &notice, key).await?),
            About::Order { notice } => Ok(order::write(&self.identity, tenant, &notice, key).await?),
            About::Erased { to, language, phrase } => {
                let house = self.identity.tenant_by_id(tenant).await?;
                let mut tx = self.identity.store().tenant(tenant).await?;
                let phrase = self.identity.open_phrase(&mut tx, phrase.as_ref()).await?;
                drop(tx);
                let written = security::filled(language, closing_words::erased(), &house.name, &Facts::default());
                let written = written.with_phrase(phrase.as_deref());
                Ok(Some(mail(tenant, house.name.clone(), to, written, key)))
            }
        }
    }
}

pub(super) fn mail(tenant: TenantId, from_name: String, to: String, written: Written, key: String) -> Mail {
    let html = Some(written.html());
    let Written { subject, text, .. } = written;
    Mail { tenant, from_name, to, subject, text, html, key }
}

#[async_trait]
impl JobHandler for SendMail {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a mail without a tenant"))?;
        let about: About = serde_json::from_value(job.payload.clone())?;
        let Some(mail) = self.write(tenant, about, job.id.to_string()).await? else {
            return Ok(Outcome::Done);
        };
        let sent = match self.identity.kept_in_outbox(&mail).await {
            Ok(false) => self.mailer.send(&mail).await,
            kept => kept.map(|_| ()),
        };
        match sent {
            Ok(()) => Ok(Outcome::Done),
            Err(MailError::Permanent(reason)) => Ok(Outcome::Dead(reason)),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use store::jobs::backoff;

    use super::*;

    #[test]
    fn a_code_is_tried_for_minutes_and_what_protects_somebody_for_half_a_day() {
        let (tenant, id) = (TenantId::from_uuid(Uuid::nil()), Uuid::nil());
        let lasts = |spec: &JobSpec| (1..spec.attempts_max).map(|attempt| backoff(attempt, 0)).sum::<TimeDelta>();
        let (challenge, user) = (ChallengeId::from_uuid(id), UserId::from_uuid(id));
        for code in [login_code(tenant, challenge), contact_code(tenant, challenge)] {
            assert!(lasts(&code) > TimeDelta::minutes(2) && lasts(&code) < TimeDelta::minutes(10));
        }
        let to = (user, "a@example.com");
        let changed = email_changed(tenant, challenge, to, Language::En, &ClientContext::default());
        for notice in [security(tenant, user, Notice::TotpRemoved, id), changed] {
            assert!(lasts(&notice) > TimeDelta::hours(12), "{:?}", lasts(&notice));
        }
    }
}
