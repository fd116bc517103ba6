//! The port of the exchange: the discount of a code, and the count of its use in the transaction of its order.

use ::store::{PgConnection, StoreError};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use exchange::promotion::{CodeAnswer, Offer, PromotionRefusal, Promotions, Redeemer, Redemption};
use kernel::{Amount, CampaignId, TenantId};

use super::model::{Campaign, read_code};
use super::store;
use crate::Campaigns;

/// The campaign of a code with the numbers that its limits need, and its discount.
async fn found(
    conn: &mut PgConnection,
    tenant: TenantId,
    (code, id, is_single): (&str, CampaignId, bool),
    redeemer: &Redeemer,
    now: DateTime<Utc>,
) -> Result<(Option<Campaign>, Result<Offer, PromotionRefusal>), StoreError> {
    let Some(mut campaign) = store::one(conn, tenant, id).await? else {
        return Ok((None, Err(PromotionRefusal::Unknown)));
    };
    if campaign.needs_exact() {
        let (uses, spent) = store::exact(conn, tenant, id, redeemer.order).await?;
        campaign = Campaign { uses, spent: Amount::new(spent, campaign.terms.currency), ..campaign };
    }
    let person = (redeemer.user, redeemer.order);
    let mut counted = store::counted(conn, tenant, id, (code, is_single), person).await?;
    if let (true, Some(user)) = (campaign.terms.is_first_only, redeemer.user) {
        counted.has_completed = store::has_completed(conn, tenant, user, redeemer.order).await?;
    }
    let offered = campaign.offer(code, redeemer, counted, now);
    Ok((Some(campaign), offered))
}

#[async_trait]
impl Promotions for Campaigns {
    async fn offer(&self, tenant: TenantId, code: &str, redeemer: &Redeemer) -> Result<CodeAnswer, StoreError> {
        let Some(code) = read_code(code) else { return Ok(CodeAnswer::Refused(PromotionRefusal::Unknown)) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let Some((id, is_single)) = store::of_code(tx.conn(), tenant, &code).await? else {
            return Ok(CodeAnswer::Refused(PromotionRefusal::Unknown));
        };
        let now = self.inner.world.now();
        Ok(found(tx.conn(), tenant, (&code, id, is_single), redeemer, now).await?.1.into())
    }

    async fn redeem(
        &self,
        conn: &mut PgConnection,
        tenant: TenantId,
        redemption: &Redemption,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        const STALE: StoreError = StoreError::Stale { what: "the uses of a promo code" };
        let Redemption { redeemer, discount, .. } = redemption;
        let owned = store::of_code(conn, tenant, &discount.code).await?;
        let (id, is_single) = owned.filter(|(id, _)| *id == discount.campaign).ok_or(STALE)?;
        // Locks the campaign against other uses until the order is committed.
        store::lock(conn, tenant, id).await?;
        let code = (&*discount.code, id, is_single);
        let (Some(campaign), Ok(offer)) = found(conn, tenant, code, redeemer, now).await? else { return Err(STALE) };
        offer.keeps(discount).map_err(|_| STALE)?;
        store::redeem(conn, tenant, &campaign, redemption, now).await
    }
}
