//! The secrets of the mail service's webhooks, from the environment: `AGIO_MAIL_EVENTS_<TENANT>_SECRET`, with the tenant's
//! slug in upper case and underscores for dashes.

use anyhow::{Context, ensure};
use identity::MailEventKeys;

use crate::wiring::by_tenant;

pub const PREFIX: &str = "AGIO_MAIL_EVENTS_";

/// The keys by the tenant's slug.
///
/// # Errors
/// An unknown name, or an invalid secret, with the variable.
pub fn keys(variables: impl IntoIterator<Item = (String, String)>) -> anyhow::Result<MailEventKeys> {
    let mut keys = MailEventKeys::default();
    for (tenant, mut given) in by_tenant::read(variables, PREFIX, &["SECRET"])? {
        let place = by_tenant::variable_prefix(PREFIX, &tenant);
        let secret = given.remove("SECRET").with_context(|| format!("{place}: SECRET is missing"))?;
        ensure!(keys.add(tenant, &secret), "{place}_SECRET must be whsec_ and 24 to 64 bytes in base64");
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_of_another_form_stops_the_start_without_being_shown() {
        let read = |name: &str, value: &str| keys([(format!("{PREFIX}{name}"), value.to_owned())]).map(|_| ());
        assert!(read("BANK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").is_ok());
        let refused = read("BANK_SECRET", "hush-hush").unwrap_err().to_string();
        assert!(refused.contains("AGIO_MAIL_EVENTS_BANK_SECRET") && !refused.contains("hush"), "{refused}");
        assert!(read("BANK_SECRETS", "x").is_err());
    }
}
