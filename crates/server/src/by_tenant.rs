//! Settings of single tenants in the environment: `<PREFIX><TENANT>_<NAME>`, where the tenant's slug is written in capitals with
//! underscores for dashes.

use std::collections::BTreeMap;

use anyhow::bail;

/// What is set for one tenant, by name. Nothing that is empty.
pub type Given = BTreeMap<&'static str, String>;

/// What is set for every tenant, by its slug. Of two `names` that end alike the longer one comes first.
///
/// # Errors
/// A variable that means nothing: a mistyped one would quietly leave something out.
pub fn read(
    variables: impl IntoIterator<Item = (String, String)>,
    prefix: &str,
    names: &[&'static str],
) -> anyhow::Result<BTreeMap<String, Given>> {
    let mut tenants: BTreeMap<String, Given> = BTreeMap::new();
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

/// How a tenant's variables begin, for a message about one of them.
pub fn place(prefix: &str, tenant: &str) -> String {
    format!("{prefix}{}", tenant.to_uppercase().replace('-', "_"))
}
