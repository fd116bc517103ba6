//! The ledger's part of account closure and of the data export: balances and open transactions.

use async_trait::async_trait;
use identity::{Chapter, ClosureBlockers, ClosurePort, Held, Page, Unfinished};
use kernel::{ProfileId, TransactionId, UserId};
use store::{StoreError, TenantTx};

use super::{Exchange, data_export};
use crate::transaction::{self, Status};
use crate::{
    beneficiary_wallet, cooling_off, new_card, order_draft, originator, payee, payout_code, plan, preset, saved_card,
    saved_requisite, status_link,
};

#[async_trait]
impl ClosurePort for Exchange {
    async fn ties(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<ClosureBlockers, StoreError> {
        let mut ties = ClosureBlockers::default();
        for profile in profiles {
            let held = |balance: ledger::Balance| Held {
                profile: *profile,
                posted: balance.posted,
                held: balance.pending,
                incoming: balance.incoming,
            };
            ties.balances.extend(ledger::balances(tx.conn(), profile.uuid()).await?.into_iter().map(held));
        }
        let open: Vec<String> =
            Status::ALL.into_iter().filter(|s| !s.is_closed()).map(|s| s.code().to_owned()).collect();
        let found =
            transaction::store::unfinished(tx.conn(), profiles, &open, ClosureBlockers::TRANSACTIONS_MAX).await?;
        // A status that this version does not know counts as one for an operator.
        let unfinished = |(id, status): (uuid::Uuid, String)| Unfinished {
            id: TransactionId::from_uuid(id),
            status: Status::from_code(&status).unwrap_or(Status::Manual).code(),
        };
        ties.transactions = found.into_iter().map(unfinished).collect();
        Ok(ties)
    }

    async fn page(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        profile: ProfileId,
        chapter: Chapter,
        after: Option<&str>,
    ) -> Result<Page, StoreError> {
        data_export::page(tx, user, profile, chapter, after).await
    }

    async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        payee::store::forget(tx.conn(), profiles).await?;
        saved_requisite::store::forget(tx.conn(), profiles).await?;
        saved_card::store::forget(tx.conn(), profiles).await?;
        preset::store::forget(tx.conn(), profiles).await?;
        order_draft::store::forget(tx.conn(), profiles).await?;
        plan::store::forget(tx.conn(), profiles).await?;
        status_link::store::forget(tx.conn(), profiles).await?;
        payout_code::store::forget(tx.conn(), profiles).await?;
        cooling_off::store::forget(tx.conn(), profiles).await?;
        new_card::store::forget(tx.conn(), profiles).await?;
        originator::store::forget(tx.conn(), profiles).await?;
        beneficiary_wallet::store::forget(tx.conn(), profiles, self.inner.world.now()).await
    }
}
