//! Signing in by what somebody is elsewhere: Google and Apple by OpenID Connect, and what is linked of it.
//!
//! A sign-in at a provider is an attempt kept here, found again by the `state` that travels and served only to the browser
//! that began it. An identity is (issuer, subject), never an address; the address of a provider's word makes an account
//! where there is none, and never opens one that is there: for that a code sent to it has to come back.

mod claims;
mod error;
mod finish;
pub(crate) mod link;
mod methods;
mod model;
mod start;
pub(crate) mod store;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

pub use claims::Claims;
pub use error::ExternalError;
pub use finish::Proof;
pub use methods::LinkedIdentity;
pub(crate) use model::LINK_LIFE;
pub use start::Started;
pub use store::Returned;

/// Where somebody can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Google, by OpenID Connect.
    Google,
    /// Apple, by OpenID Connect with its own habits.
    Apple,
    /// Telegram, by what it hands to a mini app.
    Telegram,
}

impl Provider {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Google, Self::Apple, Self::Telegram];

    /// Its word in paths and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Apple => "apple",
            Self::Telegram => "telegram",
        }
    }

    /// Its name, as people know it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Apple => "Apple",
            Self::Telegram => "Telegram",
        }
    }

    /// The provider with this word.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.code() == code)
    }
}

/// What a person is sent to the provider with.
#[derive(Clone, Debug)]
pub struct Question {
    /// Comes back unchanged.
    pub state: String,
    /// Comes back inside the token.
    pub nonce: String,
    /// SHA-256 of the PKCE verifier, base64url (RFC 7636, S256).
    pub challenge: String,
    /// Where the provider sends the person back to.
    pub redirect_uri: String,
}

/// Who we are to a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The issuer, exactly as its tokens have it.
    pub issuer: String,
    /// Our client id there.
    pub client: String,
}

/// OpenID Connect providers, each tenant with clients of its own. The claims that come back bear the provider's signature;
/// what they say is not judged yet.
#[async_trait]
pub trait OpenId: Send + Sync {
    /// Who the tenant is to the provider; `None` where it has no client there.
    fn registration(&self, tenant: &str, provider: Provider) -> Option<Registration>;

    /// Where to send a person with this question.
    async fn address(&self, tenant: &str, provider: Provider, question: &Question) -> Result<String, ExternalError>;

    /// Exchanges a code, once, for the claims of its ID token.
    async fn redeem(
        &self,
        tenant: &str,
        provider: Provider,
        code: &str,
        asked: Redeem<'_>,
    ) -> Result<Claims, ExternalError>;

    /// The claims of an ID token that a provider's own program gave to the client.
    async fn read(&self, tenant: &str, provider: Provider, id_token: &str) -> Result<Claims, ExternalError>;
}

/// What a code is exchanged with.
#[derive(Clone, Copy, Debug)]
pub struct Redeem<'a> {
    /// The PKCE verifier.
    pub verifier: &'a str,
    /// As in the question.
    pub redirect_uri: &'a str,
}

/// The ways of signing in that an installation was given credentials for.
#[derive(Clone)]
pub struct Connections {
    /// Google and Apple.
    pub openid: std::sync::Arc<dyn OpenId>,
    /// Telegram's bots.
    pub bots: std::sync::Arc<crate::telegram::Bots>,
}
