//! Loads a customer's recent movements that limits and the travel rule count together with a movement.

use chrono::{DateTime, Utc};
use identity::CustomerStatus;
use kernel::{Amount, ProfileId, TenantId, TenantUser, TransactionId};
use sqlx::PgConnection;

use super::Exchange;
use crate::ExchangeError;
use crate::admission::{Coins, Counts, KnownAddress, arriving, destination};
use crate::beneficiary_wallet::{self, LINKED_WITHIN};
use crate::cooling_off::store::{self as addresses, Named};
use crate::counting;
use crate::limits::{self, Customer, Demand, Use};
use crate::originator::{self, GOOD_FOR};
use crate::policy::Policy;
use crate::quote::Price;
use crate::requisite::Requisite;
use crate::transaction::{self, RECORD, Status};

/// The number of completed orders to search for an address. The search runs only if the payout would be held otherwise.
const CARRIED_OUT_MAX: i64 = 200;

/// The counted amounts of a movement, together with the customer's other movements.
pub(super) struct CountedMovement<'a> {
    pub transaction: TransactionId,
    pub profile: ProfileId,
    /// Its use of the limits; `None` if limits do not apply.
    pub demand: Option<Demand>,
    /// Outgoing coins.
    pub going: Option<Coins<'a>>,
    /// The value of incoming coins, in euro.
    pub coming: Option<Amount>,
}

/// Whether a limit applies to the customer: of the tier or of a rule.
pub(super) fn is_limited(policy: &Policy, customer_status: &CustomerStatus) -> bool {
    let Customer { tier, residence } = Customer::of(customer_status);
    let is_counting = tier.is_some_and(|tier| policy.limits.is_counting(tier, residence));
    is_counting || !limits::is_unlimited(customer_status, &policy.tiers)
}

/// Whether a rule counts the customer's movements. Without one, a movement needs no price in euro.
pub(super) fn is_counted(policy: &Policy, customer_status: &CustomerStatus) -> bool {
    let is_ruled = policy.travel_rule.is_some() || policy.new_addresses.is_some();
    customer_status.user.is_some() && (is_ruled || is_limited(policy, customer_status))
}

impl Exchange {
    pub(super) async fn flow<'a>(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        profile: ProfileId,
        price: &Price,
        demand: Demand,
        requisite: Option<&'a Requisite>,
    ) -> Result<CountedMovement<'a>, ExchangeError> {
        let going = destination(price, &demand, requisite);
        let going = going.map(|(payway, requisite)| Coins { euro: demand.crypto_out, payway, requisite });
        let coming = match arriving(price) {
            Some(_) => Some(self.euro(tenant, price.from_amount).await?),
            None => None,
        };
        Ok(CountedMovement { transaction, profile, demand: Some(demand), going, coming })
    }

    /// The uses that count together with a movement. `None` if nothing is counted for it.
    pub(super) async fn counts(
        &self,
        tenant: TenantId,
        policy: &Policy,
        customer_status: &CustomerStatus,
        flow: &CountedMovement<'_>,
    ) -> Result<Option<Counts>, ExchangeError> {
        let is_limited = flow.demand.is_some_and(|demand| demand.is_counted()) && is_limited(policy, customer_status);
        let is_ruled = policy.travel_rule.is_some() && (flow.going.is_some() || flow.coming.is_some());
        let is_new = policy.new_addresses.is_some() && flow.going.is_some();
        let Some(user) = customer_status.user.filter(|_| is_limited || is_ruled || is_new) else { return Ok(None) };
        let now = self.inner.world.now_for(tenant);
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let conn = tx.conn();
        let version = ledger::counter_version(conn, tenant, user.uuid()).await?;
        let mut counts = Counts::none(user, version);
        if is_limited || is_new {
            let since = now - limits::WINDOW;
            counts.uses = counting::store::uses(conn, tenant, user, Some(flow.transaction), since).await?;
        }
        if is_new {
            counts.address = self.known_address(conn, policy, TenantUser { tenant, user }, flow, &counts.uses).await?;
        }
        if let (true, Some(going)) = (is_ruled, flow.going) {
            counts.linked = counting::store::linked(conn, TenantUser { tenant, user }, flow.transaction).await?;
            if let (Some(network), Requisite::Address { value, .. }) = (going.payway.network(), going.requisite) {
                counts.wallet = beneficiary_wallet::store::at(conn, tenant, user, network, value).await?;
            }
        }
        if let (true, Some(coming)) = (is_ruled, flow.coming) {
            let (owner, own) = (TenantUser { tenant, user }, flow.transaction);
            counts.coming = Some(coming);
            counts.came = originator::store::came(conn, owner, own, now - LINKED_WITHIN).await?;
            counts.statement = originator::store::of_transaction(conn, owner, own, now - GOOD_FOR).await?;
        }
        Ok(Some(counts))
    }

    /// What is known of the address that outgoing coins are sent to. `None` without the rule, and without an address.
    async fn known_address(
        &self,
        conn: &mut PgConnection,
        policy: &Policy,
        person: TenantUser,
        flow: &CountedMovement<'_>,
        uses: &[Use],
    ) -> Result<Option<KnownAddress>, ExchangeError> {
        let (Some(rule), Some(going)) = (&policy.new_addresses, flow.going) else { return Ok(None) };
        let Requisite::Address { value, memo } = going.requisite else { return Ok(None) };
        let (now, named) = (
            self.inner.world.now_for(person.tenant),
            Named { address: value, memo: memo.as_deref().unwrap_or_default() },
        );
        let first_at = addresses::since(conn, person, named).await?;
        let mut known = KnownAddress { id: self.inner.world.uuid(), first_at, paid_at: None };
        // The address may have been used before the tenant had the rule.
        if rule.holds(known.since(now), going.euro, uses, now) {
            known.paid_at = carried_out(conn, flow.profile, going.requisite).await?;
        }
        Ok(Some(known))
    }
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
