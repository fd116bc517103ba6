//! Originators of incoming coins: the customer's statement.

use chrono::{DateTime, Utc};
use identity::Envelope;
use identity::envelope::Class;
use kernel::{TenantId, TenantUser, TransactionId, UserId};

use super::Exchange;
use super::wallets::internal;
use crate::ExchangeError;
use crate::beneficiary_wallet::{self, Answers};
use crate::originator::{DeclaredOriginator, GOOD_FOR, Sender, as_originator, store};

impl Exchange {
    /// Stores a customer's statement about the originator of their coins. It waits for the customer's next transaction
    /// that needs one, and replaces a waiting statement. Returns when it expires.
    ///
    /// # Errors
    /// An invalid statement, and database errors.
    pub async fn tell_sender(
        &self,
        envelope: &Envelope,
        TenantUser { tenant, user }: TenantUser,
        answers: Answers,
    ) -> Result<DateTime<Utc>, ExchangeError> {
        let said = answers.checked().map_err(as_originator)?;
        let (id, now) = (self.inner.world.uuid(), self.inner.world.now_for(tenant));
        let mut tx = self.inner.store.tenant(tenant).await?;
        beneficiary_wallet::store::lock(tx.conn(), tenant, user).await?;
        let sealed = match &said.beneficiary {
            None => None,
            Some(originator) => {
                let plain = serde_json::to_vec(originator).map_err(internal)?;
                Some(envelope.seal(&mut tx, Class::Pii, id, &plain).await.map_err(internal)?)
            }
        };
        store::keep(tx.conn(), TenantUser { tenant, user }, id, &said, sealed.as_deref(), now).await?;
        // A movement that is being opened may rest on the statement that this one replaces.
        ledger::move_counter(tx.conn(), tenant, user.uuid()).await?;
        tx.commit().await?;
        Ok(now + GOOD_FOR)
    }

    /// All stored originator statements of a customer, with the named originators, for an operator. The caller writes
    /// the audit entry before.
    ///
    /// # Errors
    /// Database errors, and a name that cannot be decrypted.
    pub async fn declared_originators(
        &self,
        envelope: &Envelope,
        tenant: TenantId,
        user: UserId,
    ) -> Result<Vec<DeclaredOriginator>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let mut all = Vec::new();
        for row in store::declared(tx.conn(), tenant, user).await? {
            let Some(Sender { told, owner, holding }) = row.sender() else { continue };
            let originator = match row.originator {
                None => None,
                Some(sealed) => {
                    let plain = envelope.open(&mut tx, Class::Pii, told, &sealed).await.map_err(internal)?;
                    Some(serde_json::from_slice(&plain).map_err(internal)?)
                }
            };
            let transaction = row.transaction_id.map(TransactionId::from_uuid);
            let (service, declared_at) = (row.service, row.declared_at);
            all.push(DeclaredOriginator { transaction, owner, holding, service, originator, declared_at });
        }
        Ok(all)
    }
}
