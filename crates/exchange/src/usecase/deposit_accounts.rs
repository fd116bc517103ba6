//! Opens the permanent address or bank reference of a profile.

use identity::CustomerStatus;
use kernel::{Amount, Currency, DepositAccountId, Payway, PaywayKind, ProfileId, TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::deposit_account::{DepositAccount, store};
use crate::limits::{self, Demand};
use crate::rails::AddressOwner;
use crate::short_reference;
use crate::transaction::Instructions;
use crate::transaction_type::Direction;

/// The maximum number of references to try. A collision has a probability of 2^-40 per existing reference.
const TRIES: usize = 3;

impl Exchange {
    /// The profile's permanent address or bank reference for this currency and payway. The first call opens it; later
    /// calls return the same one.
    ///
    /// # Errors
    /// A closed direction; [`ExchangeError::Invalid`] for a payway that requires an order; [`ExchangeError::Limit`] for
    /// a customer who may not deposit yet; a rail that does not answer.
    pub async fn deposit_account(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        customer_status: &CustomerStatus,
        (currency, payway): (Currency, Payway),
    ) -> Result<DepositAccount, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if !matches!(payway.kind(), PaywayKind::Crypto | PaywayKind::Iban) {
            return Err(ExchangeError::invalid("payway", "must be a network or a bank transfer"));
        }
        let (source, sink) = (payway.into(), kernel::Endpoint::Balance);
        let direction = Direction { from_currency: currency, source, to_currency: currency, sink };
        policy.allows(&direction, customer_status.residence)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        if let Some(found) = store::find(tx.conn(), tenant, profile, (currency, payway)).await? {
            return Ok(found);
        }
        drop(tx);
        if customer_status.is_closing {
            return Err(ExchangeError::refused("the account is being deleted; keep it to receive money again"));
        }
        if currency.is_fiat() {
            self.may_pay_in(tenant, customer_status, &policy.tiers)?;
        }
        for _ in 0..TRIES {
            if let Some(opened) = self.open_account(tenant, profile, customer_status, (currency, payway)).await? {
                return Ok(opened);
            }
        }
        Err(ExchangeError::Busy)
    }

    /// A deposit account of the profile. Another profile's account counts as missing.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`].
    pub async fn own_deposit_account(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: DepositAccountId,
    ) -> Result<DepositAccount, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::by_id(tx.conn(), tenant, id).await?.filter(|account| account.profile == profile);
        found.ok_or(ExchangeError::NotFound { what: "deposit account" })
    }

    /// Checks whether the customer may deposit at all.
    fn may_pay_in(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        tiers: &limits::Tiers,
    ) -> Result<(), ExchangeError> {
        let demand = Demand { fiat: Amount::new(1, Currency::EUR), is_incoming: true, ..Demand::nothing() };
        let exceeded = limits::admit(customer_status, &demand, &[], tiers, self.inner.world.now_for(tenant));
        exceeded.map_err(ExchangeError::Limit)
    }

    /// One attempt; `None` if the reference is taken.
    async fn open_account(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        customer_status: &CustomerStatus,
        key: (Currency, Payway),
    ) -> Result<Option<DepositAccount>, ExchangeError> {
        let (currency, payway) = key;
        let id: DepositAccountId = self.inner.world.id();
        let rails = &self.inner.rails;
        let (instructions, reference) = if let Some(network) = payway.network() {
            // If the insert below fails, the address is never shown to a customer.
            let (owner, unknown) = (AddressOwner::Account(id), Amount::zero(currency));
            let at_least = self.policy(tenant).await?.confirmations.at_least(network);
            let address = rails.addresses.assign(tenant, owner, unknown, network, at_least).await?;
            (Instructions::Crypto { address, network }, None)
        } else {
            let reference = short_reference(TransactionId::from_uuid(id.uuid()));
            let details = rails.bank.details(tenant, currency, &reference).await?;
            (Instructions::Bank { details }, Some(reference))
        };
        let (user, created_at) = (customer_status.user, self.inner.world.now_for(tenant));
        let account = DepositAccount { id, profile, user, currency, payway, instructions, created_at };
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::insert(tx.conn(), tenant, &account, reference.as_deref()).await? {
            tx.commit().await?;
            return Ok(Some(account));
        }
        Ok(store::find(tx.conn(), tenant, profile, key).await?)
    }
}
