//! What the environment says.

use std::env;

use anyhow::{Context, ensure};

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
    /// Addresses and networks of the proxies in front of us, separated by commas.
    pub trusted_proxies: Option<String>,
}

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
            trusted_proxies: read("AGIO_TRUSTED_PROXIES"),
        }
    }
}

/// How a node's chain is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Where the very first scan starts; the tip without it.
    pub start_height: Option<u64>,
    /// Confirmations that credit a payment, instead of the table by network and value.
    pub confirmations: Option<u32>,
}

impl Watch {
    /// Reads `<prefix>_START_HEIGHT` and `<prefix>_CONFIRMATIONS`.
    ///
    /// # Errors
    /// A value that is no number in its range, naming the variable and the rule.
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

    #[test]
    fn a_setting_of_a_node_is_a_number_in_its_range_or_a_sentence() {
        assert_eq!(watch("", ""), Ok(Watch::default()));
        assert_eq!(watch("2500000", "6"), Ok(Watch { start_height: Some(2_500_000), confirmations: Some(6) }));
        let rule = "AGIO_LITECOIN_CONFIRMATIONS must be a whole number from 1 to 1000";
        assert_eq!((watch("", "0"), watch("", "many")), (Err(rule.to_owned()), Err(rule.to_owned())));
        assert!(watch("-1", "").unwrap_err().starts_with("AGIO_LITECOIN_START_HEIGHT"));
    }
}
