//! The host that passkeys of a request are bound to: the page must be of the requested host itself.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use identity::PasskeySite;

use crate::AppState;
use crate::extract::{AskedHost, TenantHost};
use crate::problem::{FieldError, Problem};

/// The requesting page, which must be of the requested host itself, because passkeys are bound to a host.
pub(crate) struct OwnSite(pub PasskeySite);

impl FromRequestParts<AppState> for OwnSite {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let site = <Self as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        let rule = "must be a page of this host, over https or on this machine, and not a number";
        site.ok_or_else(|| Problem::field(FieldError::new("Origin", "invalid", rule)))
    }
}

/// The optional variant, for operations that work without passkeys.
impl OptionalFromRequestParts<AppState> for OwnSite {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, Problem> {
        let AskedHost(host) = AskedHost::from_request_parts(parts, state).await?;
        // A publishable key selects a tenant at any host, but passkeys need one of the tenant's configured hosts.
        let TenantHost(tenant) = TenantHost::from_request_parts(parts, state).await?;
        if !tenant.answers_at(&host) {
            return Ok(None);
        }
        let origin = parts.headers.get(ORIGIN).and_then(|value| value.to_str().ok());
        Ok(origin.and_then(|origin| own_site(&host, origin)).map(|site| Self(site.named(&tenant.name))))
    }
}

fn own_site(host: &str, origin: &str) -> Option<PasskeySite> {
    let (_, named) = origin.split_once("://")?;
    if named.eq_ignore_ascii_case(host) { PasskeySite::of(origin) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_passkeys_of_its_own_host_only() {
        for own in ["https://bank.example", "https://Bank.example", "http://localhost:8080", "https://a.bank.example"] {
            let host = own.split_once("://").unwrap().1;
            assert!(own_site(host, own).is_some(), "{own}");
        }
        let others = [
            ("bank.example", "https://evil.example"),
            ("bank.example", "https://bank.example.evil.example"),
            ("bank.example", "https://bank.example:444"),
            ("bank.example", "http://bank.example"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("bank.example", "null"),
            ("bank.example", "bank.example"),
        ];
        for (host, origin) in others {
            assert!(own_site(host, origin).is_none(), "{origin}");
        }
    }
}
