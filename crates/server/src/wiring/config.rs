//! Configuration from the environment.

use std::collections::HashMap;
use std::env;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use kernel::{Amount, Network};
use providers::bitcoin::Limits;
use providers::signer::Passphrase;

/// Settings from the environment. The defaults are suitable for a single machine.
#[derive(Clone)]
pub struct Config {
    /// URL of a PostgreSQL to use instead of the embedded one.
    pub database_url: Option<String>,
    /// SMTP server. Without it, emails are only visible in the sandbox.
    pub smtp_url: Option<String>,
    /// Sender address of emails.
    pub mail_from: String,
    /// URL of the SMS provider, with account and token. Without it, messages are only visible in the sandbox.
    pub text_url: Option<String>,
    /// Sender number of SMS.
    pub text_from: Option<String>,
    /// Sender of messenger messages, such as `whatsapp:+14155238886`.
    pub messenger_from: Option<String>,
    /// JSON-RPC URL of a Litecoin node, with user and password.
    pub litecoin_rpc: Option<String>,
    /// JSON-RPC URL of a Bitcoin node, with user and password.
    pub bitcoin_rpc: Option<String>,
    /// Addresses and networks of trusted proxies, separated by commas.
    pub trusted_proxies: Option<String>,
    /// Hours between two publications of liabilities.
    pub liabilities_hours: Option<String>,
    /// Token for access to the metrics. Without it, they are disabled.
    pub metrics_token: Option<String>,
    /// Contact for vulnerability reports.
    pub security_contact: Option<String>,
    /// Variables after `AGIO_SIGN_IN_`: Google, Apple and Telegram of each tenant.
    pub sign_in: Vec<(String, String)>,
    /// Variables after `AGIO_MOBILE_`: the native apps of each tenant.
    pub mobile: Vec<(String, String)>,
    /// Variables after `AGIO_SUMSUB_`: the identity verification provider of each tenant.
    pub identity_checks: Vec<(String, String)>,
    /// Variables after `AGIO_MAIL_EVENTS_`: the secrets of the mail service's webhooks.
    pub mail_events: Vec<(String, String)>,
    /// Variables after `AGIO_BANK_`: the bank of each tenant.
    pub banks: Vec<(String, String)>,
    /// Variables after `AGIO_CHAINS_`: the chains of each tenant.
    pub chains: Vec<(String, String)>,
    /// Variables after `AGIO_CARDS_`: the card acquirer of each tenant.
    pub cards: Vec<(String, String)>,
    /// Variables from `AGIO_RATES` on: the source of prices of tenants with real customers.
    pub rates: Vec<(String, String)>,
}

impl Config {
    /// Reads the environment.
    pub fn from_env() -> Self {
        let read = |name| env::var(name).ok().filter(|text| !text.is_empty());
        Self {
            database_url: read("AGIO_DATABASE_URL"),
            smtp_url: read("AGIO_SMTP_URL"),
            mail_from: read("AGIO_MAIL_FROM").unwrap_or_else(|| "no-reply@localhost.localdomain".to_owned()),
            text_url: read("AGIO_TEXT_URL"),
            text_from: read("AGIO_TEXT_FROM"),
            messenger_from: read("AGIO_MESSENGER_FROM"),
            litecoin_rpc: read("AGIO_LITECOIN_RPC"),
            bitcoin_rpc: read("AGIO_BITCOIN_RPC"),
            trusted_proxies: read("AGIO_TRUSTED_PROXIES"),
            liabilities_hours: read("AGIO_LIABILITIES_HOURS"),
            metrics_token: read("AGIO_METRICS_TOKEN"),
            security_contact: read("AGIO_SECURITY_CONTACT"),
            sign_in: named("AGIO_SIGN_IN_"),
            mobile: named(crate::wiring::mobile::PREFIX),
            identity_checks: named(crate::wiring::identity_check::PREFIX),
            mail_events: named(crate::wiring::mail_events::PREFIX),
            banks: named(crate::wiring::banks::PREFIX),
            chains: named(crate::wiring::tenant_chains::PREFIX),
            cards: named(crate::wiring::cards::PREFIX),
            rates: named(crate::wiring::rates::PREFIX),
        }
    }
}

/// The variables with this prefix, without it.
fn named(prefix: &str) -> Vec<(String, String)> {
    let read = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    read.filter(|(name, _)| name.starts_with(prefix)).collect()
}

/// Settings of the signer and its clients: `AGIO_SIGNER_*`.
#[derive(Clone, Debug, Default)]
pub struct SignerConfig {
    /// Socket of a separate signer. Without it, workers start one as a child.
    pub socket: Option<PathBuf>,
    /// Operating system account of the peer, if it differs from ours.
    pub peer: Option<u32>,
    /// File with the passphrase of the seed.
    pub passphrase_file: Option<PathBuf>,
    /// Spending limits of the wallets.
    pub limits: HashMap<Network, Limits>,
}

