//! Disputes of card payments: what an acquirer reports, and where the disputed money is. Pure.

use chrono::{DateTime, Utc};
use kernel::Payway;
use serde::{Deserialize, Serialize};

use super::posting::AccountRole;
use crate::rails::{DisputeReport, DisputeState};

kernel::codes! {
    /// The account of the disputed money.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DisputedMoney {
        /// At the acquirer, as after every payment.
        Kept = "kept",
        /// Taken by the acquirer until the dispute ends.
        Held = "held",
        /// Lost.
        Lost = "lost",
    }
}

impl DisputedMoney {
    /// The account of the disputed money in this state.
    #[must_use]
    pub const fn of(state: DisputeState) -> Self {
        match state {
            DisputeState::Inquiry | DisputeState::Dropped | DisputeState::Won => Self::Kept,
            DisputeState::Open | DisputeState::Challenged | DisputeState::Expired => Self::Held,
            DisputeState::Lost => Self::Lost,
        }
    }

    /// The account that has the money of a payment by this payway.
    #[must_use]
    pub const fn account(self, payway: Payway) -> AccountRole {
        match self {
            Self::Kept => AccountRole::Rail(payway),
            Self::Held => AccountRole::Chargeback,
            Self::Lost => AccountRole::Adjustment,
        }
    }
}

/// A dispute of a payment of the transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// The latest report.
    #[serde(flatten)]
    pub report: DisputeReport,
    /// The account of the disputed money. An operator can write it off before the acquirer decides.
    pub money: DisputedMoney,
    /// When the first report came.
    pub opened_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl Dispute {
    /// Whether an operator must decide about it: the acquirer has not decided, and no operator has written it off.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.report.state.is_open() && !matches!(self.money, DisputedMoney::Lost)
    }
}

/// The account of the money after a report. A written-off dispute stays written off until the acquirer decides.
#[must_use]
pub(super) fn money_after(before: Option<DisputedMoney>, state: DisputeState) -> DisputedMoney {
    match (before, DisputedMoney::of(state)) {
        (Some(DisputedMoney::Lost), DisputedMoney::Held) => DisputedMoney::Lost,
        (_, after) => after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_taken_while_a_dispute_is_open_and_comes_back_or_is_lost_at_its_end() {
        for state in DisputeState::ALL {
            let money = money_after(None, state);
            assert_eq!(money == DisputedMoney::Held, state.is_open() && state != DisputeState::Inquiry, "{state:?}");
            let written_off = money_after(Some(DisputedMoney::Lost), state);
            assert_ne!(written_off, DisputedMoney::Held, "{state:?}");
            assert_eq!(written_off == DisputedMoney::Kept, money == DisputedMoney::Kept, "{state:?}");
        }
    }
}
