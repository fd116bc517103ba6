//! What an operator decides about a movement that waits for one. Identity keeps and routes the decision; the exchanger carries it
//! out as a job, which is ordered in the transaction that writes it down.

use kernel::{Amount, Currency, OperatorId, ProfileId, TenantId, TransactionId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::JobSpec;

/// The job that carries a resolution out.
pub const RESOLVE_JOB: &str = "movement.resolve";
/// What the second line of support gives back or credits alone, in euro cents: 50 EUR.
const SMALL_CENTS: i128 = 5_000;

/// What becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResolutionAct {
    /// The failed payout is ordered again.
    Retry,
    /// The money goes back to the payer.
    Refund,
    /// The money is put on the customer's balance.
    Credit,
    /// The payment named nobody; it is this customer's.
    Assign,
    /// It ends; what is left goes to quarantine.
    Close,
}

impl ResolutionAct {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Retry, Self::Refund, Self::Credit, Self::Assign, Self::Close];
}

/// As what a movement is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosedAs {
    /// Settled in another way.
    Resolved,
    /// Refused.
    Rejected,
    /// It did not work.
    Failed,
}

/// The customer whose a payment is that named nobody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignee {
    /// Their profile.
    pub profile: ProfileId,
    /// Who they are, masked.
    pub name: String,
}

/// A decision about one movement. Frozen: it is carried out only while exactly this much stands with the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// Which movement.
    pub movement: TransactionId,
    /// What becomes of it.
    pub act: ResolutionAct,
    /// As what it is closed; of [`ResolutionAct::Close`] alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_as: Option<ClosedAs>,
    /// Whose it is; of [`ResolutionAct::Assign`] alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Assignee>,
    /// What stands with the house and is decided about; `None` if nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Amount>,
    /// What that was worth in euro when it was decided; `None` if there was no price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Amount>,
}

impl Resolution {
    /// Whether so little is given back or credited that the second line of support does it alone.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let gives = matches!(self.act, ResolutionAct::Refund | ResolutionAct::Credit);
        gives && self.worth.is_some_and(|worth| worth.currency() == Currency::EUR && worth.atoms() <= SMALL_CENTS)
    }

    /// The job that carries it out. `operator` is named in the movement's history.
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let payload = json!({ "transaction": self.movement, "resolution": self, "operator": operator });
        JobSpec::new(RESOLVE_JOB, tenant, payload)
    }
}
