//! Source of funds: a questionnaire, stored encrypted and reviewed by an operator. Tier T3 requires it. Evidence is
//! uploaded like KYC documents and is optional.

mod model;
pub(crate) mod store;

use ::store::TenantTx;
use kernel::{TenantUser, UserId};
use serde_json::{Value, json};

pub use model::{Answer, DETAILS_CHARS_MAX, Occupation, Source, Turnover};

use crate::envelope::Class;
use crate::{Identity, IdentityError};

impl Identity {
    /// Encrypts and stores an answer in the caller's transaction.
    pub(crate) async fn keep_answer(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        answer: &Answer,
    ) -> Result<(), IdentityError> {
        let (tenant, id) = (tx.tenant(), self.world().uuid());
        let plain = serde_json::to_vec(answer).map_err(|error| IdentityError::internal(&error))?;
        let sealed = self.envelope().seal(tx, Class::Kyc, id, &plain).await?;
        Ok(store::add(tx.conn(), TenantUser { tenant, user }, id, &sealed, self.world().now()).await?)
    }

    /// The current answer, decrypted; `None` before the first one, and while a new one is requested.
    pub(crate) async fn current_answer(
        &self,
        tx: &mut TenantTx,
        user: UserId,
    ) -> Result<Option<Answer>, IdentityError> {
        let tenant = tx.tenant();
        let newest = store::newest(tx.conn(), tenant, user, 1).await?.into_iter().next();
        match newest.filter(|kept| kept.superseded_at.is_none()) {
            Some(kept) => Ok(Some(self.open_answer(tx, &kept).await?)),
            None => Ok(None),
        }
    }

    /// All answers of a person for the data export, the newest first.
    pub(crate) async fn answers_for_export(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        limit: i64,
    ) -> Result<Vec<Value>, IdentityError> {
        let tenant = tx.tenant();
        let mut rows = Vec::new();
        for kept in store::newest(tx.conn(), tenant, user, limit).await? {
            let answer = self.open_answer(tx, &kept).await?;
            rows.push(json!({ "answer": answer, "handed_in_at": kept.created_at, "replaced_at": kept.superseded_at }));
        }
        Ok(rows)
    }

    async fn open_answer(&self, tx: &mut TenantTx, kept: &store::StoredAnswer) -> Result<Answer, IdentityError> {
        let plain = self.envelope().open(tx, Class::Kyc, kept.id, &kept.sealed).await?;
        serde_json::from_slice(&plain).map_err(|error| IdentityError::internal(&error))
    }
}
