//! Sign-in methods besides email codes, from the environment: `AGIO_SIGN_IN_<TENANT>_…`, with the tenant's slug in
//! upper case and underscores for dashes. Each tenant has its own OAuth clients and bot.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use identity::federated_login::{ClientRegistration, Connections, Provider};
use identity::telegram::{Bot, BotKey, Bots};
use kernel::World;
use providers::openid::{APPLE, AppleKey, Client, ClientSecret, GOOGLE, OpenIdProviders};
use providers::telegram::{HttpBotApi, TELEGRAM, TelegramBot};
use url::Url;

use crate::wiring::by_tenant::{self, TenantSettings};

const PREFIX: &str = "AGIO_SIGN_IN_";
/// Names that can follow the tenant.
const NAMES: [&str; 12] = [
    "GOOGLE_CLIENT_ID",
    "GOOGLE_CLIENT_SECRET",
    "GOOGLE_ISSUER",
    "APPLE_CLIENT_ID",
    "APPLE_TEAM_ID",
    "APPLE_KEY_ID",
    "APPLE_KEY_FILE",
    "APPLE_ISSUER",
    "TELEGRAM_BOT_TOKEN",
    "TELEGRAM_BOT_ID",
    "TELEGRAM_BOT_NAME",
    "TELEGRAM_API",
];

/// The variables of every tenant, by slug. No `Debug`, because they contain secrets.
#[derive(Clone, Default)]
pub struct SignInConfig(BTreeMap<String, TenantSettings>);

impl SignInConfig {
    /// Selects the variables with our prefix.
    ///
    /// # Errors
    /// An unknown name, because a typo would otherwise disable a sign-in method silently.
    pub fn read(variables: impl IntoIterator<Item = (String, String)>) -> anyhow::Result<Self> {
        Ok(Self(by_tenant::read(variables, PREFIX, &NAMES)?))
    }

    /// Connects the configured providers.
    ///
    /// # Errors
    /// A missing or invalid value, with the variable.
    pub fn connect(&self, world: &World) -> anyhow::Result<Connections> {
        let (mut clients, mut bots) = (Vec::new(), Vec::new());
        for (tenant, given) in &self.0 {
            let place = || by_tenant::variable_prefix(PREFIX, tenant);
            for (provider, client) in [(Provider::Google, google(given)), (Provider::Apple, apple(given))] {
                if let Some(client) = client.with_context(place)? {
                    clients.push(((tenant.clone(), provider), client));
                }
            }
            if let Some(bot) = bot(given).with_context(place)? {
                bots.push((tenant.clone(), bot));
            }
        }
        let openid = OpenIdProviders::new(world.clone(), clients).context("TLS cannot be set up")?;
        Ok(Connections { openid: Arc::new(openid), bots: Arc::new(Bots::new(bots)) })
    }

    /// The client of the bots that send messages.
    ///
    /// # Errors
    /// A missing or invalid value, with the variable.
    pub fn bot_api(&self) -> anyhow::Result<HttpBotApi> {
        let mut bots = Vec::new();
        for (tenant, given) in &self.0 {
            if let Some(bot) = sender(given).with_context(|| by_tenant::variable_prefix(PREFIX, tenant))? {
                bots.push((tenant.clone(), bot));
            }
        }
        HttpBotApi::new(bots).context("the client of Telegram cannot be made")
    }
}

/// The bot with which a tenant sends messages: it needs its token and its username.
fn sender(given: &TenantSettings) -> anyhow::Result<Option<TelegramBot>> {
    let server = given.get("TELEGRAM_API").map_or(TELEGRAM, String::as_str);
    let server = Url::parse(server).context("TELEGRAM_API must be an address")?;
    let is_local = matches!(server.host_str(), Some("127.0.0.1" | "localhost"));
    if !(server.scheme() == "https" || (is_local && server.scheme() == "http")) {
        bail!("TELEGRAM_API must be an https address, or one of this machine");
    }
    let name = bot(given)?.and_then(|bot| bot.name);
    let token = given.get("TELEGRAM_BOT_TOKEN").map(|token| token.trim().to_owned());
    Ok(name.zip(token).map(|(name, token)| TelegramBot { name, token, server }))
}

fn google(given: &TenantSettings) -> anyhow::Result<Option<Client>> {
    let Some(client) = given.get("GOOGLE_CLIENT_ID") else { return absent(given, "GOOGLE_", "GOOGLE_CLIENT_ID") };
    let issuer = issuer(given, "GOOGLE_ISSUER", GOOGLE)?;
    let secret = ClientSecret::Word(required(given, "GOOGLE_CLIENT_SECRET")?.clone());
    Ok(Some(Client { registration: ClientRegistration { issuer, client: client.clone() }, secret }))
}

fn apple(given: &TenantSettings) -> anyhow::Result<Option<Client>> {
    let Some(client) = given.get("APPLE_CLIENT_ID") else { return absent(given, "APPLE_", "APPLE_CLIENT_ID") };
    let issuer = issuer(given, "APPLE_ISSUER", APPLE)?;
    let (team, id) = (required(given, "APPLE_TEAM_ID")?, required(given, "APPLE_KEY_ID")?);
    let file = Path::new(required(given, "APPLE_KEY_FILE")?);
    let pem = fs::read_to_string(file).with_context(|| format!("APPLE_KEY_FILE: {} cannot be read", file.display()))?;
    let key = AppleKey::read(team, id, &pem).context("APPLE_KEY_FILE holds no PKCS#8 key on the curve P-256")?;
    let secret = ClientSecret::Signed(Box::new(key));
    Ok(Some(Client { registration: ClientRegistration { issuer, client: client.clone() }, secret }))
}

