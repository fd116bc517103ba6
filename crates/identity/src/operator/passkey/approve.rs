//! Signing an approval: who agrees to a proposal signs exactly what they have read, with a passkey of theirs.

use ::store::TenantTx;
use kernel::{CeremonyId, PasskeyId, ProposalId, TenantId};
use serde_json::{Value, json};

use super::{Kind, limit_of_approvals, lock_own};
use crate::operator::proposal::{Answer, Kept, answerable};
use crate::operator::session::OperatorPrincipal;
use crate::operator::store::passkeys::{self, Asked, Bound};
use crate::operator::store::proposals;
use crate::operator::store::signatures::{self, SignedApproval};
use crate::operator::{acting::checked_reason, log, signing};
use crate::passkey::ANSWER_WITHIN;
use crate::passkey::model::{self, Assertion};
use crate::passkey::public_key::public_key;
use crate::{ClientContext, Identity, IdentityError, PasskeyAnswer, PasskeyRequest, PasskeySite, counter};

/// The longest data of a page or a device that is kept with a signature; both have a few hundred bytes.
const DATA_BYTES_MAX: usize = 8_192;
const SIGNATURE_BYTES_MAX: usize = 4_096;

/// What an operator signs to agree to a proposal.
#[derive(Clone, Debug, PartialEq)]
pub struct ToSign {
    /// The text that is signed: everything that will be done, and by whom it was asked and agreed to.
    pub payload: String,
    /// What their browser is asked; nothing for who has no passkey and shows a factor instead.
    pub request: Option<PasskeyRequest>,
}

/// How an operator agrees to a proposal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signing<'a> {
    /// At which page; an address in figures has no passkeys.
    pub site: Option<&'a PasskeySite>,
    /// And what their browser has signed there.
    pub answer: Option<PasskeyAnswer<'a>>,
}

/// With what an approval was signed.
pub(in crate::operator) struct SignedWith {
    passkey: PasskeyId,
    name: String,
    hash: signing::Hash,
}

impl SignedWith {
    /// What the log says of it.
    pub fn shown(&self) -> Value {
        let (passkey, hash) = (self.passkey.to_string(), hex::encode(self.hash));
        json!({ "signed_with": passkey, "passkey_name": self.name, "payload_sha256": hash })
    }
}

/// What a browser was asked to sign, taken.
pub(in crate::operator) struct Taken<'a> {
    site: &'a PasskeySite,
    state: Vec<u8>,
    bound: Bound,
    credential: &'a Value,
}

impl Identity {
    /// Asks the operator's browser to sign that they agree to this proposal, in these words.
    ///
    /// # Errors
    /// Those of agreeing to it; [`IdentityError::TooMany`].
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
        answerable(&kept, who, Answer::Approve, now)?;
        let payload = signing::payload(tenant, &kept, (who.id, words));
        let Some(site) = signs_at(&mut tx, who, site).await? else { return Ok(ToSign { payload, request: None }) };
        counter::store::spend(tx.conn(), tenant, now, &[limit_of_approvals(who.id)]).await?;
        let bound = Bound { proposal: id, nonce: self.world().random() };
        let begun = model::begin_bound_assertion(site, signing::challenge(&bound.nonce, &signing::hash(&payload)))?;
        let asked = Asked {
            kind: Kind::Approve.code().to_owned(),
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

    /// The signature of an approval, with everything that it takes to check it.
    ///
    /// # Errors
    /// 403 for who may not read the log, [`IdentityError::NotFound`] where nothing was signed.
    pub async fn approval_signature(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: ProposalId,
    ) -> Result<SignedApproval, IdentityError> {
        who.may(log::READ)?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = signatures::find(tx.conn(), tenant, id).await?;
        found.ok_or(IdentityError::NotFound("The signature"))
    }

    /// Takes what this operator's browser was asked to sign at this page for this proposal, in a transaction of its own: whatever
    /// becomes of the answer, it is not asked again. Nothing where there was no such asking.
    pub(in crate::operator) async fn take_to_sign<'a>(
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
        let Some(Asked { state, to_sign: Some(bound), .. }) = asked else { return Ok(None) };
        Ok((bound.proposal == id).then_some(Taken { site, state, bound, credential: answer.credential }))
    }

    /// Goes on when this operator has agreed to exactly this: signed it with a passkey of this host, or, for who has none at
    /// all, shown a factor just before. The signature is kept in the transaction that is given back.
    pub(in crate::operator) async fn agreed(
        &self,
        mut tx: TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        (kept, words): (&Kept, &str),
        (how, taken): (Signing<'_>, Option<Taken<'_>>),
    ) -> Result<(TenantTx, Option<SignedWith>), IdentityError> {
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

    /// The signature, once it is believed to be this operator's over what they were asked.
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

/// The page, where this operator signs at it; nothing for who has no passkey at all. Whoever has one signs: a page of another host,
/// or a request that names none, is no way around it.
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
