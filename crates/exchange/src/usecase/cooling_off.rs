//! Whether coins may be sent to an address, by how long the customer has known it.

use ::store::TenantTx;
use chrono::{DateTime, Utc};
use kernel::{Amount, ProfileId, TenantId, TransactionId, UserId};
use sqlx::PgConnection;

use super::Exchange;
use crate::ExchangeError;
use crate::cooling_off::store::{self, Named};
use crate::cooling_off::{HeldAddress, NewAddresses, Verdict};
use crate::limits::{self, Use};
use crate::requisite::Requisite;
use crate::transaction::{self, RECORD, Status};

/// The number of completed orders to search for an address. The search runs only if the payout would be held otherwise.
const CARRIED_OUT_MAX: i64 = 200;

/// Coins to send.
pub(super) struct Leaving<'a> {
    /// The owner.
    pub person: (TenantId, UserId),
    /// The profile whose earlier orders are searched.
    pub profile: Option<ProfileId>,
    /// The amount in euro.
    pub euro: Amount,
    /// The destination.
    pub requisite: &'a Requisite,
}

impl Exchange {
    /// Applies the tenant's rule for new addresses. Registers the address and enqueues the mail about a held payout, so
    /// the caller must commit even on refusal. The caller holds the customer's lock.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn judge_address(
        &self,
        tx: &mut TenantTx,
        rule: &NewAddresses,
        leaving: &Leaving<'_>,
        uses: &[Use],
        now: DateTime<Utc>,
    ) -> Result<Verdict, ExchangeError> {
        let Requisite::Address { value, memo } = leaving.requisite else { return Ok(Verdict::Known) };
        let (person, id) = (leaving.person, self.inner.world.uuid());
        let named = Named { address: value, memo: memo.as_deref().unwrap_or_default() };
        let first_at = store::name(tx.conn(), person, id, named, None, now).await?;
        let mut verdict = rule.verdict(first_at, leaving.euro, uses, now);
        if let (Verdict::Held(_), Some(profile)) = (&verdict, leaving.profile) {
            // The address may have been used before the tenant had the rule.
            if let Some(earlier) = carried_out(tx.conn(), profile, leaving.requisite).await? {
                let first_at = store::name(tx.conn(), person, id, named, Some(earlier), now).await?;
                verdict = rule.verdict(first_at, leaving.euro, uses, now);
            }
        }
        if let Verdict::Held(until) = verdict
            && let Some(event) = store::tell(tx.conn(), person, named, now).await?
        {
            let (tenant, user) = person;
            tx.enqueue(now, &identity::mail::new_address(tenant, user, until, event)).await?;
        }
        Ok(verdict)
    }

    /// Whether coins may be refunded to an address of the customer's choice; the same rule applies as to an order's
    /// payout.
    ///
    /// # Errors
    /// [`ExchangeError::AddressHeld`]; the address stays registered. Unavailable prices.
    pub(super) async fn refund_may_leave(
        &self,
        (tenant, user): (TenantId, UserId),
        profile: ProfileId,
        own: TransactionId,
        refunded: Amount,
        requisite: &Requisite,
    ) -> Result<(), ExchangeError> {
        let policy = self.policy(tenant).await?;
        let Some(rule) = policy.new_addresses.as_ref().filter(|_| requisite.is_address()) else { return Ok(()) };
        let (now, euro) = (self.inner.world.now(), self.euro(refunded)?);
        let mut tx = self.inner.store.tenant(tenant).await?;
        limits::store::lock(tx.conn(), user).await?;
        let window = (now - limits::WINDOW, now);
        let uses = limits::store::uses(tx.conn(), tenant, user, Some(own), window).await?;
        let leaving = Leaving { person: (tenant, user), profile: Some(profile), euro, requisite };
        let verdict = self.judge_address(&mut tx, rule, &leaving, &uses, now).await?;
        tx.commit().await?;
        match held(rule, requisite, &verdict) {
            Some(held) => Err(held),
            None => Ok(()),
        }
    }
}

/// The error of a held payout.
pub(super) fn held(rule: &NewAddresses, requisite: &Requisite, verdict: &Verdict) -> Option<ExchangeError> {
    let (Verdict::Held(until), Requisite::Address { value, .. }) = (verdict, requisite) else { return None };
    let held = HeldAddress { address: value.clone(), above: rule.above, until: *until };
    Some(ExchangeError::AddressHeld(Box::new(held)))
}

/// The creation time of the oldest completed order that paid to this requisite, among the latest ones.
async fn carried_out(
    conn: &mut PgConnection,
    profile: ProfileId,
    requisite: &Requisite,
) -> Result<Option<DateTime<Utc>>, ExchangeError> {
    let done = [Status::Done.code().to_owned()];
    let found = ledger::records_of(conn, RECORD, profile.uuid(), &done, None, CARRIED_OUT_MAX).await?;
    let mut oldest = None;
    for record in found {
        let made_at = record.created_at;
        // An order that this version cannot parse does not count.
        if transaction::read(record.id, record.body).is_ok_and(|read| read.requisite() == Some(requisite)) {
            oldest = Some(made_at);
        }
    }
    Ok(oldest)
}
