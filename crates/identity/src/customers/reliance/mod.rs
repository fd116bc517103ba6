//! Reliance on a partner: the tenant accepts an identity that another obliged company has verified (Directive (EU)
//! 2015/849, article 25; Regulation (EU) 2024/1624, article 48). The tenant stays responsible, so operators allow it for
//! each partner in the policy, and can reset the result as any other.

mod model;

use ::store::TenantTx;
use kernel::{ErrorKind, PartnerKeyId, TenantId, TenantUser, UserId};
use serde_json::json;

pub use model::{PartnerVerification, REFERENCE_CHARS_MAX};

use self::model::Declared;
use crate::audit::{self, Entry};
use crate::person::verification::{self, Event, Kind, Status, Verification, VerificationMove};
use crate::{ClientContext, Identity, IdentityError, customers::kyc_documents, person::user};

impl Identity {
    /// Accepts a partner's verification of a person's identity. The caller has checked that the policy allows it for
    /// this partner. An identity that is already verified stays as it is.
    ///
    /// # Errors
    /// Field errors; 422 `PERSONAL_DATA_MISMATCH` if the person said something else, or nothing; a conflict if the
    /// verification is under review, rejected or not allowed.
    pub async fn rely_on_partner(
        &self,
        tenant: TenantId,
        (user, key): (UserId, PartnerKeyId),
        given: &PartnerVerification,
        context: &ClientContext,
    ) -> Result<Verification, IdentityError> {
        let now = self.world().now();
        given.check(now)?;
        let mut tx = self.store().tenant(tenant).await?;
        // Locked before the comparison, so that a change of the data at the same time counts.
        user::store::lock(tx.conn(), tenant, user).await?;
        let declared = self.declared(&mut tx, user).await?;
        if !declared.is_some_and(|declared| given.is_of(&declared)) {
            let words = "Name, date of birth or residence differ from what the customer entered here.";
            return Err(IdentityError::refusal(ErrorKind::Unprocessable, "PERSONAL_DATA_MISMATCH", words));
        }
        let (kind, whose) = (Kind::Identity, TenantUser { tenant, user });
        let before = verification::store::lock(tx.conn(), tenant, user, kind, now).await?;
        if before.status == Status::Completed {
            return Ok(before);
        }
        let world = self.world();
        let submit = VerificationMove { kind, event: Event::Submit, reasons: &[] };
        let submitted = verification::move_in(tx.conn(), world, whose, submit, context).await?;
        let reference = Some(format!("{key} {}", given.reference));
        verification::store::save(tx.conn(), tenant, user, &Verification { reference, ..submitted }).await?;
        let after = kyc_documents::conclude(tx.conn(), world, whose, kind, Event::Approve, &[]).await?;
        let details = json!({ "key": key.to_string(), "reference": given.reference, "verified_at": given.verified_at });
        let entry = Entry::new("verification.relied").of(user, None).with(details);
        audit::store::write(tx.conn(), world, tenant, context, &entry).await?;
        tx.commit().await?;
        tracing::info!(event = "verification.relied", %tenant, %key, "An identity was accepted from a partner.");
        Ok(after)
    }

    /// The personal data that the person entered; `None` if it is incomplete.
    async fn declared(&self, tx: &mut TenantTx, user: UserId) -> Result<Option<Declared>, IdentityError> {
        let tenant = tx.tenant();
        let person = user::store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        let Some(personal) = self.opened(tx, user).await? else { return Ok(None) };
        let (Some(first_name), Some(last_name), Some(residence)) =
            (person.first_name, person.last_name, person.residence)
        else {
            return Ok(None);
        };
        Ok(Some(Declared { first_name, last_name, birth_date: personal.birth_date, residence }))
    }
}
