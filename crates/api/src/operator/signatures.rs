//! What operators sign to agree to a proposal, and what is kept of it for whoever checks it later.

use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use chrono::{DateTime, Utc};
use identity::operator::{Answer, SignedApproval};
use kernel::kinds;
use serde::Serialize;
use utoipa::ToSchema;

use super::act::Reason;
use super::principal::Operator;
use crate::AppState;
use crate::extract::{Body, IdInPath};
use crate::passkey::PasskeyOptions;
use crate::passkey::site::OwnSite;
use crate::problem::Problem;

/// What the operator who asks signs to agree.
#[derive(Serialize, ToSchema)]
pub(super) struct ToSignInfo {
    /// The text whose hash is in the challenge: everything that will be done, who proposed it and why, and who agrees in which
    /// words. It is kept with the signature.
    payload: String,
    /// What the browser is asked. Absent for who has no passkey: a factor of the last five minutes does then.
    #[serde(skip_serializing_if = "Option::is_none")]
    passkey: Option<PasskeyOptions>,
}

/// An approval that was signed, with everything that it takes to check it. Bytes are in base64url, as in the standard's JSON.
#[derive(Serialize, ToSchema)]
pub(super) struct SignatureInfo {
    /// What was agreed to.
    #[schema(example = "prp_019a0000000070008000000000000001")]
    proposal_id: String,
    /// By whom.
    #[schema(example = "opr_019a0000000070008000000000000001")]
    operator_id: String,
    /// With which passkey.
    #[schema(example = "psk_019a0000000070008000000000000001")]
    passkey_id: String,
    /// As its owner called it then.
    passkey: String,
    /// When the signature came.
    signed_at: DateTime<Utc>,
    /// The text that was signed.
    payload: String,
    /// Its SHA-256, in hexadecimal.
    payload_sha256: String,
    /// The challenge is the first 16 bytes of SHA-256 over this and the hash of the text.
    nonce: String,
    /// The host that the passkey is of: the relying party id.
    rp_id: String,
    /// The passkey's id at its device.
    credential_id: String,
    /// Its public key: a `SubjectPublicKeyInfo`, points compressed.
    public_key: String,
    /// The key's algorithm, by its number in COSE.
    #[schema(example = -7)]
    algorithm: i32,
    /// `authenticatorData` of the standard.
    authenticator_data: String,
    /// `clientDataJSON` of the standard, with the challenge and the page.
    client_data_json: String,
    /// Over `authenticator_data` and the SHA-256 of `client_data_json`.
    signature: String,
}

impl From<SignedApproval> for SignatureInfo {
    fn from(kept: SignedApproval) -> Self {
        let payload_sha256 = kept.payload_sha256();
        Self {
            proposal_id: kept.proposal.to_string(),
            operator_id: kept.operator.to_string(),
            passkey_id: kept.passkey.to_string(),
            passkey: kept.passkey_name,
            signed_at: kept.signed_at,
            payload_sha256,
            payload: kept.payload,
            nonce: BASE64.encode(kept.nonce),
            rp_id: kept.host,
            credential_id: BASE64.encode(kept.credential_id),
            public_key: BASE64.encode(kept.public_key),
            algorithm: kept.algorithm,
            authenticator_data: BASE64.encode(kept.authenticator_data),
            client_data_json: BASE64.encode(kept.client_data_json),
            signature: BASE64.encode(kept.signature),
        }
    }
}

/// Says what agreeing to the proposal, in these words, signs, and asks the browser to sign it with a passkey of this host. The
/// answer goes to `approve`, with the same reason.
#[utoipa::path(post, path = "/api/operator/v1/proposals/{id}/approve/begin", tag = "proposals", security(("session" = [])),
    params(("id" = String, Path, description = "The proposal.")), request_body = Reason,
    responses((status = 200, body = ToSignInfo)))]
pub(super) async fn begin_approval(
    State(state): State<AppState>,
    operator: Operator,
    site: Option<OwnSite>,
    IdInPath(id): IdInPath<kinds::Proposal>,
    body: Result<Body<Reason>, Problem>,
) -> Result<Json<ToSignInfo>, Problem> {
    let (identity, tenant) = (state.identity(), operator.tenant.id);
    identity.may_answer(tenant, &operator.who, id, Answer::Approve).await?;
    let Body { value: said, .. } = body?;
    let site = site.as_ref().map(|OwnSite(site)| site);
    let asked = identity.begin_approval(tenant, &operator.who, id, &said.reason, site).await?;
    Ok(Json(ToSignInfo { payload: asked.payload, passkey: asked.request.map(PasskeyOptions::from) }))
}

/// The signature of an approval, to be checked by whoever audits. 404 where none was made.
#[utoipa::path(get, path = "/api/operator/v1/proposals/{id}/signature", tag = "proposals",
    security(("session" = ["acts.read"])), params(("id" = String, Path, description = "The proposal.")),
    responses((status = 200, body = SignatureInfo)))]
pub(super) async fn get_signature(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::Proposal>,
) -> Result<Json<SignatureInfo>, Problem> {
    let kept = state.identity().approval_signature(operator.tenant.id, &operator.who, id).await?;
    Ok(Json(kept.into()))
}
