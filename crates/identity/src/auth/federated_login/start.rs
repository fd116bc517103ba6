//! The start of a sign-in at a provider, and the provider's answer.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use kernel::UserId;
use sha2::{Digest, Sha256};

use super::model::ATTEMPT_LIFE;
use super::store::{self, NewAttempt, Returned};
use super::{Provider, Question};
use crate::counter::{self, Limit};
use crate::error::FederatedLoginError;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant, rules};

/// Attempts per network in ten minutes.
const BEGUN_MAX: i32 = 60;
const BEGUN: &str = "Too many sign-ins were begun from this network.";
/// Longer names are dropped, because they are optional.
const NAME_CHARS_MAX: usize = 100;
const CODE_BYTES_MAX: usize = 4_096;

/// A started sign-in.
#[derive(Clone, Debug)]
pub struct Started {
    /// The provider's URL.
    pub address: String,
    /// The `state` parameter, which identifies the attempt.
    pub state: Secret,
    /// A token that the browser stores; only this browser can finish the attempt.
    pub browser: Secret,
    /// The nonce for the provider's own SDK, if it is used instead of the redirect.
    pub nonce: String,
}

impl Identity {
    /// The tenant's sign-in methods besides the email code.
    pub fn offered(&self, tenant: &Tenant) -> Vec<Provider> {
        let Some(connections) = self.connections() else { return Vec::new() };
        let has = |provider: &Provider| match provider {
            Provider::Telegram => connections.bots.of(&tenant.slug).is_some(),
            openid => connections.openid.registration(&tenant.slug, *openid).is_some(),
        };
        Provider::ALL.into_iter().filter(has).collect()
    }

    /// Starts a sign-in at `provider`, or the linking of an identity to `linking`. The attempt lasts 10 minutes.
    ///
    /// # Errors
    /// [`FederatedLoginError`]; [`IdentityError::TooMany`] beyond 60 in 10 minutes from one network.
    pub async fn start_external(
        &self,
        tenant: &Tenant,
        provider: Provider,
        redirect_uri: &str,
        linking: Option<UserId>,
        context: &ClientContext,
    ) -> Result<Started, IdentityError> {
        let openid = &self.connections().ok_or(FederatedLoginError::NotOffered)?.openid;
        openid.registration(&tenant.slug, provider).ok_or(FederatedLoginError::NotOffered)?;
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
        // The provider's discovery document may be fetched first. An attempt that fails here is not stored.
        let address = openid.address(&tenant.slug, provider, &question).await?;
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, now, &[limit(context)]).await?;
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

    /// Stores the provider's answer for the browser that began the attempt. The request is cross-site and
    /// unauthenticated, so it grants nothing. An answer that matches no open attempt is dropped.
    ///
    /// # Errors
    /// Database errors.
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

fn limit(context: &ClientContext) -> Limit {
    // The providers are real even in a sandbox.
    let window = TimeDelta::minutes(10);
    Limit { name: "external.network", subject: context.network(), window, max: BEGUN_MAX, message: BEGUN }
}
