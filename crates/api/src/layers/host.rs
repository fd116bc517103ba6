//! Check of the `Host` header: only hosts of tenants are served.

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use identity::IdentityError;
use kernel::ErrorKind;

use crate::AppState;
use crate::extract::API_KEY;
use crate::http::is_api;
use crate::problem::Problem;

/// Health probes and metrics. They are addressed to the server, not to a tenant.
const PROBES: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
const ONE_HOST: &str = "A request names exactly one host, in one Host header.";
const NO_TENANT: &str = "No tenant of this service answers at this host. Its operator adds the host to a tenant.";

/// Rejects requests without exactly one host, and hosts of no tenant. For the latter, a publishable key can name the
/// tenant instead.
pub(crate) async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let programs = is_api(path);
    let Some(host) = only_host(request.headers(), request.uri()) else {
        return refusal(programs, Problem::bad_request(ONE_HOST), ONE_HOST);
    };
    if PROBES.contains(&path) || request.headers().contains_key(API_KEY) {
        return next.run(request).await;
    }
    match state.identity().tenant_by_host(host).await {
        Err(IdentityError::NotFound(_)) => {
            refusal(programs, Problem::new(ErrorKind::NotFound, "NOT_FOUND", NO_TENANT), NO_TENANT)
        }
        // If the database is unavailable, the request fails later, where it needs it.
        _ => next.run(request).await,
    }
}

/// API clients get a problem, browsers a sentence.
fn refusal(programs: bool, problem: Problem, sentence: &'static str) -> Response {
    if programs { problem.into_response() } else { (problem.status(), format!("{sentence}\n")).into_response() }
}

/// The host, if the request names exactly one. The request target may repeat it (RFC 9112, section 3.2.2).
fn only_host<'a>(headers: &'a HeaderMap, uri: &Uri) -> Option<&'a str> {
    let mut named = headers.get_all(HOST).iter();
    let host = named.next()?.to_str().ok()?;
    let repeated = uri.authority().is_none_or(|authority| authority.as_str().eq_ignore_ascii_case(host));
    (named.next().is_none() && repeated && !host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_request_names_exactly_one_host() {
        let named = |hosts: &[&'static str], target: &'static str| {
            let hosts = hosts.iter().map(|host| (HOST, HeaderValue::from_static(host)));
            only_host(&HeaderMap::from_iter(hosts), &Uri::from_static(target)).map(str::to_owned)
        };
        assert_eq!(named(&["bank.example"], "/").as_deref(), Some("bank.example"));
        assert_eq!(named(&["bank.example"], "http://Bank.example/").as_deref(), Some("bank.example"));
        assert_eq!(named(&[], "/"), None);
        assert_eq!(named(&[""], "/"), None);
        assert_eq!(named(&["bank.example", "evil.example"], "/"), None);
        assert_eq!(named(&["bank.example", "bank.example"], "/"), None);
        assert_eq!(named(&["bank.example"], "http://evil.example/"), None);
        assert_eq!(named(&[], "http://bank.example/"), None);
    }
}
