//! Where somebody's money comes from: answered in a form, kept sealed, looked at by an operator. T3 needs it (reference defaults
//! C4). What supports an answer are pictures like those of documents, and nobody has to send any.

mod model;
pub(crate) mod store;

use ::store::TenantTx;
use kernel::UserId;
use serde_json::{Value, json};

pub use model::{Answer, DETAILS_CHARS_MAX, Occupation, Source, Turnover};

use crate::documents::HandedIn;
use crate::envelope::Class;
use crate::verification::Kind;
use crate::{ClientContext, Identity, IdentityError, Principal, Tenant};

impl Identity {
    /// Hands in an answer, with the pictures that were sent before: from now on somebody looks at it. Somebody who has handed in
    /// already is told how it stands.
    ///
    /// # Errors
    /// A field error of `personal_data` while the person has not said who they are, and a conflict while nothing can be handed in.
    pub async fn answer_source_of_funds(
        &self,
        tenant: &Tenant,
        who: &Principal,
        answer: &Answer,
        context: &ClientContext,
    ) -> Result<HandedIn, IdentityError> {
        self.submit_with(tenant, who, Kind::SourceOfFunds, Some(answer), context).await
    }

    /// Seals an answer, in the caller's transaction.
    pub(crate) async fn keep_answer(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        answer: &Answer,
    ) -> Result<(), IdentityError> {
        let (tenant, id) = (tx.tenant(), self.world().uuid());
        let plain = serde_json::to_vec(answer).map_err(|error| IdentityError::internal(&error))?;
        let sealed = self.envelope().seal(tx, Class::Kyc, id, &plain).await?;
        Ok(store::add(tx.conn(), (tenant, user), id, &sealed, self.world().now()).await?)
    }

    /// The answer that stands, opened; nothing before the first, and while it is asked for anew.
    pub(crate) async fn standing_answer(
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

    /// All of the person's answers for their copy, the newest first.
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

    async fn open_answer(&self, tx: &mut TenantTx, kept: &store::Kept) -> Result<Answer, IdentityError> {
        let plain = self.envelope().open(tx, Class::Kyc, kept.id, &kept.sealed).await?;
        serde_json::from_slice(&plain).map_err(|error| IdentityError::internal(&error))
    }
}
