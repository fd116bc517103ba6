//! A customer's data of the referral programme and the farm, for the data export (Regulation (EU) 2016/679,
//! article 15). Other people are counted and never named.

mod store;

use ::store::{StoreError, TenantTx};
use identity::{Chapter, Page};
use kernel::{TenantUser, UserId};
use uuid::Uuid;

use crate::Rewards;

/// The rows of a page.
const PAGE_ROWS: i64 = 500;

impl Rewards {
    /// A page of `chapter` about a person; `after` is the `next` value of the page before. Empty for the chapters of
    /// other parts.
    ///
    /// # Errors
    /// Database errors.
    pub async fn export_page(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        chapter: Chapter,
        after: Option<&str>,
    ) -> Result<Page, StoreError> {
        let whose = TenantUser { tenant: tx.tenant(), user };
        let after = after.and_then(|id| id.parse::<Uuid>().ok());
        let rows = match chapter {
            Chapter::FarmPoints => store::points(tx.conn(), whose, after, PAGE_ROWS).await?,
            Chapter::FarmDays => store::days(tx.conn(), whose, after, PAGE_ROWS).await?,
            Chapter::FarmExchanges => store::exchanges(tx.conn(), whose, after, PAGE_ROWS).await?,
            Chapter::ReferralLink => store::link(tx.conn(), whose).await?,
            Chapter::Referrals => store::referrals(tx.conn(), whose, after, PAGE_ROWS).await?,
            Chapter::ReferralEarnings => store::earnings(tx.conn(), whose, after, PAGE_ROWS).await?,
            _ => return Ok(Page::default()),
        };
        let is_full = i64::try_from(rows.len()).unwrap_or(i64::MAX) >= PAGE_ROWS;
        let next = rows.last().filter(|_| is_full).map(|(id, _)| id.to_string());
        Ok(Page { rows: rows.into_iter().map(|(_, row)| row).collect(), next })
    }
}
