//! A firm quote made good: what the platform paid to keep the promised price.

use chrono::{DateTime, Utc};
use exchange::guarantee as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::Money;

coded! {
    /// How a promised price was made good.
    pub type MakeGoodKind = domain::MakeGoodKind;
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
        let kind = made_good.kind.into();
        let domain::MakeGood { promised, cost, loss, at, .. } = *made_good;
        Self { kind, promised: promised.into(), cost: cost.into(), cost_in_euro: loss.into(), at }
    }
}
