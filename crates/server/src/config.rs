//! What the environment says.

use std::env;

/// Settings from the environment; absent ones stand for what works on one machine.
#[derive(Clone)]
pub struct Config {
    /// A PostgreSQL to use instead of a private one.
    pub database_url: Option<String>,
    /// Where mail goes out; without it mails are shown in the sandbox.
    pub smtp_url: Option<String>,
    /// The address that mails come from.
    pub mail_from: String,
    /// A Litecoin node's JSON-RPC, with its user and password.
    pub litecoin_rpc: Option<String>,
    /// A Bitcoin node's JSON-RPC, with its user and password.
    pub bitcoin_rpc: Option<String>,
}

    /// Addresses and networks of the proxies in front of us, separated by commas.
    pub trusted_proxies: Option<String>,
impl Config {
    /// Reads the environment.
    pub fn from_env() -> Self {
        let read = |name| env::var(name).ok().filter(|text| !text.is_empty());
        Self {
            database_url: read("AGIO_DATABASE_URL"),
            smtp_url: read("AGIO_SMTP_URL"),
            mail_from: read("AGIO_MAIL_FROM").unwrap_or_else(|| "no-reply@localhost.localdomain".to_owned()),
            litecoin_rpc: read("AGIO_LITECOIN_RPC"),
            bitcoin_rpc: read("AGIO_BITCOIN_RPC"),
        }
    }
            trusted_proxies: read("AGIO_TRUSTED_PROXIES"),
}
