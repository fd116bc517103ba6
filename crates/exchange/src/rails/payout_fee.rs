//! The network fees of payouts on chains whose unconfirmed transactions can be replaced (BIP 125).

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use identity::operator::FeeRaise;
use kernel::{Amount, Network, TenantId, TransactionId};

use super::RailError;

/// The fee rates that a replacement may have, in atoms per 1000 virtual bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeBounds {
    /// The size of the transaction in virtual bytes, rounded up. A replacement has the same size.
    pub vbytes: u64,
    /// What the node estimates now.
    pub estimate: u64,
    /// The least that nodes accept as a replacement (BIP 125, rules 3 and 4).
    pub least: u64,
    /// The most that the change output can pay, and the network's maximum allows.
    pub most: u64,
    /// The network's maximum.
    pub ceiling: u64,
}

impl FeeBounds {
    /// The fee at `rate` in atoms, rounded up.
    #[must_use]
    pub fn fee(&self, rate: u64) -> i128 {
        let atoms = u128::from(rate).saturating_mul(u128::from(self.vbytes)).div_ceil(1000);
        i128::try_from(atoms).unwrap_or(i128::MAX)
    }

    /// The rate of a fee in atoms, rounded down.
    #[must_use]
    pub fn rate(&self, fee: i128) -> u64 {
        let fee = u128::try_from(fee).unwrap_or(0);
        let rate = fee.saturating_mul(1000).checked_div(u128::from(self.vbytes)).unwrap_or(0);
        u64::try_from(rate).unwrap_or(u64::MAX)
    }

    /// The rate to propose: the node's estimate, if a replacement may have it. `None` if no rate is possible.
    #[must_use]
    pub fn proposed(&self) -> Option<u64> {
        (self.least <= self.most).then(|| self.estimate.clamp(self.least, self.most))
    }

    /// Why a replacement may not have this rate.
    #[must_use]
    pub fn refusal(&self, rate: u64) -> Option<FeeRefusal> {
        if self.least > self.most {
            return Some(if self.most < self.ceiling { FeeRefusal::ChangeTooSmall } else { FeeRefusal::AtCeiling });
        }
        if rate < self.least {
            return Some(FeeRefusal::TooLow { least: self.least });
        }
        (rate > self.most).then_some(FeeRefusal::TooHigh { most: self.most })
    }
}

/// Why the fee of a payout cannot be raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FeeRefusal {
    /// It was not broadcast.
    #[error("the payout was not sent yet")]
    NotSent,
    /// A block contains it, or it has ended.
    #[error("the payout is not unconfirmed any more")]
    NotUnconfirmed,
    /// It has another transaction than the proposal names.
    #[error("the payout has another transaction than was decided about")]
    Changed,
    /// It was replaced as often as allowed.
    #[error("the transaction was replaced {0} times already")]
    TooOften(u32),
    /// The change output cannot pay the difference.
    #[error("the change of the transaction is too small to pay a higher fee")]
    ChangeTooSmall,
    /// The fee rate is the network's maximum already.
    #[error("the fee is as high as the network's maximum allows")]
    AtCeiling,
    /// The rate is too low for a replacement.
    #[error("the rate is too low: a replacement needs at least {least} atoms per 1000 virtual bytes")]
    TooLow {
        /// The least rate.
        least: u64,
    },
    /// The rate is too high.
    #[error("the rate is too high: at most {most} atoms per 1000 virtual bytes are possible")]
    TooHigh {
        /// The highest rate.
        most: u64,
    },
}

/// A transaction of a payout: the original or a replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutTransaction {
    /// Its id.
    pub txid: String,
    /// Its fee.
    pub fee: Amount,
    /// When it was built.
    pub made_at: DateTime<Utc>,
    /// Whether it is the present one: the mined one, or the latest. The others spend the same inputs.
    pub is_present: bool,
}

/// The network fee of one payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutFee {
    /// The leg.
    pub leg: u16,
    /// The network.
    pub network: Network,
    /// Whether no block contains it.
    pub is_unconfirmed: bool,
    /// The present fee rate, in atoms per 1000 virtual bytes; `None` if it was not computed.
    pub rate: Option<u64>,
    /// The possible rates; `None` if it is confirmed.
    pub bounds: Option<FeeBounds>,
    /// Why its fee cannot be raised.
    pub refused: Option<FeeRefusal>,
    /// Its transactions, oldest first.
    pub transactions: Vec<PayoutTransaction>,
    /// The maximum number of replacements.
    pub replacements_max: u32,
}

/// Why a raise is not possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RaiseError {
    /// The payout does not exist, or its network has no replacements.
    #[error("there is no such payout")]
    Unknown,
    /// A rule forbids it.
    #[error(transparent)]
    Refused(#[from] FeeRefusal),
    /// The node or the database does not answer.
    #[error(transparent)]
    Rail(#[from] RailError),
}

/// Reads and raises the network fees of payouts.
#[async_trait]
pub trait PayoutFees: Send + Sync {
    /// The fees of a transaction's payouts that were signed, by leg. Networks without replacements are omitted.
    ///
    /// # Errors
    /// [`RailError::Unavailable`] if the node or the database does not answer.
    async fn payout_fees(&self, tenant: TenantId, movement: TransactionId) -> Result<Vec<PayoutFee>, RailError>;

    /// The raise of a payout's fee to `rate`, in atoms per 1000 virtual bytes, with its cost.
    ///
    /// # Errors
    /// See [`RaiseError`].
    async fn plan_raise(
        &self,
        tenant: TenantId,
        movement: TransactionId,
        leg: u16,
        rate: u64,
    ) -> Result<FeeRaise, RaiseError>;

    /// Whether a proposed raise is still possible.
    ///
    /// # Errors
    /// See [`RaiseError`].
    async fn check_raise(&self, tenant: TenantId, raise: &FeeRaise) -> Result<(), RaiseError>;
}
