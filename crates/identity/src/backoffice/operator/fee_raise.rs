//! The raise of a payout's network fee. This crate stores and routes the proposal. A job of custody does it, which is
//! enqueued in the transaction of the log entry.

use kernel::{Amount, Network, OperatorId, TenantId, TransactionId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::JobSpec;

/// The kind of the job that replaces a payout's transaction.
pub const RAISE_FEE_JOB: &str = "payout.raise_fee";

/// The replacement of an unconfirmed transaction by one with a higher fee (BIP 125). It is frozen: it is executed only
/// while the payout still has this transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeRaise {
    /// The movement.
    pub movement: TransactionId,
    /// The leg that is paid out.
    pub leg: u16,
    /// The network.
    pub network: Network,
    /// The id of the transaction that is replaced.
    pub txid: String,
    /// Its fee.
    pub fee: Amount,
    /// Its fee rate, in atoms per 1000 virtual bytes.
    pub rate: u64,
    /// The fee of the replacement.
    pub new_fee: Amount,
    /// The fee rate of the replacement, in atoms per 1000 virtual bytes.
    pub new_rate: u64,
    /// What the platform pays more.
    pub cost: Amount,
    /// The value of `cost` in euro at the time of the proposal; `None` if there was no price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Amount>,
}

impl FeeRaise {
    /// The job that executes it.
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let payload = json!({ "transaction": self.movement, "raise": self, "operator": operator });
        JobSpec::new(RAISE_FEE_JOB, tenant, payload)
    }
}
