//! The parts outside of identity that an account closure and a data export cover: the exchange, the keys of partners,
//! and merchants, documents and support.

use async_trait::async_trait;
use campaigns::Campaigns;
use documents::Documents;
use exchange::Exchange;
use identity::{Chapter, ClosureBlockers, ClosurePort, Held, Page};
use kernel::{Amount, ProfileId, UserId};
use merchants::Merchants;
use partners::Partners;
use rewards::Rewards;
use store::{StoreError, TenantTx};
use support::Support;

/// The exchange, the keys of partners, and merchants.
pub(super) struct Closures {
    pub exchange: Exchange,
    pub partners: Partners,
    pub merchants: Merchants,
    pub rewards: Rewards,
    pub documents: Documents,
    pub support: Support,
    pub campaigns: Campaigns,
}

#[async_trait]
impl ClosurePort for Closures {
    async fn ties(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<ClosureBlockers, StoreError> {
        let mut ties = self.exchange.ties(tx, profiles).await?;
        // Rewards that are not moved to a balance yet hold the account open like a balance.
        ties.balances.extend(self.rewards.unpaid(tx, profiles).await?.into_iter().map(|(profile, posted)| {
            let zero = Amount::zero(posted.currency());
            Held { profile, posted, held: zero, incoming: zero }
        }));
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
        match chapter {
            chapter if chapter.is_of_rewards() => self.rewards.export_page(tx, user, chapter, after).await,
            Chapter::PartnerConsents => self.partners.export_consents(tx, user).await,
            chapter => self.exchange.page(tx, user, profile, chapter, after).await,
        }
    }

    async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        self.partners.forget(tx, profiles).await?;
        self.merchants.forget(tx, profiles).await?;
        self.rewards.forget(tx, profiles).await?;
        self.documents.forget(tx, profiles).await?;
        self.support.forget(tx, profiles).await?;
        self.campaigns.forget(tx, profiles).await?;
        self.exchange.forget(tx, profiles).await
    }
}
