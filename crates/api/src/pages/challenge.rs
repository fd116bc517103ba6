//! The simulated page of a bank or another service, on which the payer approves or declines: 3-D Secure, Mono, Bybit
//! Pay.

use axum::Form;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use identity::Tenant;
use serde::Deserialize;

use crate::AppState;
use crate::extract::SandboxTenant;
use crate::http::headers::page_policy;
use crate::problem::Problem;
use crate::sandbox_controls::ChallengeView;

const STYLE: &str = include_str!("challenge.css");

/// The button that was pressed.
#[derive(Deserialize)]
pub(super) struct Answer {
    answer: Choice,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Choice {
    Approve,
    Decline,
}

/// Where the page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In place of the shop's page.
    Page,
    /// In a frame of the shop's page.
    Frame,
}

impl Place {
    /// The pages that may contain the page (`frame-ancestors`).
    const fn ancestors(self) -> &'static str {
        match self {
            Self::Page => "'none'",
            Self::Frame => "'self'",
        }
    }

    /// The address of the page.
    fn address(self, reference: &str) -> String {
        match self {
            Self::Page => format!("/sandbox/3ds/{reference}"),
            Self::Frame => format!("/sandbox/3ds/{reference}/frame"),
        }
    }
}

/// The form that leads to the challenge: its field has the name of EMV 3-D Secure.
#[derive(Deserialize)]
pub(super) struct ChallengeRequest {
    creq: String,
}

/// Shows the challenge.
pub(super) async fn show(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    Path(reference): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    shown(&state, &tenant, &reference, (&headers, Place::Page)).await
}

/// Shows the challenge in a frame.
pub(super) async fn show_in_frame(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    Path(reference): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    shown(&state, &tenant, &reference, (&headers, Place::Frame)).await
}

/// Shows the challenge that a form names.
pub(super) async fn show_by_form(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    headers: HeaderMap,
    Form(asked): Form<ChallengeRequest>,
) -> Result<Response, Problem> {
    shown(&state, &tenant, &asked.creq, (&headers, Place::Page)).await
}

async fn shown(
    state: &AppState,
    tenant: &Tenant,
    reference: &str,
    (headers, place): (&HeaderMap, Place),
) -> Result<Response, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let found = controls.challenge(tenant.id, reference).await?;
    Ok(found.map_or_else(
        || missing(state, headers),
        |asked| page(state, headers, &question(&asked, &tenant.name, &place.address(reference)), place),
    ))
}

/// Records the answer and redirects to the order. Idempotent.
pub(super) async fn answer(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    Path(reference): Path<String>,
    headers: HeaderMap,
    Form(given): Form<Answer>,
) -> Result<Response, Problem> {
    let Some(asked) = answered(&state, &tenant, &reference, &given).await? else {
        return Ok(missing(&state, &headers));
    };
    Ok(Redirect::to(own_path(&asked.return_url)).into_response())
}

/// Records the answer. The page around the frame follows the order itself. Idempotent.
pub(super) async fn answer_in_frame(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    Path(reference): Path<String>,
    headers: HeaderMap,
    Form(given): Form<Answer>,
) -> Result<Response, Problem> {
    let Some(asked) = answered(&state, &tenant, &reference, &given).await? else {
        return Ok(missing(&state, &headers));
    };
    let asked = ChallengeView { answered: true, ..asked };
    let content = question(&asked, &tenant.name, &Place::Frame.address(&reference));
    Ok(page(&state, &headers, &content, Place::Frame))
}

async fn answered(
    state: &AppState,
    tenant: &Tenant,
    reference: &str,
    given: &Answer,
) -> Result<Option<ChallengeView>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let Some(asked) = controls.challenge(tenant.id, reference).await? else { return Ok(None) };
    controls.answer(tenant.id, reference, given.answer == Choice::Approve).await?;
    Ok(Some(asked))
}

/// A path of this host. `//elsewhere` and `/\elsewhere` would lead to another host.
pub(crate) fn own_path(url: &str) -> &str {
    let plain = url.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    if url.starts_with('/') && !url.starts_with("//") && plain { url } else { "/" }
}

fn question(asked: &ChallengeView, tenant: &str, address: &str) -> String {
    let amount = asked.amount.to_decimal();
    let (tenant, card) = (escaped(tenant), escaped(&asked.card));
    let currency = asked.amount.currency().code();
    let head = format!(
        "<p class=\"bank\">Sandbox</p><h1>Confirm your payment to {tenant}</h1>\
         <p class=\"amount\">{amount} <small>{currency}</small></p><p class=\"card\">{card}</p>"
    );
    if asked.answered {
        let back = escaped(own_path(&asked.return_url));
        return format!(
            "{head}<p>You have answered already.</p><a class=\"back\" href=\"{back}\" target=\"_top\">Back to your order</a>"
        );
    }
    let address = escaped(address);
    format!(
        "{head}<form method=\"post\" action=\"{address}\"><button name=\"answer\" value=\"approve\">Approve</button>\
         <button name=\"answer\" value=\"decline\">Decline</button></form>\
         <p class=\"note\">This page simulates the payer's bank or app. No money moves.</p>"
    )
}

fn missing(state: &AppState, headers: &HeaderMap) -> Response {
    let text = "<p class=\"bank\">Sandbox</p><h1>There is no such payment</h1><a class=\"back\" href=\"/\">Back</a>";
    let mut response = page(state, headers, text, Place::Page);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn page(state: &AppState, asked: &HeaderMap, content: &str, place: Place) -> Response {
    let nonce = STANDARD_NO_PAD.encode(state.world().random::<16>());
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Confirm your payment</title>\
         <style nonce=\"{nonce}\">{STYLE}</style></head><body><main>{content}</main></body></html>"
    );
    let host = asked.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // The path is a secret, because it allows anyone to answer.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Ok(policy) = HeaderValue::from_str(&page_policy(&nonce, host, place.ancestors())) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    (headers, html).into_response()
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, letter| {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_return_address_stays_on_the_own_host() {
        assert_eq!(own_path("/transaction/exchange/ord_1?x=1"), "/transaction/exchange/ord_1?x=1");
        for elsewhere in ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a\nb"] {
            assert_eq!(own_path(elsewhere), "/");
        }
    }
}
