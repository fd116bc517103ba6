//! Card acquirers of tenants with real customers, from the environment: `AGIO_CARDS_<TENANT>_…`, with the tenant's slug
//! in upper case and underscores for dashes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, bail, ensure};
use kernel::{Currency, Payway, World};
use providers::orchestrator::{Orchestrator, OrchestratorSettings};
use store::Store;

use crate::wiring::by_tenant::{self, TenantSettings};

pub const PREFIX: &str = "AGIO_CARDS_";
/// Names that can follow the tenant. If one is a suffix of another, the longer one must come first.
const NAMES: [&str; 8] =
    ["WEBHOOK_KEY_FILE", "KEY_FILE", "WEBHOOK_KEY", "PUBLISHABLE_KEY", "KEY", "URL", "PROFILE", "CURRENCIES"];

/// The acquirers by the tenant's slug.
///
/// # Errors
/// An unknown name, or a missing or invalid value, with the variable.
pub fn open(
    variables: impl IntoIterator<Item = (String, String)>,
    store: &Store,
    world: &World,
) -> anyhow::Result<BTreeMap<String, Orchestrator>> {
    let opened = settings(variables)?.into_iter().map(|(tenant, given)| {
        let own = Orchestrator::new(store.clone(), world.clone(), given);
        Ok((tenant.clone(), own.with_context(|| by_tenant::variable_prefix(PREFIX, &tenant))?))
    });
    opened.collect()
}

fn settings(
    variables: impl IntoIterator<Item = (String, String)>,
) -> anyhow::Result<BTreeMap<String, OrchestratorSettings>> {
    let read = by_tenant::read(variables, PREFIX, &NAMES)?.into_iter().map(|(tenant, given)| {
        let settings = account(given).with_context(|| by_tenant::variable_prefix(PREFIX, &tenant))?;
        Ok((tenant, settings))
    });
    let read: BTreeMap<String, OrchestratorSettings> = read.collect::<anyhow::Result<_>>()?;
    let keys: BTreeSet<&str> = read.values().map(|settings| settings.key.as_str()).collect();
    ensure!(keys.len() == read.len(), "{PREFIX}…: a key belongs to one tenant");
    Ok(read)
}

fn account(mut given: TenantSettings) -> anyhow::Result<OrchestratorSettings> {
    let key = secret(&mut given, "KEY", "KEY_FILE")?;
    let webhook_key = secret(&mut given, "WEBHOOK_KEY", "WEBHOOK_KEY_FILE")?;
    let mut required = |name: &'static str| given.remove(name).with_context(|| format!("{name} is missing"));
    let (url, listed) = (required("URL")?, required("CURRENCIES")?);
    let mut currencies = BTreeSet::new();
    for code in listed.split(',').map(str::trim) {
        let known = code.parse().ok().filter(|one: &Currency| Payway::of(*one).contains(&Payway::Visamc));
        let Some(currency) = known else { bail!("CURRENCIES must be currencies of cards, as in EUR,PLN") };
        currencies.insert(currency);
    }
    let (publishable_key, profile) = (given.remove("PUBLISHABLE_KEY"), given.remove("PROFILE"));
    Ok(OrchestratorSettings { url, key, publishable_key, webhook_key, profile, currencies })
}

/// A secret: the value itself, or the first line of a file.
fn secret(given: &mut TenantSettings, name: &'static str, file: &'static str) -> anyhow::Result<String> {
    match (given.remove(name), given.remove(file)) {
        (Some(_), Some(_)) => bail!("{name} and {file} exclude each other"),
        (Some(value), None) => Ok(value),
        (None, Some(path)) => {
            let text = fs::read_to_string(&path).with_context(|| format!("{file}: {path} cannot be read"))?;
            let line = text.lines().next().unwrap_or_default().trim();
            ensure!(!line.is_empty(), "{file}: {path} is empty");
            Ok(line.to_owned())
        }
        (None, None) => bail!("{name} or {file} is missing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: [(&str, &str); 4] = [
        ("A_URL", "https://pay.example/api"),
        ("A_KEY", "hush-hush"),
        ("A_WEBHOOK_KEY", "hush-hush-hush-hush"),
        ("A_CURRENCIES", "EUR, PLN"),
    ];

    fn read(variables: &[(&str, &str)]) -> Result<BTreeMap<String, OrchestratorSettings>, String> {
        let given = variables.iter().map(|(name, value)| (format!("{PREFIX}{name}"), (*value).to_owned()));
        settings(given).map_err(|error| format!("{error:#}"))
    }

    fn changed(name: &str, value: &str) -> String {
        let others = WHOLE.into_iter().filter(|(known, _)| *known != name);
        read(&others.chain([(name, value)]).collect::<Vec<_>>()).err().unwrap_or_default()
    }

    #[test]
    fn each_tenant_has_its_own_account() {
        let known = read(&WHOLE).unwrap();
        assert_eq!(known["a"].currencies, BTreeSet::from([Currency::EUR, Currency::PLN]));
        assert!(read(&[]).unwrap().is_empty());
        let other = WHOLE.map(|(name, value)| (name.replacen('A', "B", 1), value));
        let other = other.iter().map(|(name, value)| (name.as_str(), *value));
        let twice = read(&WHOLE.into_iter().chain(other).collect::<Vec<_>>());
        assert_eq!(twice.err().unwrap(), "AGIO_CARDS_…: a key belongs to one tenant");
    }

    #[test]
    fn the_orchestrator_counts_in_the_units_of_the_platform() {
        let cards = Currency::all().filter(|one| Payway::of(*one).contains(&Payway::Visamc));
        for currency in cards {
            assert_eq!(currency.scale(), 2, "{currency} has hundredths in ISO 4217");
        }
    }

    #[test]
    fn missing_or_invalid_settings_are_named_without_secrets() {
        assert_eq!(read(&WHOLE[1..]).err().unwrap(), "AGIO_CARDS_A: URL is missing");
        assert_eq!(read(&WHOLE[..1]).err().unwrap(), "AGIO_CARDS_A: KEY or KEY_FILE is missing");
        let said = changed("A_CURRENCIES", "EUR,BTC");
        assert_eq!(said, "AGIO_CARDS_A: CURRENCIES must be currencies of cards, as in EUR,PLN");
        assert!(changed("A_KEYS", "x").starts_with("AGIO_CARDS_A_KEYS means nothing"));
        assert_eq!(changed("A_KEY_FILE", "/none"), "AGIO_CARDS_A: KEY and KEY_FILE exclude each other");
        assert!(!said.contains("hush"));
    }

    #[test]
    fn a_secret_comes_from_a_file() {
        let folder = crate::tests::scratch::Scratch::new().unwrap();
        let file = folder.path().join("key");
        fs::write(&file, "from-the-file\n").unwrap();
        let given: Vec<(&str, &str)> = WHOLE.into_iter().filter(|(name, _)| *name != "A_KEY").collect();
        let with = [given.clone(), vec![("A_KEY_FILE", file.to_str().unwrap())]].concat();
        assert_eq!(read(&with).unwrap()["a"].key, "from-the-file");
        let gone = [given, vec![("A_KEY_FILE", "/nowhere/key")]].concat();
        assert!(read(&gone).err().unwrap().starts_with("AGIO_CARDS_A: KEY_FILE: /nowhere/key cannot be read"));
    }
}
