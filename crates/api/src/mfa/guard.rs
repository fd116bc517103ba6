//! `Auth-2FA-Token`: confirmation of requests with the second factor.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use identity::{ConfirmedRequest, Principal, Purpose};
use kernel::{ErrorKind, TenantId};
use serde_json::Value;
use utoipa::IntoParams;

use crate::AppState;
use crate::extract::Authenticated;
use crate::problem::Problem;

const TOKEN: &str = "auth-2fa-token";

/// The confirmation token of a request, and the request's method and path.
#[derive(Debug, Clone)]
pub struct Confirmation {
    token: Option<String>,
    method: String,
    path: String,
}

/// The operation to confirm.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operation<'a> {
    /// Purpose of the confirmation.
    pub purpose: Purpose,
    /// SHA-256 of the request's body.
    pub body_hash: &'a [u8],
    /// Unique name of the operation. A confirmation is valid for one.
    pub name: &'a str,
}

/// The header, for the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described, never built")]
pub struct ConfirmationHeader {
    /// Confirmation of this request with the second factor, from `…/user/two-factor/challenges/{id}/confirm`. If it is
    /// required and missing, the response is 403 `AUTH_2FA_REQUIRED` with `meta.challenge_id`.
    #[param(rename = "Auth-2FA-Token", required = false)]
    auth_2fa_token: Option<String>,
}

impl FromRequestParts<AppState> for Confirmation {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Self::Rejection> {
        let token = parts.headers.get(TOKEN).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Ok(Self { token, method: parts.method.to_string(), path: parts.uri.path().to_owned() })
    }
}

impl Confirmation {
    /// Succeeds if this request was confirmed for this operation. Otherwise creates a challenge that shows `shown` to
    /// the customer.
    ///
    /// # Errors
    /// 403 `AUTH_2FA_REQUIRED`.
    pub(crate) async fn require(
        &self,
        state: &AppState,
        tenant: TenantId,
        who: &Principal,
        operation: Operation<'_>,
        shown: impl Future<Output = Result<Value, Problem>>,
    ) -> Result<(), Problem> {
        let action = ConfirmedRequest::of(operation.purpose, &self.method, &self.path, operation.body_hash);
        if let Some(token) = &self.token
            && state.identity().claim_step_up(tenant, who, token, &action, operation.name).await?
        {
            return Ok(());
        }
        let asked = state.identity().ask_step_up(tenant, who, &action, shown.await?).await?;
        let problem = Problem::new(ErrorKind::Forbidden, "AUTH_2FA_REQUIRED", "Confirm this with your second factor.");
        Err(problem
            .with_meta("challenge_id", asked.id.to_string())
            .with_meta("purpose", asked.purpose)
            .with_meta("shown", asked.shown)
            .with_meta("expires_at", serde_json::to_value(asked.expires_at).unwrap_or_default()))
    }

    /// Requires confirmation of a change to the account's security, if the customer has any second factor. Each attempt
    /// needs a new confirmation, because such a change has no unique name. Returns whether it was confirmed.
    pub(crate) async fn require_for_settings(
        &self,
        state: &AppState,
        who: &Authenticated,
        body_hash: &[u8],
        shown: Value,
    ) -> Result<bool, Problem> {
        let (tenant, principal) = (who.tenant.id, &who.principal);
        if !state.identity().has_factor(tenant, principal).await? {
            return Ok(false);
        }
        let attempt = state.world().uuid().to_string();
        let operation = Operation { purpose: Purpose::Settings, body_hash, name: &attempt };
        self.require(state, tenant, principal, operation, async { Ok(shown) }).await.map(|()| true)
    }
}
