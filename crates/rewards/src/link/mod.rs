//! Links: a customer's code, who came by it, and the name on the leaderboard.

mod code;
mod model;
pub(crate) mod store;

use ::store::{StoreError, TenantTx};
use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use identity::rules;
use kernel::{Amount, ProfileId, TenantId, TenantUser, UserId};

pub use code::Code;
pub use model::Refusal;
use model::{is_new, refusal};

use crate::Rewards;

/// The number of codes that are tried before an insert gives up.
const TRIES: usize = 5;
/// The length of a nickname in characters.
const NICKNAME: std::ops::RangeInclusive<usize> = 2..=24;
/// How long a device may be named in a row.
const DEVICE_CHARS_MAX: usize = 300;

/// The link of a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The customer.
    pub user: UserId,
    /// The profile whose reward account is credited.
    pub profile: ProfileId,
    /// The code.
    pub code: Code,
    /// The name on the leaderboard; `None` if the customer is not on it.
    pub nickname: Option<String>,
    /// When an operator blocked it. Unpaid rewards are held since then.
    pub blocked_at: Option<DateTime<Utc>>,
}

/// A person who has just signed in with a link.
#[derive(Clone, Copy)]
pub struct Newcomer<'a> {
    /// The person.
    pub user: UserId,
    /// The network of the sign-in: /24 for IPv4, /64 for IPv6.
    pub network: &'a str,
    /// The browser's User-Agent.
    pub device: Option<&'a str>,
    /// Whether the owner of an email address has signed in on this device before.
    pub knows: &'a (dyn Fn(&str) -> bool + Send + Sync),
}

impl Rewards {
    /// The link of a customer. The first call makes it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn link(&self, tenant: TenantId, user: UserId) -> Result<Link, ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        if let Some(found) = store::of_user(tx.conn(), tenant, user).await? {
            return Ok(found);
        }
        for _ in 0..TRIES {
            let Some(code) = Code::from_random(&self.world().random::<32>()) else { continue };
            // Nothing is inserted if the code is taken, or if another request made the link meanwhile.
            store::insert(tx.conn(), tenant, user, &code, self.world().now()).await?;
            if let Some(made) = store::of_user(tx.conn(), tenant, user).await? {
                tx.commit().await?;
                return Ok(made);
            }
        }
        Err(ExchangeError::Busy)
    }

    /// Records that a newcomer came by a link. The first invitation counts for ever. Has no result, so
    /// that the newcomer cannot probe codes: an unknown code, a person who is not new and a refused invitation look the
    /// same.
    ///
    /// # Errors
    /// Database errors.
    pub async fn join(&self, tenant: TenantId, newcomer: Newcomer<'_>, code: &str) -> Result<(), ExchangeError> {
        let Some(code) = Code::read(code) else { return Ok(()) };
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        // Two people who invite each other at the same moment would make a loop.
        store::lock(tx.conn(), tenant).await?;
        let Some(referrer) = store::owner(tx.conn(), tenant, &code).await? else { return Ok(()) };
        let Some(person) = store::side(tx.conn(), tenant, newcomer.user).await? else { return Ok(()) };
        // The own link is ignored; a later link of another customer still counts.
        if !is_new(&person, now) || person.user == referrer.user {
            return Ok(());
        }
        let above = store::above(tx.conn(), tenant, referrer.user).await?;
        let refused = refusal(&person, &referrer, &above, (newcomer.knows)(&referrer.email));
        let device: Option<String> = newcomer.device.map(|text| text.chars().take(DEVICE_CHARS_MAX).collect());
        let came = store::Came { referee: person.user, referrer: referrer.user, refused };
        if store::join(tx.conn(), tenant, &came, (newcomer.network, device.as_deref()), now).await? {
            let (outcome, referrer) = (refused.map_or("counted", Refusal::code), referrer.user);
            tracing::info!(
                event = "referral.joined", %tenant, referee = %person.user, %referrer, outcome,
                "A newcomer came by a customer's link."
            );
        }
        tx.commit().await?;
        Ok(())
    }

    /// Puts the customer on the leaderboard under a name, or takes them off it.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a name that breaks a rule or is taken.
    pub async fn set_nickname(
        &self,
        tenant: TenantId,
        user: UserId,
        nickname: Option<&str>,
    ) -> Result<Link, ExchangeError> {
        let invalid = |rule: String| ExchangeError::Invalid { field: "nickname", rule };
        let nickname = match nickname {
            Some(text) => {
                let kept = rules::label(text, *NICKNAME.start(), *NICKNAME.end());
                Some(kept.map_err(|broken| invalid(broken.message.to_string()))?)
            }
            None => None,
        };
        let link = self.link(tenant, user).await?;
        let mut tx = self.store().tenant(tenant).await?;
        store::lock(tx.conn(), tenant).await?;
        if let Some(name) = &nickname
            && store::is_taken(tx.conn(), tenant, user, name).await?
        {
            return Err(invalid("is taken; choose another".to_owned()));
        }
        store::set_nickname(tx.conn(), tenant, user, nickname.as_deref()).await?;
        tx.commit().await?;
        Ok(Link { nickname, ..link })
    }

    /// Blocks a referrer: nothing is booked or paid out until an operator unblocks. Returns false without a link.
    ///
    /// # Errors
    /// Database errors.
    pub async fn block(
        &self,
        tenant: TenantId,
        user: UserId,
        (by, reason): (&str, &str),
    ) -> Result<bool, ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        let found = store::block(tx.conn(), TenantUser { tenant, user }, (by, reason), self.world().now()).await?;
        tx.commit().await?;
        Ok(found)
    }

    /// Unblocks a referrer. Returns false if the referrer is not blocked.
    ///
    /// # Errors
    /// Database errors.
    pub async fn unblock(&self, tenant: TenantId, user: UserId) -> Result<bool, ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        let found = store::unblock(tx.conn(), tenant, user).await?;
        tx.commit().await?;
        Ok(found)
    }

    /// The rewards of profiles that are not moved to a balance yet, for the closing of an account.
    ///
    /// # Errors
    /// Database errors.
    pub async fn unpaid(
        &self,
        tx: &mut TenantTx,
        profiles: &[ProfileId],
    ) -> Result<Vec<(ProfileId, Amount)>, StoreError> {
        store::unpaid(tx.conn(), profiles).await
    }

    /// Takes erased people off the leaderboard, in `tx`. Who invited whom stays, because the ledger refers to it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        store::forget(tx.conn(), profiles).await
    }
}
