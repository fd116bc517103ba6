//! Signed approvals: the approver of a proposal signs exactly the text that was read, with a passkey.

use ::store::TenantTx;
use kernel::{CeremonyId, PasskeyId, ProposalId, TenantId};
use serde_json::{Value, json};

use super::{CeremonyKind, limit_of_approvals, lock_own};
use crate::auth::passkey::ANSWER_WITHIN;
use crate::auth::passkey::model::{self, Assertion};
use crate::auth::passkey::public_key::public_key;
use crate::backoffice::operator::proposal::{Proposal, ProposalAnswer, answerable};
use crate::backoffice::operator::session::OperatorPrincipal;
use crate::backoffice::operator::store::passkeys::{self, Bound, StoredCeremony};
use crate::backoffice::operator::store::proposals;
use crate::backoffice::operator::store::signatures::{self, SignedApproval};
use crate::backoffice::operator::{executor::checked_reason, operator_log, signing};
use crate::{ClientContext, Identity, IdentityError, PasskeyAnswer, PasskeyRequest, PasskeySite, counter};

/// The maximum size of the client and authenticator data stored with a signature; both usually have a few hundred
/// bytes.
const DATA_BYTES_MAX: usize = 8_192;
const SIGNATURE_BYTES_MAX: usize = 4_096;

/// The text to sign for an approval.
#[derive(Clone, Debug, PartialEq)]
pub struct ToSign {
    /// The signed text: the full action, its maker and its approver.
    pub payload: String,
    /// The passkey request; `None` for an operator without a passkey, who confirms with a factor instead.
    pub request: Option<PasskeyRequest>,
}

/// An approval's signature.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signing<'a> {
    /// The page; `None` for a host that is an IP address, which cannot have passkeys.
    pub site: Option<&'a PasskeySite>,
    /// The passkey assertion from that page.
    pub answer: Option<PasskeyAnswer<'a>>,
}

/// The passkey of a signed approval.
pub(in crate::backoffice::operator) struct SignedWith {
    passkey: PasskeyId,
    name: String,
    hash: signing::Hash,
}

impl SignedWith {
    /// The log's representation.
    pub fn shown(&self) -> Value {
        let (passkey, hash) = (self.passkey.to_string(), hex::encode(self.hash));
        json!({ "signed_with": passkey, "passkey_name": self.name, "payload_sha256": hash })
    }
}

/// A consumed signing ceremony.
pub(in crate::backoffice::operator) struct Taken<'a> {
    site: &'a PasskeySite,
    state: Vec<u8>,
    bound: Bound,
    credential: &'a Value,
}

/// An approval whose signature is to be verified.
pub(in crate::backoffice::operator) struct ApprovalToVerify<'a> {
    /// The proposal.
    pub proposal: &'a Proposal,
    /// The approver's reason, which is part of the signed text.
    pub reason: &'a str,
    /// The signature.
    pub signing: Signing<'a>,
    /// The consumed signing ceremony; `None` if there is none.
    pub taken: Option<Taken<'a>>,
}

impl Identity {
    /// Creates a passkey request to sign the approval of this proposal with this comment.
    ///
    /// # Errors
    /// The errors of an approval; [`IdentityError::TooMany`].
    pub async fn begin_approval(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: ProposalId,
        words: &str,
        site: Option<&PasskeySite>,
    ) -> Result<ToSign, IdentityError> {
        let (now, words) = (self.world().now(), &*checked_reason(words)?);
        let mut tx = self.store().tenant(tenant).await?;
        let kept = proposals::lock(tx.conn(), tenant, id).await?.ok_or(IdentityError::NotFound("The proposal"))?;
        answerable(&kept, who, ProposalAnswer::Approve, now)?;
        let payload = signing::payload(tenant, &kept, (who.id, words));
        let Some(site) = signs_at(&mut tx, who, site).await? else { return Ok(ToSign { payload, request: None }) };
        counter::store::spend(tx.conn(), tenant, now, &[limit_of_approvals(who.id)]).await?;
        let bound = Bound { proposal: id, nonce: self.world().random() };
        let begun = model::begin_bound_assertion(site, signing::challenge(&bound.nonce, &signing::hash(&payload)))?;
        let asked = StoredCeremony {
            kind: CeremonyKind::Approve.code().to_owned(),
            origin: site.origin().to_owned(),
            asker: Some(who.into()),
            to_sign: Some(bound),
            state: begun.state,
        };
        let request: CeremonyId = self.world().id();
        passkeys::begin(tx.conn(), tenant, request, &asked, now + ANSWER_WITHIN).await?;
        tx.commit().await?;
        Ok(ToSign { payload, request: Some(PasskeyRequest { id: request, options: begun.options }) })
    }

    /// The signature of an approval with all data for its verification.
    ///
    /// # Errors
    /// 403 without permission to read the log; [`IdentityError::NotFound`] if there is no signature.
    pub async fn approval_signature(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: ProposalId,
    ) -> Result<SignedApproval, IdentityError> {
        who.may(operator_log::READ)?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = signatures::find(tx.conn(), tenant, id).await?;
        found.ok_or(IdentityError::NotFound("The signature"))
    }

