//! Signing in from Telegram's mini app: each launch serves once, and proves a messenger account, no more than that.

mod init_data;
mod source;
mod store;

use std::collections::HashMap;

use serde_json::json;

pub use init_data::{BotKey, Launch, LaunchError};
pub use source::Source;

use crate::captcha::{self, Action, Solution};
use crate::external::store::External;
use crate::external::{ExternalError, Provider, store as identities};
use crate::{
    Challenge, Client, ClientContext, EmailAddress, Identity, IdentityError, Login, Principal, Secret, Tenant,
};

/// Who issues the identities here; the bot is part of it, for a tenant may change it.
const ISSUER: &str = "https://telegram.org";

/// A tenant's bot, whose mini app the product is.
#[derive(Clone)]
pub struct Bot {
    /// How its launches are checked.
    pub key: BotKey,
    /// Its username, without the `@`; where it is known, people are led to it.
    pub name: Option<String>,
}

/// The bots of tenants, by slug.
#[derive(Clone, Default)]
pub struct Bots(HashMap<String, Bot>);

impl Bots {
    /// These bots.
    pub fn new(bots: impl IntoIterator<Item = (String, Bot)>) -> Self {
        Self(bots.into_iter().collect())
    }

    /// A tenant's bot.
    pub(crate) fn of(&self, tenant: &str) -> Option<&Bot> {
        self.0.get(tenant)
    }
}

/// A messenger account that is to be linked: a code is on its way to the address.
#[derive(Clone, Debug)]
pub struct Registration {
    /// The code that was sent.
    pub challenge: Challenge,
    /// Goes along with the code; serves once.
    pub link: Secret,
}

impl Identity {
    /// The username of the tenant's bot, where it is known.
    pub fn telegram_bot(&self, tenant: &Tenant) -> Option<String> {
        self.connections()?.bots.of(&tenant.slug)?.name.clone()
    }

    /// Lets somebody in by the launch of the tenant's mini app.
    ///
    /// # Errors
    /// [`ExternalError::InitData`] for a launch that is not Telegram's word, too old or used; [`IdentityError::NotFound`]
    /// for somebody who has not registered, whose launch then still serves to do so; [`IdentityError::Blocked`].
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
        self.enter(tx, tenant, owner, json!({"provider": "telegram"}), &inside(context)).await
    }

    /// Sends a code to `email`; with it and the link, the messenger account is added to the account of that address, which
    /// is made if there is none.
    ///
    /// # Errors
    /// [`ExternalError::InitData`]; those of [`Identity::start_login_solving`].
    pub async fn telegram_register(
        &self,
        tenant: &Tenant,
        init_data: &str,
        email: &str,
        solution: Option<Solution<'_>>,
        context: &ClientContext,
    ) -> Result<Registration, IdentityError> {
        let launch = self.launch(tenant, init_data)?;
        let address = EmailAddress::parse(email)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        if identities::owner(tx.conn(), tenant.id, &external(&launch)).await?.is_some() {
            return Err(ExternalError::Taken.into());
        }
        tx.rollback().await?;
        let asked = captcha::Asked { action: Action::TelegramRegister, solution };
        let challenge = self.send_login_code(tenant, email, Some(asked), context).await?;
        // After the code: a launch whose code could not be sent still serves.
        let mut tx = self.store().tenant(tenant.id).await?;
        self.serve_once(&mut tx, &launch).await?;
        let link = self.hold_link(&mut tx, &external(&launch), &address).await?;
        tx.commit().await?;
        Ok(Registration { challenge, link })
    }

    /// Adds the messenger account to somebody who is signed in.
    ///
    /// # Errors
    /// [`ExternalError`].
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

    /// Where the person came from, by a launch's `start_param`. Only what the link says: nobody is paid on it, and nobody sends
    /// themselves.
    ///
    /// # Errors
    /// [`ExternalError::InitData`].
    pub fn telegram_source(&self, tenant: &Tenant, init_data: &str) -> Result<Source, IdentityError> {
        let launch = self.launch(tenant, init_data)?;
        let Source { referrer, campaign } = launch.start_param.as_deref().map(source::source).unwrap_or_default();
        Ok(Source { referrer: referrer.filter(|referrer| *referrer != launch.user), campaign })
    }

    /// Where a sign-in by other means comes from: inside the messenger, if a launch goes along that the messenger has signed.
    ///
    /// The launch opens nothing here, so it is not used up and still serves to link; and one that is too old or nobody's
    /// lengthens nothing, for whoever brings it can sign in without.
    pub(crate) fn came_inside(
        &self,
        tenant: &Tenant,
        init_data: Option<&str>,
        context: &ClientContext,
    ) -> ClientContext {
        let launched = init_data.is_some_and(|data| self.launch(tenant, data).is_ok());
        if launched { inside(context) } else { context.clone() }
    }

    fn launch(&self, tenant: &Tenant, init_data: &str) -> Result<Launch, IdentityError> {
        let bots = &self.connections().ok_or(ExternalError::NotOffered)?.bots;
        let bot = bots.of(&tenant.slug).ok_or(ExternalError::NotOffered)?;
        init_data::check(init_data, &bot.key, self.world().now()).map_err(|why| {
            tracing::debug!(tenant = %tenant.id, %why, "a launch was refused");
            ExternalError::InitData.into()
        })
    }

    async fn serve_once(&self, tx: &mut ::store::TenantTx, launch: &Launch) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        let first = store::remember(tx.conn(), tenant, &launch.hash, self.world().now()).await?;
        if first { Ok(()) } else { Err(ExternalError::InitData.into()) }
    }
}

/// The same request, known to come from inside the messenger.
pub(crate) fn inside(context: &ClientContext) -> ClientContext {
    ClientContext { client: Client::Messenger, ..context.clone() }
}

fn external(launch: &Launch) -> External {
    External {
        provider: Provider::Telegram,
        issuer: ISSUER.into(),
        subject: launch.user.to_string(),
        label: launch.username.as_ref().map(|name| format!("@{}", name.chars().take(100).collect::<String>())),
    }
}
