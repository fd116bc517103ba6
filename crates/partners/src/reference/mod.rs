//! The partner's own ids of transactions (`external_transaction_id`), each unique for its key.

mod store;

use std::collections::HashMap;

use chrono::TimeDelta;
use identity::{IdentityError, rules};
use kernel::{ErrorKind, PartnerKeyId, TenantId, TransactionId};
use uuid::Uuid;

use crate::Partners;

/// The maximum number of characters of a partner's id.
pub const EXTERNAL_CHARS_MAX: usize = 100;
/// How long a request may take to make its transaction. After that another one may take a reserved id over.
const TAKES_MAX: TimeDelta = TimeDelta::seconds(60);

/// An id that a request has reserved for its transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    key: PartnerKeyId,
    external: String,
    transaction: TransactionId,
    attempt: Uuid,
}

/// The result of a reservation.
#[derive(Debug)]
pub enum Reserved {
    /// The id is free, or this transaction has it already.
    New(Reservation),
    /// Another transaction has it.
    Taken(ReferenceTaken),
}

/// An id that another transaction has.
#[derive(Debug)]
pub struct ReferenceTaken {
    asked: Reservation,
    other: store::Other,
}

impl Reservation {
    /// The transaction that the id is reserved for. It may not exist.
    #[must_use]
    pub const fn transaction(&self) -> TransactionId {
        self.transaction
    }
}

impl ReferenceTaken {
    /// The other transaction. It may not exist.
    #[must_use]
    pub fn transaction(&self) -> TransactionId {
        self.other.transaction
    }
}

fn taken(words: &str) -> IdentityError {
    IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", words)
}

impl Partners {
    /// Reserves a partner's id for a transaction, before that is made.
    ///
    /// # Errors
    /// A field error; a conflict if the transaction has another id.
    pub async fn reserve(
        &self,
        tenant: TenantId,
        key: PartnerKeyId,
        (external, transaction): (&str, TransactionId),
    ) -> Result<Reserved, IdentityError> {
        let field = "external_transaction_id";
        let external = rules::label(external, 1, EXTERNAL_CHARS_MAX).map_err(|broken| (field, broken))?;
        let (attempt, now) = (self.world().uuid(), self.world().now());
        let asked = Reservation { key, external, transaction, attempt };
        let mut tx = self.store().tenant(tenant).await?;
        let Some(other) = store::reserve(tx.conn(), tenant, &asked, now).await? else {
            tx.commit().await?;
            return Ok(Reserved::New(asked));
        };
        tx.rollback().await?;
        match (other.transaction == transaction, other.external == asked.external) {
            (true, true) => Ok(Reserved::New(asked)),
            (true, false) => Err(taken("This transaction has another external_transaction_id.")),
            _ => Ok(Reserved::Taken(ReferenceTaken { asked, other })),
        }
    }

    /// Takes an id over from a request that was refused or died. `is_made` says whether that request's transaction
    /// exists.
    ///
    /// # Errors
    /// A conflict if it exists, or may be under way.
    pub async fn take_over(
        &self,
        tenant: TenantId,
        found: ReferenceTaken,
        is_made: bool,
    ) -> Result<Reservation, IdentityError> {
        let (ReferenceTaken { asked, other }, now) = (found, self.world().now());
        if is_made {
            return Err(taken("Another transaction of this key has this external_transaction_id."));
        }
        let under_way = || taken("A request with this external_transaction_id is under way. Try again in a minute.");
        if now - other.created_at < TAKES_MAX {
            return Err(under_way());
        }
        let mut tx = self.store().tenant(tenant).await?;
        if !store::take_over(tx.conn(), tenant, &asked, other.attempt, now).await? {
            return Err(under_way());
        }
        tx.commit().await?;
        Ok(asked)
    }

    /// Releases a reserved id whose transaction was refused. Does nothing if another request reserved it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn release(&self, tenant: TenantId, reserved: &Reservation) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::release(tx.conn(), tenant, reserved).await?;
        Ok(tx.commit().await?)
    }

    /// The transaction with this id of the partner's.
    ///
    /// # Errors
    /// Database errors.
    pub async fn by_external(
        &self,
        tenant: TenantId,
        key: PartnerKeyId,
        external: &str,
    ) -> Result<Option<TransactionId>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::transaction(tx.conn(), tenant, key, external).await?)
    }

    /// The partner's ids of these transactions.
    ///
    /// # Errors
    /// Database errors.
    pub async fn externals(
        &self,
        tenant: TenantId,
        key: PartnerKeyId,
        transactions: &[TransactionId],
    ) -> Result<HashMap<TransactionId, String>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::externals(tx.conn(), tenant, key, transactions).await?)
    }
}
