//! Sign-in from Telegram's mini app. Launch data is single-use, and proves a Telegram account only.

mod attribution;
mod init_data;
mod store;

use std::collections::HashMap;

use serde_json::json;

pub use attribution::LaunchAttribution;
pub use init_data::{BotKey, Launch, LaunchError};

use crate::auth::federated_identity::{FederatedIdentity, store as identities};
use crate::captcha::{self, CaptchaAction, Solution};
use crate::error::FederatedLoginError;
use crate::provider::Provider;
use crate::{Challenge, ClientContext, EmailAddress, Identity, IdentityError, Login, Principal, Secret, Tenant};

/// The issuer of Telegram identities. It does not depend on the bot, because a tenant may change it.
const ISSUER: &str = "https://telegram.org";

/// A tenant's bot with its mini app.
#[derive(Clone)]
pub struct Bot {
    /// The key that verifies its launch data.
    pub key: BotKey,
    /// Its username, without the `@`; if known, the product links to it.
    pub name: Option<String>,
}

/// The bots of tenants, by slug.
#[derive(Clone, Default)]
pub struct Bots(HashMap<String, Bot>);

impl Bots {
    /// Creates the map.
    pub fn new(bots: impl IntoIterator<Item = (String, Bot)>) -> Self {
        Self(bots.into_iter().collect())
    }

    /// A tenant's bot.
    pub(crate) fn of(&self, tenant: &str) -> Option<&Bot> {
        self.0.get(tenant)
    }
}

/// A Telegram account to be linked: a code has been sent to the address.
#[derive(Clone, Debug)]
pub struct TelegramRegistration {
    /// The code that was sent.
    pub challenge: Challenge,
    /// The token to send with the code; single use.
    pub link: Secret,
}

impl Identity {
    /// The username of the tenant's bot, if known.
    pub fn telegram_bot(&self, tenant: &Tenant) -> Option<String> {
        self.connections()?.bots.of(&tenant.slug)?.name.clone()
    }

    /// Signs in with the launch data of the tenant's mini app.
    ///
    /// # Errors
    /// [`FederatedLoginError::InitData`] for launch data that is not authentic, too old or used; [`IdentityError::NotFound`]
    /// for a user who is not registered: the launch data can then be used for registration; [`IdentityError::Blocked`].
    pub async fn telegram_login(
        &self,
        tenant: &Tenant,
        init_data: &str,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let launch = self.launch(tenant, init_data)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let owner = identities::owner(tx.conn(), tenant.id, &external(&launch)).await?;
        let owner = owner.ok_or(IdentityError::NotFound("An account for this Telegram user"))?;
        self.serve_once(&mut tx, &launch).await?;
        self.enter(tx, tenant, owner, json!({"provider": "telegram"}), &context.inside_messenger()).await
    }

    /// Sends a code to `email`. With the code and the link token, the Telegram account is linked to the account of that
    /// address, which is created if necessary.
    ///
    /// # Errors
    /// [`FederatedLoginError::InitData`]; the errors of [`Identity::start_login_solving`].
    pub async fn telegram_register(
        &self,
        tenant: &Tenant,
        init_data: &str,
        email: &str,
        solution: Option<Solution<'_>>,
        context: &ClientContext,
    ) -> Result<TelegramRegistration, IdentityError> {
        let launch = self.launch(tenant, init_data)?;
        let address = EmailAddress::parse(email)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        if identities::owner(tx.conn(), tenant.id, &external(&launch)).await?.is_some() {
            return Err(FederatedLoginError::Taken.into());
        }
        tx.rollback().await?;
        let asked = captcha::ProofOfWork { action: CaptchaAction::TelegramRegister, solution };
        let challenge = self.send_login_code(tenant, email, Some(asked), context).await?;
        // After the code, so that the launch data stays valid if the code could not be sent.
        let mut tx = self.store().tenant(tenant.id).await?;
        self.serve_once(&mut tx, &launch).await?;
        let link = self.hold_link(&mut tx, &external(&launch), &address).await?;
        tx.commit().await?;
        Ok(TelegramRegistration { challenge, link })
    }

    /// Links the Telegram account to the signed-in person.
    ///
    /// # Errors
    /// [`FederatedLoginError`].
    pub async fn link_telegram(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        init_data: &str,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let launch = self.launch(tenant, init_data)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        self.serve_once(&mut tx, &launch).await?;
        self.link_now(&mut tx, principal.user, &external(&launch), context).await?;
        Ok(tx.commit().await?)
    }

    /// The attribution from the launch's `start_param`. It is not verified, so no reward depends on it. A referral of
    /// oneself is ignored.
    ///
    /// # Errors
    /// [`FederatedLoginError::InitData`].
    pub fn telegram_source(&self, tenant: &Tenant, init_data: &str) -> Result<LaunchAttribution, IdentityError> {
        let launch = self.launch(tenant, init_data)?;
        let LaunchAttribution { referrer, campaign } =
            launch.start_param.as_deref().map(attribution::source).unwrap_or_default();
        Ok(LaunchAttribution { referrer: referrer.filter(|referrer| *referrer != launch.user), campaign })
    }

    /// The client context of a sign-in by another method: inside the messenger, if valid launch data is sent along.
    ///
    /// The launch data grants no access here, so it is not consumed and can still be used for linking. Invalid launch
    /// data is ignored, because the sign-in does not depend on it.
    pub(crate) fn came_inside(
        &self,
        tenant: &Tenant,
        init_data: Option<&str>,
        context: &ClientContext,
    ) -> ClientContext {
        let launched = init_data.is_some_and(|data| self.launch(tenant, data).is_ok());
        if launched { context.inside_messenger() } else { context.clone() }
    }

    fn launch(&self, tenant: &Tenant, init_data: &str) -> Result<Launch, IdentityError> {
        let bots = &self.connections().ok_or(FederatedLoginError::NotOffered)?.bots;
        let bot = bots.of(&tenant.slug).ok_or(FederatedLoginError::NotOffered)?;
        init_data::check(init_data, &bot.key, self.world().now()).map_err(|why| {
            tracing::debug!(
                event = "telegram_launch.refused", tenant = %tenant.id, %why,
                "The server refused a launch from Telegram."
            );
            FederatedLoginError::InitData.into()
        })
    }

    async fn serve_once(&self, tx: &mut ::store::TenantTx, launch: &Launch) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        let first = store::remember(tx.conn(), tenant, &launch.hash, self.world().now()).await?;
        if first { Ok(()) } else { Err(FederatedLoginError::InitData.into()) }
    }
}

fn external(launch: &Launch) -> FederatedIdentity {
    FederatedIdentity {
        provider: Provider::Telegram,
        issuer: ISSUER.into(),
        subject: launch.user.to_string(),
        label: launch.username.as_ref().map(|name| format!("@{}", name.chars().take(100).collect::<String>())),
    }
}
