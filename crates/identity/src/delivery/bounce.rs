//! Emails that come back: the address is marked, its owner is told in the app and on the other channels, and no more
//! emails go there until the owner mends it.
//!
//! The mail service reports a later bounce by a webhook that is signed as standardwebhooks.com says. Resend sends it in
//! this form, and its SMTP server takes our emails. A mailbox that receives bounces would need a parser for each mail
//! server's own words.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use kernel::{TenantUser, UserId};
use serde::Deserialize;
use sha2::Sha256;
use std::collections::BTreeMap;
use subtle::ConstantTimeEq;

use super::notification::send_on;
use crate::counter::{self, Limit};
use crate::notify::notification::{Content, Topic};
use crate::notify::sent_message::{self, clean_reason};
use crate::{EmailAddress, Identity, IdentityError, Tenant, User, person::user};

/// The largest difference between the signed time and ours, as the scheme recommends.
const CLOCK_MAX: TimeDelta = TimeDelta::minutes(5);
/// The most addresses of one event.
const ADDRESSES_MAX: usize = 50;
/// How often a person can say in a day that their address works again.
const MENDS_PER_DAY: i32 = 3;

/// A message of the mail service, as it came.
#[derive(Clone, Copy, Debug)]
pub struct MailEvent<'a> {
    /// The header `webhook-id` or `svix-id`.
    pub id: &'a str,
    /// The header `webhook-timestamp` or `svix-timestamp`.
    pub timestamp: &'a str,
    /// The header `webhook-signature` or `svix-signature`.
    pub signature: &'a str,
    /// The body.
    pub body: &'a [u8],
}

/// The answer to a message of the mail service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailEventAnswer {
    /// The tenant has no webhook.
    NotConnected,
    /// The signature does not fit, or its time is too far off.
    Unauthenticated,
    /// It was taken, now or before, or it is about something else.
    Taken,
}

/// The keys of the webhooks by the tenant's slug.
#[derive(Clone, Default)]
pub struct MailEventKeys(BTreeMap<String, Vec<u8>>);

impl MailEventKeys {
    /// Adds the secret of a tenant: `whsec_` and 24 to 64 bytes in base64. False if it has another form.
    pub fn add(&mut self, tenant: String, secret: &str) -> bool {
        let key = secret.trim().strip_prefix("whsec_").and_then(|text| STANDARD.decode(text).ok());
        let key = key.filter(|key| (24..=64).contains(&key.len()));
        key.is_some_and(|key| self.0.insert(tenant, key).is_none())
    }
}

/// Whether the signature is one of the key over this message. Pure.
fn is_signed(key: &[u8], event: &MailEvent<'_>, now: DateTime<Utc>) -> bool {
    let at = event.timestamp.parse().ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    if at.is_none_or(|at| (now - at).abs() > CLOCK_MAX) || event.id.is_empty() || event.id.len() > 100 {
        return false;
    }
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return false };
    mac.update(format!("{}.{}.", event.id, event.timestamp).as_bytes());
    mac.update(event.body);
    let expected = mac.finalize().into_bytes();
    // A rotation sends several signatures, separated by spaces.
    event
        .signature
        .split(' ')
        .filter_map(|one| STANDARD.decode(one.strip_prefix("v1,")?).ok())
        .any(|given| given.ct_eq(expected.as_slice()).into())
}

/// The part of an event that we read.
#[derive(Deserialize)]
struct Body {
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    to: Vec<String>,
    #[serde(default)]
    bounce: Option<Bounce>,
}

#[derive(Deserialize)]
struct Bounce {
    #[serde(default)]
    message: String,
    /// `Permanent`, `Transient` or `Undetermined`.
    #[serde(default, rename = "type")]
    kind: String,
}

/// The addresses that take no emails by this event, and what the mail server said. Empty for other events, and for bounces
/// that pass. Pure.
fn bounced(body: &[u8]) -> (Vec<EmailAddress>, String) {
    let Ok(Body { kind, data }) = serde_json::from_slice::<Body>(body) else { return (Vec::new(), String::new()) };
    let bounce = data.bounce.filter(|bounce| kind == "email.bounced" && bounce.kind == "Permanent");
    let Some(bounce) = bounce else { return (Vec::new(), String::new()) };
    let addresses = data.to.iter().take(ADDRESSES_MAX).filter_map(|to| EmailAddress::parse(to).ok()).collect();
    (addresses, bounce.message)
}

impl Identity {
    /// Sets the keys of the mail service's webhooks. Call it once at start-up; without it, none are taken.
    pub fn hear_bounces_by(&self, keys: MailEventKeys) {
        // A second call is ignored.
        let _ = self.inner.mail_event_keys.set(keys);
    }

