//! Hyperswitch, or a payment orchestrator with the same API (api-reference.hyperswitch.io, version 1): it charges cards
//! and pays out to them through the acquirers that the tenant has connected there.
//!
//! Every payment, refund and payout has an id that follows from the port's idempotency key, so that a repeated request
//! meets the same object. The platform stores no card: the orchestrator's vault does. A webhook is only a hint: the
//! object is looked up before anything is decided. A job looks too, so that a lost webhook delays and loses nothing.

mod api;
mod codes;
mod disputes;
mod look;
#[cfg(test)]
mod lookups;
mod rail;
mod wallet_rail;
mod wallets;
mod webhook;
mod wire;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use ::store::{JobSpec, Store};
use exchange::rails::{RailError, Webhook};
use kernel::{Currency, TenantId, World};
use partners::public::is_public;
use sha2::{Digest, Sha256};
use url::Url;
use zeroize::Zeroizing;

pub use self::look::failing_card_lookups;
pub(crate) use self::look::lookup_pulse;
use api::Api;
use codes::Codes;
use webhook::Subject;
use words::RequestError;

pub(crate) use disputes::KIND as DISPUTE_KIND;
pub(crate) use look::KIND as LOOK_UP_KIND;

/// The characters of an id after its prefix.
const DIGITS: usize = 26;

/// Why the settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum OrchestratorConfigError {
    /// The address has another form.
    #[error("URL must begin with https:// and have no user, query or fragment")]
    Url,
    /// The address is an address of a private network.
    #[error("URL must be a public address")]
    NotPublic,
    /// The key cannot be sent as a header.
    #[error("KEY must be of visible ASCII characters")]
    Key,
    /// The publishable key cannot be sent as a header.
    #[error("PUBLISHABLE_KEY must be of visible ASCII characters")]
    PublishableKey,
    /// The webhook key is too short to prove anything.
    #[error("WEBHOOK_KEY must have at least 16 characters")]
    WebhookKey,
    /// No currency was given.
    #[error("CURRENCIES must name at least one currency")]
    Currencies,
    /// The HTTP client cannot be created.
    #[error("the client cannot be made")]
    Client,
}

/// A tenant's account at the orchestrator. No `Debug`: it holds secrets.
pub struct OrchestratorSettings {
    /// The address of the API.
    pub url: String,
    /// The secret API key.
    pub key: String,
    /// The publishable API key, which is no secret; without it no wallets of browsers.
    pub publishable_key: Option<String>,
    /// The payment response hash key, which signs webhooks.
    pub webhook_key: String,
    /// The business profile; the account's default without it.
    pub profile: Option<String>,
    /// The currencies of card payments and payouts.
    pub currencies: BTreeSet<Currency>,
}

/// The card acquirer of one tenant, with the accounts that it replaced: what began with an earlier account is found, paid
/// back and disputed there. Cheap to clone.
#[derive(Clone)]
pub struct Orchestrator(Arc<Inner>, Arc<[Orchestrator]>);

struct Inner {
    store: Store,
    world: World,
    api: Api,
    webhook_key: Zeroizing<String>,
    profile: Option<String>,
    currencies: BTreeSet<Currency>,
    codes: Codes,
    /// What wallets have approved.
    approvals: Codes,
}

impl Orchestrator {
    /// Uses this account, which the operator of the server has set.
    ///
    /// # Errors
    /// [`OrchestratorConfigError`].
    pub fn new(store: Store, world: World, settings: OrchestratorSettings) -> Result<Self, OrchestratorConfigError> {
        Self::reaching(store, world, settings, false)
    }

    /// Uses this account, which an operator of the tenant has set: its address must be public. `http` to this machine
    /// stays possible; who makes the connection checks that only a server that is not reachable by others gets it.
    ///
    /// # Errors
    /// [`OrchestratorConfigError`].
    pub fn public(store: Store, world: World, settings: OrchestratorSettings) -> Result<Self, OrchestratorConfigError> {
        Self::reaching(store, world, settings, true)
    }