fn bot(given: &TenantSettings) -> anyhow::Result<Option<Bot>> {
    let Some(key) = bot_key(given)? else { return absent(given, "TELEGRAM_", "TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID") };
    let name = given.get("TELEGRAM_BOT_NAME").map(|text| text.trim().trim_start_matches('@').to_owned());
    // Telegram's rule for usernames. Other characters would change the meaning of a URL.
    let plain =
        |name: &String| (5..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if name.as_ref().is_some_and(|name| !plain(name)) {
        bail!("TELEGRAM_BOT_NAME must be the bot's username: 5 to 32 letters, digits and underscores");
    }
    Ok(Some(Bot { key, name }))
}

fn bot_key(given: &TenantSettings) -> anyhow::Result<Option<BotKey>> {
    match (given.get("TELEGRAM_BOT_TOKEN"), given.get("TELEGRAM_BOT_ID")) {
        (Some(_), Some(_)) => bail!("give TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID, not both"),
        (Some(token), None) => Ok(Some(BotKey::of_token(token.trim()))),
        (None, Some(id)) => {
            let id = id.trim().parse().context("TELEGRAM_BOT_ID must be the bot's number")?;
            Ok(Some(BotKey::Number(id)))
        }
        (None, None) => Ok(None),
    }
}

/// `None` if nothing of a provider is configured; an error if the configuration is incomplete.
fn absent<T>(given: &TenantSettings, prefix: &str, missing: &str) -> anyhow::Result<Option<T>> {
    match given.keys().find(|name| name.starts_with(prefix)) {
        Some(name) => bail!("{name} is given, but {missing} is not"),
        None => Ok(None),
    }
}

fn required<'a>(given: &'a TenantSettings, name: &str) -> anyhow::Result<&'a String> {
    given.get(name).with_context(|| format!("{name} is missing"))
}

fn issuer(given: &TenantSettings, name: &str, usual: &str) -> anyhow::Result<String> {
    let issuer = given.get(name).map_or(usual, String::as_str);
    Url::parse(issuer).with_context(|| format!("{name} must be an address"))?;
    Ok(issuer.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(variables: &[(&str, &str)]) -> Result<SignInConfig, String> {
        let given = variables.iter().map(|(name, value)| (format!("AGIO_SIGN_IN_{name}"), (*value).to_owned()));
        SignInConfig::read(given.chain([("PATH".into(), "x".into())])).map_err(|error| error.to_string())
    }

    fn refused(variables: &[(&str, &str)]) -> String {
        match config(variables).unwrap().connect(&World::system()) {
            Ok(_) => "taken".to_owned(),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn each_tenant_has_its_own_sign_in_providers() {
        let read = config(&[
            ("AGIO_GOOGLE_CLIENT_ID", "a"),
            ("AGIO_GOOGLE_CLIENT_SECRET", "s"),
            ("TWO_WORDS_TELEGRAM_BOT_ID", "42"),
            ("NOVA_TELEGRAM_BOT_TOKEN", ""),
        ]);
        let connections = read.unwrap().connect(&World::system()).unwrap();
        let google = connections.openid.registration("agio", Provider::Google).unwrap();
        assert_eq!((google.issuer.as_str(), google.client.as_str()), (GOOGLE, "a"));
        assert_eq!(connections.openid.registration("agio", Provider::Apple), None);
        assert_eq!(connections.openid.registration("nova", Provider::Google), None);
    }

    #[test]
    fn missing_or_mistyped_settings_are_named() {
        let unknown = config(&[("AGIO_GOOGLE_CLIENTID", "a")]).err().unwrap();
        assert!(unknown.starts_with("AGIO_SIGN_IN_AGIO_GOOGLE_CLIENTID means nothing"), "{unknown}");
        assert!(config(&[("GOOGLE_CLIENT_ID", "a")]).is_err(), "no tenant");
        for (given, said) in [
            (vec![("A_GOOGLE_CLIENT_ID", "x")], "AGIO_SIGN_IN_A: GOOGLE_CLIENT_SECRET is missing"),
            (vec![("A_GOOGLE_CLIENT_SECRET", "x")], "GOOGLE_CLIENT_SECRET is given, but GOOGLE_CLIENT_ID is not"),
            (vec![("A_APPLE_CLIENT_ID", "x")], "APPLE_TEAM_ID is missing"),
            (vec![("A_TELEGRAM_BOT_ID", "x")], "TELEGRAM_BOT_ID must be the bot's number"),
            (vec![("A_TELEGRAM_BOT_ID", "1"), ("A_TELEGRAM_BOT_TOKEN", "1:x")], "not both"),
            (vec![("A_TELEGRAM_BOT_ID", "1"), ("A_TELEGRAM_BOT_NAME", "a/b?c=d")], "must be the bot's username"),
            (vec![("A_TELEGRAM_BOT_NAME", "agio_bot")], "TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID is not"),
            (vec![("A_TELEGRAM_BOT_ID", "1"), ("A_TELEGRAM_BOT_NAME", "@agio_bot")], "taken"),
        ] {
            let sentence = refused(&given);
            assert!(sentence.contains(said), "{sentence}");
        }
    }
}