    /// Takes a message of the mail service. A repetition changes nothing.
    ///
    /// # Errors
    /// Database errors.
    pub async fn take_mail_event(
        &self,
        tenant: &Tenant,
        event: &MailEvent<'_>,
    ) -> Result<MailEventAnswer, IdentityError> {
        let keys = self.inner.mail_event_keys.get();
        let Some(key) = keys.and_then(|keys| keys.0.get(&tenant.slug)) else {
            return Ok(MailEventAnswer::NotConnected);
        };
        let now = self.world().now();
        if !is_signed(key, event, now) {
            return Ok(MailEventAnswer::Unauthenticated);
        }
        let (addresses, reason) = bounced(event.body);
        if addresses.is_empty() {
            return Ok(MailEventAnswer::Taken);
        }
        let mut tx = self.store().tenant(tenant.id).await?;
        if !user::store::take_mail_event(tx.conn(), tenant.id, event.id, now).await? {
            return Ok(MailEventAnswer::Taken);
        }
        for address in addresses {
            let Some(user) = user::store::by_email(tx.conn(), tenant.id, &address).await? else { continue };
            let reason = clean_reason(&reason);
            let whose = TenantUser { tenant: tenant.id, user };
            sent_message::store::bounce_last(tx.conn(), whose, reason.as_deref(), now).await?;
            mark(self, &mut tx, user, address.address()).await?;
        }
        tx.commit().await?;
        Ok(MailEventAnswer::Taken)
    }

    /// Ends the mark of the person's address: its owner says that it takes emails again. The next bounce sets it again.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`] after three times in a day.
    pub async fn mend_mail(&self, tenant: &Tenant, user: UserId) -> Result<User, IdentityError> {
        let now = self.world().now();
        let limit = Limit {
            name: "mail.mended",
            subject: user.to_string(),
            window: TimeDelta::days(1),
            max: MENDS_PER_DAY,
            message: "Our emails came back too often today.",
        };
        let mut tx = self.store().tenant(tenant.id).await?;
        if user::store::clear_mail_bounced(tx.conn(), tenant.id, user).await? {
            counter::store::spend(tx.conn(), tenant.id, now, &[limit]).await?;
            tx.commit().await?;
            tracing::info!(
                event = "mail.mended", tenant = %tenant.id, user = %user,
                "A person says that their address takes emails again."
            );
        }
        self.user(tenant.id, user).await
    }
}

/// Marks the address of a person as one that takes no emails, and tells the person, once until it is mended.
pub(super) async fn mark(
    identity: &Identity,
    tx: &mut ::store::TenantTx,
    user: UserId,
    to: &str,
) -> Result<(), IdentityError> {
    let (tenant, now) = (tx.tenant(), identity.world().now());
    let person = user::store::find(tx.conn(), tenant, user).await?;
    // A bounce of a former address says nothing about the current one.
    if person.is_none_or(|person| !person.email.eq_ignore_ascii_case(to)) {
        return Ok(());
    }
    if !user::store::set_mail_bounced(tx.conn(), tenant, user, now).await? {
        return Ok(());
    }
    tracing::info!(
        event = "mail.bounced", tenant = %tenant, user = %user,
        "The address of a person takes no emails. No more are sent, and the person is told in the app."
    );
    let content = Content::MailBounced { address: to.to_owned() };
    let key = format!("bounced {user} {}", now.timestamp_micros());
    if let Some(added) = identity.add_notification(tx, (user, None), &key, &content).await? {
        send_on(identity, tx, user, (added, Topic::Security)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const BODY: &str = r#"{"test": 2432232314}"#;

    /// The check vector of the scheme.
    #[test]
    fn a_message_is_taken_only_with_its_signature_and_in_its_time() {
        let mut keys = MailEventKeys::default();
        assert!(keys.add("bank".to_owned(), SECRET) && !keys.add("other".to_owned(), "whsec_c2hvcnQ="));
        let key = &keys.0["bank"];
        let event = MailEvent {
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: "1614265330",
            signature: "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            body: BODY.as_bytes(),
        };
        let at = DateTime::from_timestamp(1_614_265_330, 0).unwrap();
        assert!(is_signed(key, &event, at + CLOCK_MAX));
        assert!(!is_signed(key, &event, at + CLOCK_MAX + TimeDelta::seconds(1)), "too old");
        assert!(!is_signed(key, &event, at - CLOCK_MAX - TimeDelta::seconds(1)), "from the future");
        assert!(!is_signed(&[7; 32], &event, at), "another key");
        for other in [
            MailEvent { body: b"{}", ..event },
            MailEvent { id: "msg_2", ..event },
            MailEvent { timestamp: "1614265331", ..event },
            MailEvent { signature: "v1,AAAA", ..event },
            MailEvent { signature: "", ..event },
        ] {
            assert!(!is_signed(key, &other, at), "{other:?}");
        }
    }

    #[test]
    fn only_bounces_that_do_not_pass_name_addresses() {
        let event = |kind: &str, bounce: &str| {
            let body = format!(
                r#"{{"type":"{kind}","created_at":"2026-03-01T12:00:00Z","data":{{"email_id":"e1","to":["Ada@Example.com"],
                    "bounce":{{"message":"550 no such user","type":"{bounce}","subType":"General"}}}}}}"#
            );
            bounced(body.as_bytes()).0.len()
        };
        assert_eq!(event("email.bounced", "Permanent"), 1);
        assert_eq!((event("email.bounced", "Transient"), event("email.delivered", "Permanent")), (0, 0));
        assert_eq!(bounced(b"[]").0.len() + bounced(br#"{"type":"email.bounced","data":{}}"#).0.len(), 0);
    }
}
