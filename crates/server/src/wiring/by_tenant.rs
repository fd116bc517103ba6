//! Per-tenant settings in the environment: `<PREFIX><TENANT>_<NAME>`, with the tenant's slug in upper case and
//! underscores for dashes.

use std::collections::BTreeMap;

use anyhow::bail;

/// The non-empty settings of one tenant, by name.
pub type TenantSettings = BTreeMap<&'static str, String>;

/// The settings of all tenants, by slug. If one of the `names` is a suffix of another, the longer one must come first.
///
/// # Errors
/// An unknown variable, because a typo would otherwise disable a setting silently.
pub fn read(
    variables: impl IntoIterator<Item = (String, String)>,
    prefix: &str,
    names: &[&'static str],
) -> anyhow::Result<BTreeMap<String, TenantSettings>> {
    let mut tenants: BTreeMap<String, TenantSettings> = BTreeMap::new();
    for (variable, value) in variables {
        let Some(rest) = variable.strip_prefix(prefix) else { continue };
        let known = names.iter().find_map(|name| Some((rest.strip_suffix(name)?.strip_suffix('_')?, *name)));
        let Some((tenant, name)) = known.filter(|(tenant, _)| !tenant.is_empty()) else {
            bail!("{variable} means nothing: after {prefix} come a tenant and one of {}", names.join(", "));
        };
        if !value.is_empty() {
            tenants.entry(tenant.to_lowercase().replace('_', "-")).or_default().insert(name, value);
        }
    }
    Ok(tenants)
}

/// The prefix of a tenant's variables, for error messages.
pub fn variable_prefix(prefix: &str, tenant: &str) -> String {
    format!("{prefix}{}", tenant.to_uppercase().replace('-', "_"))
}
