//! Accounts of tenants at an identity verification provider, from the environment: `AGIO_SUMSUB_<TENANT>_…`, with the
//! tenant's slug in upper case and underscores for dashes.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Context;
use identity::Identity;
use kernel::World;
use providers::identity_check::Checks;
use providers::identity_check::sumsub::{SUMSUB, Sumsub, SumsubSettings};

use crate::wiring::by_tenant::{self, TenantSettings};

pub const PREFIX: &str = "AGIO_SUMSUB_";
/// Names that can follow the tenant. If one is a suffix of another, the longer one must come first.
const NAMES: [&str; 6] = ["TOKEN", "WEBHOOK_SECRET", "SECRET", "ADDRESS_LEVEL", "LEVEL", "URL"];

/// The services that check identities, by tenant.
///
/// # Errors
/// The errors of [`accounts`].
pub fn open(
    identity: &Identity,
    variables: impl IntoIterator<Item = (String, String)>,
    world: &World,
) -> anyhow::Result<Arc<Checks>> {
    Ok(Arc::new(Checks::new(identity.clone(), accounts(variables, world)?)))
}

/// The accounts by the tenant's slug.
///
/// # Errors
/// An unknown name, or a missing or invalid value, with the variable.
pub fn accounts(
    variables: impl IntoIterator<Item = (String, String)>,
    world: &World,
) -> anyhow::Result<BTreeMap<String, Sumsub>> {
    let opened = by_tenant::read(variables, PREFIX, &NAMES)?.into_iter().map(|(tenant, given)| {
        let sumsub = account(given, world).with_context(|| by_tenant::variable_prefix(PREFIX, &tenant))?;
        Ok((tenant, sumsub))
    });
    opened.collect()
}

fn account(mut given: TenantSettings, world: &World) -> anyhow::Result<Sumsub> {
    let mut required = |name: &'static str| given.remove(name).with_context(|| format!("{name} is missing"));
    let (token, secret) = (required("TOKEN")?, required("SECRET")?);
    let (webhook_secret, level) = (required("WEBHOOK_SECRET")?, required("LEVEL")?);
    let url = given.remove("URL").unwrap_or_else(|| SUMSUB.to_owned());
    let address_level = given.remove("ADDRESS_LEVEL");
    let settings = SumsubSettings { url, token, secret, webhook_secret, level, address_level };
    Ok(Sumsub::new(world.clone(), settings)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(variables: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let given = variables.iter().map(|(name, value)| (format!("{PREFIX}{name}"), (*value).to_owned()));
        let accounts = accounts(given.chain([("PATH".into(), "x".into())]), &World::system());
        accounts.map(|all| all.into_keys().collect()).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn each_tenant_has_its_own_account() {
        let bank = [
            ("TWO_WORDS_TOKEN", "t"),
            ("TWO_WORDS_SECRET", "s"),
            ("TWO_WORDS_WEBHOOK_SECRET", "w"),
            ("TWO_WORDS_LEVEL", "id-and-liveness"),
        ];
        assert_eq!(opened(&bank), Ok(vec!["two-words".to_owned()]));
        assert_eq!(opened(&[]), Ok(vec![]));
    }

    #[test]
    fn missing_or_mistyped_settings_are_named_without_secrets() {
        assert_eq!(opened(&[("A_TOKEN", "t")]), Err("AGIO_SUMSUB_A: SECRET is missing".into()));
        assert!(opened(&[("A_TOKKEN", "t")]).unwrap_err().starts_with("AGIO_SUMSUB_A_TOKKEN means nothing"));
        assert!(opened(&[("TOKEN", "t")]).is_err(), "no tenant");
        let plain = [
            ("A_TOKEN", "hush"),
            ("A_SECRET", "hush"),
            ("A_WEBHOOK_SECRET", "hush"),
            ("A_LEVEL", "l"),
            ("A_URL", "http://sumsub.example"),
        ];
        let said = opened(&plain).unwrap_err();
        assert!(said.contains("https://") && !said.contains("hush"), "{said}");
    }
}
