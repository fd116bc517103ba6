//! Passkey signatures of approvals, and the evidence stored for auditors.

use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use chrono::{DateTime, Utc};
use identity::operator::{ProposalAnswer, SignedApproval};
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

/// The text that the operator signs to approve a proposal.
#[derive(Serialize, ToSchema)]
pub(super) struct ToSignInfo {
    /// The text whose hash is in the challenge: the complete action, who proposed it and why, and who approves it with
    /// which reason. It is stored with the signature.
    payload: String,
    /// Options for the browser. Absent for an operator without a passkey: a confirmation in the last five minutes is
    /// then sufficient.
    #[serde(skip_serializing_if = "Option::is_none")]
    passkey: Option<PasskeyOptions>,
}

/// A signed approval with everything needed to verify it. Binary values are base64url, as in the JSON of WebAuthn.
#[derive(Serialize, ToSchema)]
pub(super) struct SignatureInfo {
    /// The approved proposal.
    #[schema(example = "prp_019a0000000070008000000000000001")]
    proposal_id: String,
    /// The approving operator.
    #[schema(example = "opr_019a0000000070008000000000000001")]
    operator_id: String,
    /// The passkey.
    #[schema(example = "psk_019a0000000070008000000000000001")]
    passkey_id: String,
    /// Name of the passkey at that time.
    passkey: String,
    /// Time of the signature.
    signed_at: DateTime<Utc>,
    /// The signed text.
    payload: String,
    /// SHA-256 of the text, hexadecimal.
    payload_sha256: String,
    /// The challenge is the first 16 bytes of SHA-256 over this nonce and the hash of the text.
    nonce: String,
    /// Relying party id: the host that the passkey belongs to.
    rp_id: String,
    /// Credential id of the passkey.
    credential_id: String,
    /// Public key as `SubjectPublicKeyInfo`, with compressed points.
    public_key: String,
    /// COSE algorithm identifier of the key.
    #[schema(example = -7)]
    algorithm: i32,
    /// `authenticatorData` (WebAuthn).
    authenticator_data: String,
    /// `clientDataJSON` (WebAuthn), with the challenge and the origin.
    client_data_json: String,
    /// Signature over `authenticator_data` and the SHA-256 of `client_data_json`.
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

/// Returns the text that an approval with this reason signs, and the options for signing it with a passkey of this
/// host.
///
/// Send the browser's response to `approve`, with the same reason.
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
    identity.may_answer(tenant, &operator.who, id, ProposalAnswer::Approve).await?;
    let Body { value: said, .. } = body?;
    let site = site.as_ref().map(|OwnSite(site)| site);
    let asked = identity.begin_approval(tenant, &operator.who, id, &said.reason, site).await?;
    Ok(Json(ToSignInfo { payload: asked.payload, passkey: asked.request.map(PasskeyOptions::from) }))
}

/// Returns the signature of an approval, for audits.
///
/// 404 if the approval was not signed.
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
