//! Beginning a sign-in at a provider, and what it sends back.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use kernel::UserId;
use sha2::{Digest, Sha256};

use super::error::ExternalError;
use super::model::ATTEMPT_LIFE;
use super::store::{self, NewAttempt, Returned};
use super::{Provider, Question};
use crate::counter::{self, Limit};
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant, rules};

const BEGUN: &str = "Too many sign-ins were begun from this network.";
/// Names are only a comfort: what is longer is left out.
const NAME_CHARS_MAX: usize = 100;
const CODE_BYTES_MAX: usize = 4_096;

/// A sign-in that was begun.
#[derive(Clone, Debug)]
pub struct Started {
    /// Where the person goes.
    pub address: String,
    /// Finds the sign-in again.
    pub state: Secret,
    /// Stays with the browser that began; nobody else may end it.
    pub browser: Secret,
    /// To be asked of the provider's own program, where one signs in instead of a page.
    pub nonce: String,
}

impl Identity {
    /// The ways to sign in beside a code by e-mail that a tenant has.
    pub fn offered(&self, tenant: &Tenant) -> Vec<Provider> {
        let Some(connections) = self.connections() else { return Vec::new() };
        let has = |provider: &Provider| match provider {
            Provider::Telegram => connections.bots.of(&tenant.slug).is_some(),
            openid => connections.openid.registration(&tenant.slug, *openid).is_some(),
        };
        Provider::ALL.into_iter().filter(has).collect()
    }

    /// Begins a sign-in at `provider`, or for `linking` the adding of an identity there. It lasts 10 minutes.
    ///
    /// # Errors
    /// [`ExternalError`]; [`IdentityError::TooMany`] beyond 60 in 10 minutes from one network.
    pub async fn start_external(
        &self,
        tenant: &Tenant,
        provider: Provider,
        redirect_uri: &str,
        linking: Option<UserId>,
        context: &ClientContext,
    ) -> Result<Started, IdentityError> {
        let openid = &self.connections().ok_or(ExternalError::NotOffered)?.openid;
        openid.registration(&tenant.slug, provider).ok_or(ExternalError::NotOffered)?;
        let now = self.world().now();
        let (state, state_hash) = token::generate(self.world(), TokenKind::State);
        let (browser, browser_hash) = token::generate(self.world(), TokenKind::Browser);
        let nonce = URL_SAFE_NO_PAD.encode(self.world().random::<32>());
        let verifier = URL_SAFE_NO_PAD.encode(self.world().random::<32>());
        let question = Question {
            state: state.expose().to_owned(),
            nonce: nonce.clone(),
            challenge: URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())),
            redirect_uri: redirect_uri.to_owned(),
        };
        // The provider's own document may have to be read first; nothing is kept of a sign-in that leads nowhere.
        let address = openid.address(&tenant.slug, provider, &question).await?;
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, now, &[limit(tenant, context)]).await?;
        let attempt = NewAttempt {
            id: self.world().uuid(),
            provider,
            state: state_hash,
            browser: browser_hash,
            nonce: &nonce,
            verifier: &verifier,
            redirect_uri,
            user: linking,
            created_at: now,
            expires_at: now + ATTEMPT_LIFE,
        };
        store::add(tx.conn(), tenant.id, &attempt).await?;
        tx.commit().await?;
        Ok(Started { address, state, browser, nonce })
    }

    /// Keeps what a provider sent back, for the browser that began. Comes across sites and from anybody, so it opens
    /// nothing; what fits no sign-in under way is dropped.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn external_returned(
        &self,
        tenant: &Tenant,
        provider: Provider,
        state: &str,
        mut returned: Returned,
    ) -> Result<(), IdentityError> {
        let Some(state) = token::parse(TokenKind::State, state) else { return Ok(()) };
        let printable = |text: &str| !text.chars().any(char::is_control);
        if returned.code.is_empty() || returned.code.len() > CODE_BYTES_MAX || !printable(&returned.code) {
            return Ok(());
        }
        if returned.issuer.as_deref().is_some_and(|issuer| !printable(issuer)) {
            return Ok(());
        }
        let kept = |text: Option<String>| rules::label(&text?, 1, NAME_CHARS_MAX).ok();
        returned.given_name = kept(returned.given_name);
        returned.family_name = kept(returned.family_name);
        returned.issuer = returned.issuer.map(|issuer| issuer.chars().take(300).collect());
        let mut tx = self.store().tenant(tenant.id).await?;
        store::returned(tx.conn(), tenant.id, provider, &state, &returned, self.world().now()).await?;
        Ok(tx.commit().await?)
    }
}

fn limit(tenant: &Tenant, context: &ClientContext) -> Limit {
    let max = if tenant.sandbox { 10_000 } else { 60 };
    Limit { name: "external.network", subject: context.network(), window: TimeDelta::minutes(10), max, message: BEGUN }
}
