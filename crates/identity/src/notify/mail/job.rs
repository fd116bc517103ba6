//! The job `mail.send`, which `crate::delivery` runs. Its payload describes the email without its text: a code is derived when the email is sent.

use chrono::{DateTime, Utc};
use kernel::{ChallengeId, OperatorId, TenantId, UserId};
use serde::{Deserialize, Serialize};
use store::JobSpec;
use uuid::Uuid;

use super::alert::AlertLine;
use super::order::OrderNotice;
use super::payment::PaymentNotice;
use super::phrase::SealedPhrase;
use super::plan::PlanNotice;
use super::security::Notice;
use super::support::SupportNotice;
use super::to_operators::{Report, WrongCodes};
use crate::{ClientContext, Language};

/// The kind of the job.
pub(crate) const KIND: &str = "mail.send";
/// With the queue's exponential back-off, about two minutes: a code is useless later.
const CODE_ATTEMPTS_MAX: i32 = 8;
/// Security notices are useful even if late: with the queue's back-off of at most ten minutes, more than half a day.
const NOTICE_ATTEMPTS_MAX: i32 = 100;

/// The subject of an email.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "mail", rename_all = "snake_case")]
pub(crate) enum About {
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
    BreakGlassReport {
        report: Report,
        to: OperatorId,
    },
    WrongCodes {
        wrong_codes: WrongCodes,
        to: OperatorId,
    },
    Alerts {
        alerts: Vec<AlertLine>,
        to: OperatorId,
    },
    Order {
        notice: OrderNotice,
    },
    Plan {
        notice: PlanNotice,
    },
    Payment {
        notice: PaymentNotice,
    },
    Support {
        notice: SupportNotice,
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
pub(crate) fn break_glass_report(tenant: TenantId, report: Report, to: OperatorId) -> JobSpec {
    let key = format!("break_glass {} {} {to}", report.operator, report.from.timestamp());
    let about = serde_json::to_value(About::BreakGlassReport { report, to }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(key).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The brute-force alert to an operator; one for each hour.
pub(crate) fn brute_force_alert(tenant: TenantId, wrong_codes: WrongCodes, to: OperatorId) -> JobSpec {
    let key = format!("wrong_codes {} {to}", wrong_codes.since.timestamp());
    let about = serde_json::to_value(About::WrongCodes { wrong_codes, to }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(key).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The email to an operator about alerts; one for each check.
pub(crate) fn alerts(tenant: TenantId, alerts: Vec<AlertLine>, to: OperatorId, look: DateTime<Utc>) -> JobSpec {
    let about = serde_json::to_value(About::Alerts { alerts, to }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about)
        .unique(format!("alerts {} {to}", look.timestamp_micros()))
        .attempts(NOTICE_ATTEMPTS_MAX)
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

/// The email about a paid payment; one for each `event`. A payer's address is stored in the job only, and is deleted
/// with it.
pub(super) fn payment(tenant: TenantId, notice: &PaymentNotice, event: &str) -> JobSpec {
    let about = serde_json::to_value(About::Payment { notice: notice.clone() }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("payment {event}")).attempts(NOTICE_ATTEMPTS_MAX)
}

/// The email about a conversation with support; one for each `event`.
pub(super) fn support(tenant: TenantId, notice: &SupportNotice, event: &str) -> JobSpec {
    let about = serde_json::to_value(About::Support { notice: notice.clone() }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("support {event}")).attempts(NOTICE_ATTEMPTS_MAX)
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

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use store::jobs::backoff;

    use super::*;

    #[test]
    fn code_mails_are_retried_for_minutes_and_security_mails_for_half_a_day() {
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
