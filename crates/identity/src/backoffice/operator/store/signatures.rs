//! Operators' signed approvals. They are stored with the executed action and are immutable.

use chrono::{DateTime, Utc};
use kernel::{OperatorId, PasskeyId, ProposalId, TenantId};
use store::{PgConnection, StoreError};

/// A signed approval with all data for its verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedApproval {
    /// The approved proposal.
    pub proposal: ProposalId,
    /// The approver.
    pub operator: OperatorId,
    /// The passkey.
    pub passkey: PasskeyId,
    /// The passkey's name at that time.
    pub passkey_name: String,
    /// The host of the passkey: the relying party id.
    pub host: String,
    /// The credential id.
    pub credential_id: Vec<u8>,
    /// The passkey's public key, a `SubjectPublicKeyInfo`.
    pub public_key: Vec<u8>,
    /// The COSE algorithm identifier.
    pub algorithm: i32,
    /// The text that was signed.
    pub payload: String,
    /// SHA-256 of the text.
    pub payload_hash: Vec<u8>,
    /// The nonce of the challenge.
    pub nonce: Vec<u8>,
    /// The authenticator data (WebAuthn).
    pub authenticator_data: Vec<u8>,
    /// The client data JSON (WebAuthn), which contains the challenge.
    pub client_data_json: Vec<u8>,
    /// The signature over both.
    pub signature: Vec<u8>,
    /// When it was received.
    pub signed_at: DateTime<Utc>,
}

impl SignedApproval {
    /// The text's hash in hexadecimal.
    #[must_use]
    pub fn payload_sha256(&self) -> String {
        hex::encode(&self.payload_hash)
    }
}

/// Stores a signed approval in the transaction of the approval.
pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    one: &SignedApproval,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO approval_signatures
             (tenant_id, proposal_id, operator_id, passkey_id, passkey_name, rp_id, credential_id, public_key, algorithm,
              payload, payload_hash, nonce, authenticator_data, client_data_json, signature, signed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        tenant.uuid(),
        one.proposal.uuid(),
        one.operator.uuid(),
        one.passkey.uuid(),
        one.passkey_name,
        one.host,
        one.credential_id,
        one.public_key,
        one.algorithm,
        one.payload,
        one.payload_hash,
        one.nonce,
        one.authenticator_data,
        one.client_data_json,
        one.signature,
        one.signed_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The signed approval of a proposal.
pub(in crate::backoffice::operator) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    proposal: ProposalId,
) -> Result<Option<SignedApproval>, StoreError> {
    let row = sqlx::query!(
        "SELECT operator_id, passkey_id, passkey_name, rp_id, credential_id, public_key, algorithm, payload, payload_hash,
                nonce, authenticator_data, client_data_json, signature, signed_at
         FROM approval_signatures WHERE tenant_id = $1 AND proposal_id = $2",
        tenant.uuid(),
        proposal.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| SignedApproval {
        proposal,
        operator: OperatorId::from_uuid(row.operator_id),
        passkey: PasskeyId::from_uuid(row.passkey_id),
        passkey_name: row.passkey_name,
        host: row.rp_id,
        credential_id: row.credential_id,
        public_key: row.public_key,
        algorithm: row.algorithm,
        payload: row.payload,
        payload_hash: row.payload_hash,
        nonce: row.nonce,
        authenticator_data: row.authenticator_data,
        client_data_json: row.client_data_json,
        signature: row.signature,
        signed_at: row.signed_at,
    }))
}
