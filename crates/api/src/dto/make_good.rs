//! A firm quote made good: what the platform paid to keep the promised price.

use chrono::{DateTime, Utc};
use exchange::guarantee as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::Money;

/// How a promised price was made good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MakeGoodKind {
    /// The order was executed at the quoted amounts, and the platform bore the market's movement.
    Kept,
    /// The order brought less than quoted, and the platform credited a difference to the balance.
    Credited,
}

/// What the platform paid to keep the promised price.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MakeGood {
    /// How.
    pub kind: MakeGoodKind,
    /// Received amount that the quote promised.
    pub promised: Money,
    /// What the platform paid, in the received currency. For `credited`, it is on the owner's balance.
    pub cost: Money,
    /// The same in euro, at the rate of that moment.
    pub cost_in_euro: Money,
    /// When.
    pub at: DateTime<Utc>,
}

impl From<&domain::MakeGood> for MakeGood {
    fn from(made_good: &domain::MakeGood) -> Self {
        let kind = match made_good.kind {
            domain::MakeGoodKind::Kept => MakeGoodKind::Kept,
            domain::MakeGoodKind::Credited => MakeGoodKind::Credited,
        };
        let domain::MakeGood { promised, cost, loss, at, .. } = *made_good;
        Self { kind, promised: promised.into(), cost: cost.into(), cost_in_euro: loss.into(), at }
    }
}
