//! Federated login: Google and Apple by OpenID Connect, and the links between their identities and accounts.
//!
//! A sign-in at a provider is a stored attempt. The `state` parameter identifies it, and only the browser that began it
//! can finish it. An identity is (issuer, subject), never an email address. A verified address of a provider can create
//! an account, but it never opens an existing one: that takes a code sent to the address.

mod claims;
mod finish;
mod methods;
mod model;
mod start;
mod store;

use async_trait::async_trait;

pub use claims::Claims;
pub use finish::FederatedProof;
pub use start::Started;
pub use store::Returned;

pub use crate::auth::federated_identity::LinkedIdentity;
pub use crate::error::FederatedLoginError;
pub use crate::provider::Provider;

/// The parameters of an authentication request.
#[derive(Clone, Debug)]
pub struct Question {
    /// The `state` parameter, returned unchanged.
    pub state: String,
    /// The nonce, returned in the ID token.
    pub nonce: String,
    /// SHA-256 of the PKCE verifier, base64url (RFC 7636, S256).
    pub challenge: String,
    /// The redirect URI.
    pub redirect_uri: String,
}

/// Our registration at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientRegistration {
    /// The issuer, exactly as in its tokens.
    pub issuer: String,
    /// Our client id.
    pub client: String,
}

/// OpenID Connect providers; each tenant has its own clients. The returned claims have a verified signature, but their
/// content is not validated yet.
#[async_trait]
pub trait OpenId: Send + Sync {
    /// The tenant's registration at the provider; `None` if it has no client there.
    fn registration(&self, tenant: &str, provider: Provider) -> Option<ClientRegistration>;

    /// The authorisation URL for this request.
    async fn address(
        &self,
        tenant: &str,
        provider: Provider,
        question: &Question,
    ) -> Result<String, FederatedLoginError>;

    /// Exchanges a code for the claims of its ID token.
    async fn redeem(
        &self,
        tenant: &str,
        provider: Provider,
        code: &str,
        asked: Redeem<'_>,
    ) -> Result<Claims, FederatedLoginError>;

    /// The claims of an ID token that the client got from the provider's own SDK.
    async fn read(&self, tenant: &str, provider: Provider, id_token: &str) -> Result<Claims, FederatedLoginError>;
}

/// The parameters of a code exchange.
#[derive(Clone, Copy, Debug)]
pub struct Redeem<'a> {
    /// The PKCE verifier.
    pub verifier: &'a str,
    /// The redirect URI of the request.
    pub redirect_uri: &'a str,
}

/// The federated login methods that the installation has credentials for.
#[derive(Clone)]
pub struct Connections {
    /// Google and Apple.
    pub openid: std::sync::Arc<dyn OpenId>,
    /// Telegram's bots.
    pub bots: std::sync::Arc<crate::auth::telegram::Bots>,
}