    fn reaching(
        store: Store,
        world: World,
        settings: OrchestratorSettings,
        is_public_only: bool,
    ) -> Result<Self, OrchestratorConfigError> {
        const WEBHOOK_KEY_MIN: usize = 16;
        let OrchestratorSettings { url, key, publishable_key, webhook_key, profile, currencies } = settings;
        let url = Url::parse(&url).map_err(|_| OrchestratorConfigError::Url)?;
        let safe = url.scheme() == "https" || (url.scheme() == "http" && is_here(&url));
        let plain = url.username().is_empty() && url.password().is_none();
        if !safe || !plain || url.query().is_some() || url.fragment().is_some() || url.cannot_be_a_base() {
            return Err(OrchestratorConfigError::Url);
        }
        let is_public_only = is_public_only && !is_here(&url);
        if is_public_only && !may_be_public(&url) {
            return Err(OrchestratorConfigError::NotPublic);
        }
        let is_key = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_key(&key) {
            return Err(OrchestratorConfigError::Key);
        }
        if !publishable_key.as_deref().is_none_or(is_key) {
            return Err(OrchestratorConfigError::PublishableKey);
        }
        if webhook_key.len() < WEBHOOK_KEY_MIN {
            return Err(OrchestratorConfigError::WebhookKey);
        }
        if currencies.is_empty() {
            return Err(OrchestratorConfigError::Currencies);
        }
        let api = Api::new(url, (key, publishable_key), is_public_only).map_err(|_| OrchestratorConfigError::Client)?;
        let webhook_key = Zeroizing::new(webhook_key);
        let (codes, approvals) = <_>::default();
        let inner = Inner { store, world, api, webhook_key, profile, currencies, codes, approvals };
        Ok(Self(Arc::new(inner), Arc::default()))
    }

    /// The same, which replaced these accounts, the newest first.
    pub(crate) fn after(self, earlier: Vec<Self>) -> Self {
        Self(self.0, earlier.into())
    }

    /// This account, and then those that it replaced.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.1.iter())
    }

    /// The currencies of card payments and payouts.
    pub fn currencies(&self) -> impl Iterator<Item = Currency> {
        self.0.currencies.iter().copied()
    }

    /// Whether an address is of this machine.
    #[must_use]
    pub fn is_here(address: &str) -> bool {
        Url::parse(address).is_ok_and(|url| is_here(&url))
    }

    /// Asks for an object that does not exist: whether the orchestrator answers, and knows the key. A sentence either way.
    ///
    /// # Errors
    /// The sentence, if the account cannot be used.
    pub async fn probe(&self) -> Result<String, String> {
        let path = format!("payments/{}", Object::Payment.id("probe"));
        match self.0.api.send::<serde_json::Value>(reqwest::Method::GET, &path, None, api::SHORT).await {
            Ok(_) | Err(RequestError::NotFound) => Ok("The orchestrator answers, and it knows the key.".to_owned()),
            Err(RequestError::Refusal(code)) => Err(format!("The orchestrator answered {code}.")),
            Err(RequestError::Exists) => Err("The orchestrator gave an answer that fits no question.".to_owned()),
            Err(RequestError::Unclear(reason)) => {
                let mut said = reason.replace("the orchestrator: ", "The orchestrator cannot be used: ");
                said.push('.');
                Err(said)
            }
        }
    }

    /// Authenticates a webhook and schedules a look-up of its object.
    pub(crate) async fn take_webhook(
        &self,
        tenant: TenantId,
        signature: &str,
        body: &[u8],
    ) -> Result<Webhook, RailError> {
        if !self.all().any(|account| webhook::is_theirs(account.0.webhook_key.as_bytes(), signature, body)) {
            return Ok(Webhook::Unauthenticated);
        }
        let (object, id) = match webhook::subject(body) {
            Some(Subject::Ours(object, id)) => (object, id),
            Some(Subject::ForeignRefund(id)) => {
                tracing::error!(event = "card_payment.refunded", %tenant, id, "A payment was refunded outside of Agio.");
                return Ok(Webhook::Taken);
            }
            Some(Subject::Dispute { id, payment }) => {
                tracing::warn!(event = "card_payment.disputed", %tenant, payment, "A payment is disputed.");
                let enqueued = async {
                    let mut tx = self.0.store.tenant(tenant).await?;
                    disputes::on_webhook(&mut tx, self.0.world.now(), (&id, &payment)).await?;
                    tx.commit().await
                };
                enqueued.await.map_err(|error: ::store::StoreError| unavailable(error.to_string()))?;
                return Ok(Webhook::Taken);
            }
            None => {
                tracing::info!(event = "card_webhook.foreign", %tenant, "A webhook is about no payment of Agio.");
                return Ok(Webhook::Taken);
            }
        };
        let enqueued = async {
            let mut tx = self.0.store.tenant(tenant).await?;
            look::on_webhook(&mut tx, self.0.world.now(), object, &id).await?;
            tx.commit().await
        };
        enqueued.await.map_err(|error: ::store::StoreError| unavailable(error.to_string()))?;
        Ok(Webhook::Taken)
    }

    async fn enqueue(&self, tenant: TenantId, job: JobSpec) -> Result<(), RailError> {
        let added = async {
            let mut tx = self.0.store.tenant(tenant).await?;
            tx.enqueue(self.0.world.now(), &[job]).await?;
            tx.commit().await
        };
        added.await.map_err(|error: ::store::StoreError| unavailable(error.to_string()))
    }
}