    /// Consumes this operator's signing ceremony for this proposal and page, in its own transaction, so that it is
    /// single-use even if the answer fails. `None` if there is none.
    pub(in crate::backoffice::operator) async fn take_to_sign<'a>(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: ProposalId,
        how: Signing<'a>,
    ) -> Result<Option<Taken<'a>>, IdentityError> {
        let (Some(answer), Some(site)) = (how.answer, how.site) else { return Ok(None) };
        let mut tx = self.store().tenant(tenant).await?;
        let asked = passkeys::take(tx.conn(), tenant, answer.request, self.world().now()).await?;
        tx.commit().await?;
        let asked = asked.filter(|asked| asked.origin == site.origin() && asked.asker == Some(who.into()));
        let Some(StoredCeremony { state, to_sign: Some(bound), .. }) = asked else { return Ok(None) };
        Ok((bound.proposal == id).then_some(Taken { site, state, bound, credential: answer.credential }))
    }

    /// Verifies that this operator has approved exactly this proposal: by a passkey signature for this host, or,
    /// without any passkey, by a recent confirmation. The signature is stored in the transaction that is returned.
    pub(in crate::backoffice::operator) async fn agreed(
        &self,
        mut tx: TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        approval: ApprovalToVerify<'_>,
    ) -> Result<(TenantTx, Option<SignedWith>), IdentityError> {
        let ApprovalToVerify { proposal: kept, reason: words, signing: how, taken } = approval;
        if how.answer.is_none() {
            if signs_at(&mut tx, who, how.site).await?.is_some() {
                let message = "You have a passkey here: sign this approval with it.";
                return Err(IdentityError::refusal(kernel::ErrorKind::Forbidden, "AUTH_2FA_REQUIRED", message));
            }
            who.has_confirmed(self.world().now())?;
            return Ok((tx, None));
        }
        let taken = taken.ok_or(IdentityError::PasskeyRefused)?;
        let payload = signing::payload(tx.tenant(), kept, (who.id, words));
        let hash = signing::hash(&payload);
        if !model::asks_to_sign(&taken.state, &signing::challenge(&taken.bound.nonce, &hash)) {
            return Err(IdentityError::conflict("This is not what was signed. Read the proposal again."));
        }
        let (mut tx, signed) = self.believe_approval(tx, (who, context), &taken, (payload, hash)).await?;
        let tenant = tx.tenant();
        signatures::add(tx.conn(), tenant, &signed).await?;
        Ok((tx, Some(SignedWith { passkey: signed.passkey, name: signed.passkey_name, hash })))
    }

    /// Verifies the signature, and returns the record to store.
    async fn believe_approval(
        &self,
        mut tx: TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        taken: &Taken<'_>,
        (payload, hash): (String, signing::Hash),
    ) -> Result<(TenantTx, SignedApproval), IdentityError> {
        let (tenant, site) = (tx.tenant(), taken.site);
        lock_own(tx.conn(), tenant, who.into()).await?;
        let page = (site, taken.state.as_slice());
        let (mut tx, _, passkey) = self.believe_operator(tx, page, taken.credential, Some(who.id), context).await?;
        let assertion = Assertion::read(taken.credential)?;
        let (credential_id, signed) = (assertion.credential_id(), assertion.signed());
        let fits = signed.authenticator_data.len().max(signed.client_data_json.len()) <= DATA_BYTES_MAX
            && signed.signature.len() <= SIGNATURE_BYTES_MAX;
        if !fits {
            return Err(IdentityError::PasskeyRefused);
        }
        let (passkey_name, credential) = passkeys::named(tx.conn(), tenant, passkey).await?;
        let (public_key, algorithm) = public_key(&credential)?;
        let signed = SignedApproval {
            proposal: taken.bound.proposal,
            operator: who.id,
            passkey,
            passkey_name,
            host: site.host().to_owned(),
            credential_id,
            public_key,
            algorithm,
            payload,
            payload_hash: hash.to_vec(),
            nonce: taken.bound.nonce.to_vec(),
            authenticator_data: signed.authenticator_data,
            client_data_json: signed.client_data_json,
            signature: signed.signature,
            signed_at: self.world().now(),
        };
        Ok((tx, signed))
    }
}

/// The page if this operator has a passkey for it; `None` if the operator has no passkey. An operator with a passkey
/// cannot bypass signing through another host or a request without one.
async fn signs_at<'a>(
    tx: &mut TenantTx,
    who: &OperatorPrincipal,
    site: Option<&'a PasskeySite>,
) -> Result<Option<&'a PasskeySite>, IdentityError> {
    let tenant = tx.tenant();
    let own = passkeys::of(tx.conn(), tenant, who.id).await?;
    let Some(first) = own.first() else { return Ok(None) };
    match site {
        Some(site) if own.iter().any(|passkey| passkey.host == site.host()) => Ok(Some(site)),
        _ => {
            let message = format!("Your passkey works at {}. Sign this approval there.", first.host);
            Err(IdentityError::refusal(kernel::ErrorKind::Forbidden, "ACCESS_DENIED", message))
        }
    }
}
