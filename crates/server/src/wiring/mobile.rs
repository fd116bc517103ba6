//! The native apps of tenants, from the environment: `AGIO_MOBILE_<TENANT>_…`. docs/native.md describes what they do.

use anyhow::{Context, bail};
use api::{AppLinks, Platform, Release, ReleaseVersion, Releases};
use url::Url;

use crate::wiring::by_tenant::{self, TenantSettings};

pub const PREFIX: &str = "AGIO_MOBILE_";
/// Names that can follow the tenant.
const NAMES: [&str; 9] = [
    "IOS_MINIMUM",
    "IOS_NEWEST",
    "IOS_STORE",
    "IOS_APP_ID",
    "ANDROID_MINIMUM",
    "ANDROID_NEWEST",
    "ANDROID_STORE",
    "ANDROID_PACKAGE",
    "ANDROID_CERTIFICATES",
];
/// Bytes of a SHA-256 fingerprint.
const FINGERPRINT_BYTES: usize = 32;

/// The apps of every tenant.
///
/// # Errors
/// An unknown name, or an invalid value, with the variable.
pub fn read(variables: Vec<(String, String)>) -> anyhow::Result<Releases> {
    let mut releases = Releases::default();
    for (tenant, given) in by_tenant::read(variables, PREFIX, &NAMES)? {
        add(&mut releases, &tenant, &given).with_context(|| by_tenant::variable_prefix(PREFIX, &tenant))?;
    }
    Ok(releases)
}

fn add(releases: &mut Releases, tenant: &str, given: &TenantSettings) -> anyhow::Result<()> {
    let apps = [
        (Platform::Ios, ["IOS_MINIMUM", "IOS_NEWEST", "IOS_STORE"]),
        (Platform::Android, ["ANDROID_MINIMUM", "ANDROID_NEWEST", "ANDROID_STORE"]),
    ];
    for (platform, [minimum, newest, store]) in apps {
        let version = |name: &str| -> anyhow::Result<Option<ReleaseVersion>> {
            let parsed = given.get(name).map(|text| text.trim().parse::<ReleaseVersion>());
            let refused = |()| anyhow::anyhow!("{name} must be one to three numbers with dots");
            parsed.transpose().map_err(refused)
        };
        let store = given.get(store).map(|text| Url::parse(text.trim()).with_context(|| store.to_owned()));
        let release = Release { minimum: version(minimum)?, newest: version(newest)?, store: store.transpose()? };
        releases.add(tenant, platform, release).with_context(|| minimum.to_owned())?;
    }
    let links = AppLinks {
        ios_app: given.get("IOS_APP_ID").map(|text| app_id("IOS_APP_ID", text)).transpose()?,
        android_package: given.get("ANDROID_PACKAGE").map(|text| app_id("ANDROID_PACKAGE", text)).transpose()?,
        android_certificates: given.get("ANDROID_CERTIFICATES").map_or_else(|| Ok(Vec::new()), |text| prints(text))?,
    };
    releases.add_links(tenant, links).context("ANDROID_PACKAGE")
}

/// The name of an app: letters, digits, dots, dashes and underscores.
fn app_id(name: &str, text: &str) -> anyhow::Result<String> {
    let text = text.trim();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if text.contains('.') && text.len() <= 200 && text.bytes().all(plain) {
        return Ok(text.to_owned());
    }
    bail!("{name} must be the name of an app, with dots")
}

/// Fingerprints as Android's tools show them: pairs of hexadecimal digits with colons.
fn prints(text: &str) -> anyhow::Result<Vec<String>> {
    let print = |one: &str| {
        let one = one.trim().to_ascii_uppercase();
        let is_pair = |pair: &str| pair.len() == 2 && pair.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_print = one.split(':').count() == FINGERPRINT_BYTES && one.split(':').all(is_pair);
        is_print.then_some(one).context("ANDROID_CERTIFICATES must be SHA-256 fingerprints, separated by commas")
    };
    text.split(',').map(print).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(variables: &[(&str, &str)]) -> String {
        let given = variables.iter().map(|(name, value)| (format!("{PREFIX}{name}"), (*value).to_owned()));
        read(given.collect()).map_or_else(|error| format!("{error:#}"), |_| "taken".to_owned())
    }

    #[test]
    fn mistyped_settings_are_named() {
        let print = ["ab"; FINGERPRINT_BYTES].join(":");
        for (given, said) in [
            (vec![("AGIO_IOS_MINIMUM", "2.0"), ("AGIO_IOS_STORE", "https://store.example/a")], "taken"),
            (vec![("AGIO_IOS_MINIMUN", "2.0")], "AGIO_MOBILE_AGIO_IOS_MINIMUN means nothing"),
            (vec![("AGIO_IOS_MINIMUM", "two")], "AGIO_MOBILE_AGIO: IOS_MINIMUM must be one to three numbers"),
            (vec![("AGIO_IOS_MINIMUM", "2.0")], "a minimum needs the store's address"),
            (vec![("AGIO_ANDROID_STORE", "store")], "ANDROID_STORE"),
            (vec![("AGIO_ANDROID_PACKAGE", "com.example")], "belong together"),
            (vec![("AGIO_ANDROID_PACKAGE", "com.example"), ("AGIO_ANDROID_CERTIFICATES", "ab:cd")], "fingerprints"),
            (vec![("AGIO_ANDROID_PACKAGE", "com.example"), ("AGIO_ANDROID_CERTIFICATES", &print)], "taken"),
            (vec![("AGIO_IOS_APP_ID", "<script>")], "IOS_APP_ID must be the name of an app"),
        ] {
            let sentence = refused(&given);
            assert!(sentence.contains(said), "{sentence}");
        }
    }
}
