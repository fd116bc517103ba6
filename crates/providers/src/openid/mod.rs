//! Google and Apple by OpenID Connect: the code flow with PKCE, with own clients for each tenant. Apple answers with a
//! cross-site form post, sends the name only once, and requires a signed token as the client secret.

mod http;
mod jws;
mod metadata;

use std::collections::HashMap;

use async_trait::async_trait;
use identity::federated_login::{Claims, ClientRegistration, FederatedLoginError, OpenId, Provider, Question, Redeem};
use kernel::World;
use serde::Deserialize;
use serde_json::json;

use self::http::Http;
use self::jws::{JwsError, SigningKey};
use self::metadata::MetadataCache;

/// Google's issuer.
pub const GOOGLE: &str = "https://accounts.google.com";
/// Apple's issuer.
pub const APPLE: &str = "https://appleid.apple.com";
/// The lifetime of a client secret for Apple: one per request, although Apple allows six months.
const SECRET_SECONDS: i64 = 300;

/// A tenant's client at a provider.
pub struct Client {
    /// The client's registration.
    pub registration: ClientRegistration,
    /// The client's authentication.
    pub secret: ClientSecret,
}

/// The authentication of a client.
pub enum ClientSecret {
    /// A client secret from the provider.
    Word(String),
    /// A token that is signed for each request, as Apple requires.
    Signed(Box<AppleKey>),
}

/// A signing key from Apple, for a team.
pub struct AppleKey {
    team: String,
    id: String,
    key: SigningKey,
}

impl AppleKey {
    /// The key `id` of `team`, from the text of its `.p8` file. `None` if the text is not such a key.
    pub fn read(team: impl Into<String>, id: impl Into<String>, pem: &str) -> Option<Self> {
        Some(Self { team: team.into(), id: id.into(), key: SigningKey::from_pem(pem)? })
    }
}

/// The providers of all tenants.
pub struct OpenIdProviders {
    http: Http,
    world: World,
    clients: HashMap<(String, Provider), Client>,
    known: MetadataCache,
}

#[derive(Deserialize)]
struct TokenAnswer {
    id_token: String,
}

impl OpenIdProviders {
    /// The clients, by the slug of their tenant.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new(
        world: World,
        clients: impl IntoIterator<Item = ((String, Provider), Client)>,
    ) -> Result<Self, reqwest::Error> {
        Ok(Self { http: Http::new()?, world, clients: clients.into_iter().collect(), known: MetadataCache::default() })
    }

    fn client(&self, tenant: &str, provider: Provider) -> Result<&Client, FederatedLoginError> {
        self.clients.get(&(tenant.to_owned(), provider)).ok_or(FederatedLoginError::NotOffered)
    }

    fn secret(&self, client: &Client) -> Result<String, FederatedLoginError> {
        let apple = match &client.secret {
            ClientSecret::Word(word) => return Ok(word.clone()),
            ClientSecret::Signed(apple) => apple,
        };
        let now = self.world.now().timestamp();
        let ClientRegistration { issuer, client } = &client.registration;
        let header = json!({ "alg": "ES256", "kid": apple.id, "typ": "JWT" });
        let content =
            json!({ "iss": apple.team, "iat": now, "exp": now + SECRET_SECONDS, "aud": issuer, "sub": client });
        apple
            .key
            .sign(&header, &content)
            .ok_or_else(|| FederatedLoginError::Unavailable("no randomness to sign with".into()))
    }

    /// The verified claims of a token. Refreshes the provider's keys if the token names an unknown one.
    async fn claims(&self, issuer: &str, id_token: &str) -> Result<Claims, FederatedLoginError> {
        for another_key in [false, true] {
            let metadata = self.known.of(&self.http, issuer, self.world.now(), another_key).await?;
            match jws::read(id_token, &metadata.keys) {
                Ok(claims) => return Ok(claims),
                Err(JwsError::Refused) => break,
                Err(JwsError::UnknownKey) => {}
            }
        }
        Err(FederatedLoginError::Refused)
    }
}

#[async_trait]
impl OpenId for OpenIdProviders {
    fn registration(&self, tenant: &str, provider: Provider) -> Option<ClientRegistration> {
        Some(self.client(tenant, provider).ok()?.registration.clone())
    }

    async fn address(
        &self,
        tenant: &str,
        provider: Provider,
        question: &Question,
    ) -> Result<String, FederatedLoginError> {
        let ours = &self.client(tenant, provider)?.registration;
        let metadata = self.known.of(&self.http, &ours.issuer, self.world.now(), false).await?;
        let mut address = metadata.authorization_endpoint.clone();
        let mut query = address.query_pairs_mut();
        query.append_pair("response_type", "code").append_pair("client_id", &ours.client);
        query.append_pair("redirect_uri", &question.redirect_uri);
        query.append_pair("state", &question.state).append_pair("nonce", &question.nonce);
        query.append_pair("code_challenge", &question.challenge).append_pair("code_challenge_method", "S256");
        match provider {
            // Apple sends name and address only by form post.
            Provider::Apple => {
                query.append_pair("scope", "openid name email").append_pair("response_mode", "form_post")
            }
            _ => query.append_pair("scope", "openid email profile"),
        };
        drop(query);
        Ok(address.into())
    }

    async fn redeem(
        &self,
        tenant: &str,
        provider: Provider,
        code: &str,
        asked: Redeem<'_>,
    ) -> Result<Claims, FederatedLoginError> {
        let client = self.client(tenant, provider)?;
        let ClientRegistration { issuer, client: id } = &client.registration;
        let metadata = self.known.of(&self.http, issuer, self.world.now(), false).await?;
        let secret = self.secret(client)?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", asked.redirect_uri),
            ("code_verifier", asked.verifier),
            ("client_id", id),
            ("client_secret", &secret),
        ];
        let answer: TokenAnswer = self.http.post(&metadata.token_endpoint, &form).await?;
        self.claims(issuer, &answer.id_token).await
    }

    async fn read(&self, tenant: &str, provider: Provider, id_token: &str) -> Result<Claims, FederatedLoginError> {
        let issuer = &self.client(tenant, provider)?.registration.issuer;
        self.claims(issuer, id_token).await
    }
}