impl SignerConfig {
    /// Reads the environment.
    ///
    /// # Errors
    /// An invalid value, with the variable and the rule.
    pub fn from_env() -> anyhow::Result<Self> {
        Self::read(|name| env::var(name).ok())
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let given = |name: &str| variable(name).filter(|text| !text.is_empty());
        let peer = given("AGIO_SIGNER_PEER_UID").map(|text| text.trim().parse()).transpose();
        // The credential from systemd (LoadCredential=signer-passphrase:...), unless a file is configured.
        let credential = || {
            let path = PathBuf::from(given("CREDENTIALS_DIRECTORY")?).join("signer-passphrase");
            path.exists().then_some(path)
        };
        let mut limits = HashMap::new();
        for network in [Network::Bitcoin, Network::Litecoin] {
            let atoms = |what: &str| atoms(network, what, &given);
            let of =
                Limits { per_payment: atoms("PER_PAYMENT")?, per_day: atoms("PER_DAY")?, fee_max: atoms("FEE_MAX")? };
            limits.insert(network, of);
        }
        Ok(Self {
            socket: given("AGIO_SIGNER_SOCKET").map(PathBuf::from),
            peer: peer.context("AGIO_SIGNER_PEER_UID must be the number of an account")?,
            passphrase_file: given("AGIO_SIGNER_PASSPHRASE_FILE").map(PathBuf::from).or_else(credential),
            limits,
        })
    }

    /// The passphrase, if configured.
    ///
    /// # Errors
    /// If the file cannot be read, or its content is invalid.
    pub fn passphrase(&self) -> anyhow::Result<Option<Passphrase>> {
        Ok(self.passphrase_file.as_deref().map(Passphrase::read).transpose()?)
    }

    /// The accounts that may connect: the configured one, or ours.
    pub fn accounts(&self) -> Vec<u32> {
        vec![self.peer.unwrap_or_else(|| rustix::process::getuid().as_raw())]
    }
}

/// A limit in coins, such as `AGIO_SIGNER_LITECOIN_PER_DAY=25.5`.
fn atoms(network: Network, what: &str, given: &impl Fn(&str) -> Option<String>) -> anyhow::Result<Option<u64>> {
    let name = format!("AGIO_SIGNER_{}_{what}", network.name().to_uppercase());
    let Some(text) = given(&name) else { return Ok(None) };
    let rule = || format!("{name} must be an amount in {}, as in 1.5", network.native());
    let amount = Amount::parse(text.trim(), network.native()).with_context(rule)?;
    Ok(Some(u64::try_from(amount.atoms()).with_context(rule)?))
}

/// Scan settings of a node's chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Start height of the first scan. The tip if absent.
    pub start_height: Option<u64>,
    /// Confirmations required for a credit, instead of the table by network and value.
    pub confirmations: Option<u32>,
}

impl Watch {
    /// Reads `<prefix>_START_HEIGHT` and `<prefix>_CONFIRMATIONS`.
    ///
    /// # Errors
    /// An invalid number, with the variable and the rule.
    pub fn from_env(prefix: &str) -> anyhow::Result<Self> {
        Self::read(prefix, |name| env::var(name).ok())
    }

    fn read(prefix: &str, variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let number = |suffix: &str, range: std::ops::RangeInclusive<u32>| {
            let name = format!("{prefix}_{suffix}");
            let Some(text) = variable(&name).filter(|text| !text.is_empty()) else { return Ok(None) };
            let (least, most) = (range.start(), range.end());
            let rule = || format!("{name} must be a whole number from {least} to {most}");
            let value: u32 = text.trim().parse().with_context(rule)?;
            ensure!(range.contains(&value), rule());
            Ok(Some(value))
        };
        let start_height = number("START_HEIGHT", 0..=100_000_000)?.map(u64::from);
        Ok(Self { start_height, confirmations: number("CONFIRMATIONS", 1..=1_000)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(height: &str, confirmations: &str) -> Result<Watch, String> {
        let value =
            |name: &str| Some(if name == "AGIO_LITECOIN_START_HEIGHT" { height } else { confirmations }.to_owned());
        Watch::read("AGIO_LITECOIN", value).map_err(|error| error.to_string())
    }

    fn signer(name: &'static str, value: &'static str) -> Result<SignerConfig, String> {
        let given = |asked: &str| (asked == name).then(|| value.to_owned());
        SignerConfig::read(given).map_err(|error| error.to_string())
    }

    #[test]
    fn limits_of_the_signer_are_amounts_or_a_sentence() {
        let litecoin = |config: &SignerConfig| config.limits[&Network::Litecoin];
        let read = signer("AGIO_SIGNER_LITECOIN_PER_DAY", "25.5").unwrap();
        assert_eq!(litecoin(&read), Limits { per_day: Some(2_550_000_000), ..Limits::default() });
        assert_eq!(litecoin(&signer("", "").unwrap()), Limits::default());
        for bad in ["much", "-1", "0.000000001"] {
            let said = signer("AGIO_SIGNER_LITECOIN_PER_DAY", bad).unwrap_err();
            assert_eq!(said, "AGIO_SIGNER_LITECOIN_PER_DAY must be an amount in LTC, as in 1.5", "{bad}");
        }
        assert!(signer("AGIO_SIGNER_PEER_UID", "root").unwrap_err().starts_with("AGIO_SIGNER_PEER_UID"));
    }

    #[test]
    fn a_setting_of_a_node_is_a_number_in_its_range_or_a_sentence() {
        assert_eq!(watch("", ""), Ok(Watch::default()));
        assert_eq!(watch("2500000", "6"), Ok(Watch { start_height: Some(2_500_000), confirmations: Some(6) }));
        let rule = "AGIO_LITECOIN_CONFIRMATIONS must be a whole number from 1 to 1000";
        assert_eq!((watch("", "0"), watch("", "many")), (Err(rule.to_owned()), Err(rule.to_owned())));
        assert!(watch("-1", "").unwrap_err().starts_with("AGIO_LITECOIN_START_HEIGHT"));
    }
}
