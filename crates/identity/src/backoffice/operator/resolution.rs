//! An operator's decision about a movement. This crate stores and routes the decision. The exchanger executes it as a
//! job, which is enqueued in the transaction of the log entry.

use kernel::{Amount, Currency, OperatorId, ProfileId, TenantId, TransactionId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::JobSpec;

/// The job that executes a resolution.
pub const RESOLVE_JOB: &str = "movement.resolve";
/// The maximum amount that second-line support refunds or credits alone, in euro cents: 50 EUR.
const SMALL_CENTS: i128 = 5_000;

kernel::codes! {
    /// The kind of resolution.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ResolutionAct {
        /// The failed payout is retried.
        Retry = "retry",
        /// The money is refunded to the payer.
        Refund = "refund",
        /// The money is credited to the customer's balance.
        Credit = "credit",
        /// The unmatched payment is assigned to this customer.
        Assign = "assign",
        /// The movement is closed; remaining money goes to quarantine.
        Close = "close",
        /// The acquirer is asked again about an unclear charge.
        LookUp = "look_up",
        /// The operator has asked the acquirer, who has the money of an unclear charge.
        Accept = "accept",
        /// Writes off money that is held for a dispute.
        WriteOff = "write_off",
    }
}

kernel::codes! {
    /// The final status of a closed movement.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ClosedAs {
        /// Resolved in another way.
        Resolved = "resolved",
        /// Rejected.
        Rejected = "rejected",
        /// Failed.
        Failed = "failed",
    }
}

/// The customer to whom an unmatched payment is assigned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignee {
    /// The customer's profile.
    pub profile: ProfileId,
    /// The customer's masked name.
    pub name: String,
}

/// A decision about one movement. It is frozen: it is executed only while the platform holds exactly this amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// The movement.
    pub movement: TransactionId,
    /// The kind of resolution.
    pub act: ResolutionAct,
    /// The final status; for [`ResolutionAct::Close`] only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_as: Option<ClosedAs>,
    /// The customer; for [`ResolutionAct::Assign`] only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Assignee>,
    /// The amount that the platform holds for the movement; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Amount>,
    /// Its value in euro at the time of the decision; `None` if there was no price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Amount>,
}

impl Resolution {
    /// Whether second-line support may refund or credit it alone.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let gives = matches!(self.act, ResolutionAct::Refund | ResolutionAct::Credit);
        gives && self.worth.is_some_and(|worth| worth.currency() == Currency::EUR && worth.atoms() <= SMALL_CENTS)
    }

    /// The job that executes it. `operator` appears in the movement's history.
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let payload = json!({ "transaction": self.movement, "resolution": self, "operator": operator });
        JobSpec::new(RESOLVE_JOB, tenant, payload)
    }
}
