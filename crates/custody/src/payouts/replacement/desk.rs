//! The operators' view of a fee raise (BIP 125): the present fee, the possible rates, and the cost.

use async_trait::async_trait;
use exchange::rails::{FeeBounds, PayoutFee, PayoutFees, PayoutTransaction, RailError, RaiseError};
use identity::operator::FeeRaise;
use kernel::{Amount, Currency, TenantId, TransactionId};

use super::REPLACEMENTS_MAX;
use super::decide::{fits, highest_fee, replaceable, within};
use crate::engine::ChainSetup;
use crate::payouts::attempts::{Attempt, store as attempts};
use crate::payouts::{Payout, store as rows};
use crate::{Custody, CustodyError};

/// The live attempt with the fee rates that a replacement may have.
struct Replaceable {
    live: Attempt,
    bounds: FeeBounds,
}

#[async_trait]
impl PayoutFees for Custody {
    async fn payout_fees(&self, tenant: TenantId, movement: TransactionId) -> Result<Vec<PayoutFee>, RailError> {
        let mut tx = self.inner.store.tenant_read(tenant).await.map_err(|error| away(&error.into()))?;
        let payouts = rows::of_transaction(tx.conn(), tenant, movement).await.map_err(|error| away(&error))?;
        drop(tx);
        let mut found = Vec::new();
        for payout in payouts {
            if let Some(fee) = self.fee_of(&payout).await.map_err(|error| away(&error))? {
                found.push(fee);
            }
        }
        Ok(found)
    }

    async fn plan_raise(
        &self,
        tenant: TenantId,
        movement: TransactionId,
        leg: u16,
        rate: u64,
    ) -> Result<FeeRaise, RaiseError> {
        let payout = self.payout(tenant, movement, leg).await.map_err(|error| away(&error))?;
        let payout = payout.ok_or(RaiseError::Unknown)?;
        let Replaceable { live, bounds } = self.replaceable(&payout).await?;
        if let Some(refusal) = bounds.refusal(rate) {
            return Err(refusal.into());
        }
        let amount = |atoms| Amount::new(atoms, payout.network.native());
        let (fee, new_fee) = (live.plan.fee, amount(bounds.fee(rate)));
        let cost = amount(new_fee.atoms() - fee.atoms());
        Ok(FeeRaise {
            movement,
            leg,
            network: payout.network,
            txid: live.txid,
            rate: bounds.rate(fee.atoms()),
            fee,
            new_rate: rate,
            new_fee,
            worth: self.convert(payout.network, cost, Currency::EUR),
            cost,
        })
    }

    async fn check_raise(&self, tenant: TenantId, raise: &FeeRaise) -> Result<(), RaiseError> {
        let payout = self.payout(tenant, raise.movement, raise.leg).await.map_err(|error| away(&error))?;
        let found = self.replaceable(&payout.ok_or(RaiseError::Unknown)?).await?;
        fits(&found.live, raise)?;
        Ok(within(&found.bounds, raise)?)
    }
}

impl Custody {
    /// The fee of one payout; `None` if its network has no replacements or it is not signed.
    async fn fee_of(&self, payout: &Payout) -> Result<Option<PayoutFee>, CustodyError> {
        let Ok(chain) = self.chain(payout.network) else { return Ok(None) };
        let attempts = self.signed_attempts(payout).await?;
        let Some(live) = attempts.iter().find(|attempt| attempt.is_live) else { return Ok(None) };
        if !chain.adapter.info().has_coins {
            return Ok(None);
        }
        let is_unconfirmed = payout.is_unconfirmed();
        let bounds = match is_unconfirmed {
            true => self.bounds(chain, &attempts, live).await?,
            false => None,
        };
        let possible = replaceable(payout, &attempts).err();
        let at_least = bounds.and_then(|bounds| bounds.refusal(bounds.least));
        Ok(Some(PayoutFee {
            leg: payout.leg,
            network: payout.network,
            is_unconfirmed,
            rate: bounds.map(|bounds| bounds.rate(live.plan.fee.atoms())),
            bounds,
            refused: possible.or(at_least),
            transactions: attempts.iter().map(Attempt::shown).collect(),
            replacements_max: REPLACEMENTS_MAX,
        }))
    }

    async fn replaceable(&self, payout: &Payout) -> Result<Replaceable, RaiseError> {
        let attempts = self.signed_attempts(payout).await.map_err(|error| away(&error))?;
        let chain = self.chain(payout.network).map_err(|error| away(&error))?;
        let live = replaceable(payout, &attempts)?;
        let bounds = self.bounds(chain, &attempts, live).await.map_err(|error| away(&error))?;
        Ok(Replaceable { bounds: bounds.ok_or(RaiseError::Unknown)?, live: live.clone() })
    }

    async fn bounds(
        &self,
        chain: &ChainSetup,
        attempts: &[Attempt],
        live: &Attempt,
    ) -> Result<Option<FeeBounds>, CustodyError> {
        let network = chain.adapter.info().network;
        let bounds = chain.adapter.replacement_bounds(&live.plan, &live.txid, highest_fee(attempts, live)).await;
        bounds.map_err(crate::engine::on(network))
    }

    pub(super) async fn signed_attempts(&self, payout: &Payout) -> Result<Vec<Attempt>, CustodyError> {
        let mut tx = self.inner.store.tenant_read(payout.tenant).await?;
        attempts::signed(tx.conn(), payout).await
    }
}

impl Attempt {
    fn shown(&self) -> PayoutTransaction {
        PayoutTransaction {
            txid: self.txid.clone(),
            fee: self.plan.fee,
            made_at: self.made_at,
            is_present: self.is_live,
        }
    }
}

fn away(error: &CustodyError) -> RailError {
    RailError::Unavailable { rail: "chain".into(), reason: error.to_string() }
}