/// Whether an address is of this machine, for tests.
fn is_here(url: &Url) -> bool {
    url.host_str().is_some_and(|host| matches!(host, "127.0.0.1" | "localhost" | "[::1]"))
}

/// Whether an address can be public: a name is checked when it is resolved.
fn may_be_public(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(ip)) => is_public(ip.into()),
        Some(url::Host::Ipv6(ip)) => is_public(ip.into()),
        Some(url::Host::Domain(_)) => true,
        None => false,
    }
}

fn unavailable(reason: String) -> RailError {
    RailError::Unavailable { rail: "card".to_owned(), reason }
}

/// An object of the orchestrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Object {
    Payment,
    Refund,
    Payout,
}

impl Object {
    #[cfg(test)]
    const ALL: [Self; 3] = [Self::Payment, Self::Refund, Self::Payout];

    const fn prefix(self) -> &'static str {
        match self {
            Self::Payment => "pay_",
            Self::Refund => "ref_",
            Self::Payout => "payout_",
        }
    }

    /// The id of the object with this idempotency key. Ids of payments have 30 characters, as the orchestrator requires.
    fn id(self, key: &str) -> String {
        id_of(self.prefix(), key)
    }

    /// Whether an id has the form of [`Object::id`].
    fn owns(self, id: &str) -> bool {
        let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        id.strip_prefix(self.prefix()).is_some_and(|rest| rest.len() == DIGITS && rest.bytes().all(hexadecimal))
    }
}

/// The id of the payment for the wallets of an order. No [`Object`] has it, so that webhooks about it are foreign.
fn session_id(key: &str) -> String {
    id_of("wal_", key)
}

fn id_of(prefix: &str, key: &str) -> String {
    let digest = hex::encode(Sha256::digest(key.as_bytes()));
    format!("{prefix}{}", digest.get(..DIGITS).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_id_follows_from_its_key_and_tells_its_object(key in ".{0,80}") {
            for object in Object::ALL {
                let id = object.id(&key);
                prop_assert_eq!(&id, &object.id(&key));
                prop_assert!((30..=33).contains(&id.len()), "{}", id);
                let owners: Vec<Object> = Object::ALL.into_iter().filter(|other| other.owns(&id)).collect();
                prop_assert_eq!(owners, [object]);
            }
        }

        #[test]
        fn the_payment_of_a_wallet_session_is_no_charge(key in ".{0,80}") {
            let id = session_id(&key);
            prop_assert_eq!(id.len(), 30);
            prop_assert!(!Object::ALL.into_iter().any(|object| object.owns(&id)));
        }

        #[test]
        fn another_key_is_another_id(one in ".{0,20}", other in ".{0,20}") {
            prop_assert_eq!(Object::Payment.id(&one) == Object::Payment.id(&other), one == other);
        }

        #[test]
        fn a_foreign_id_is_not_recognised(id in "(pay_|ref_|payout_)?[a-z0-9_/?.]{0,40}") {
            for object in Object::ALL.into_iter().filter(|object| object.owns(&id)) {
                prop_assert!(id.strip_prefix(object.prefix()).unwrap().bytes().all(|byte| byte.is_ascii_hexdigit()));
            }
        }
    }
}
