//! The draft of an order: what a profile has chosen before the order exists, so that another device can go on with it.
//! A profile has one draft. It holds no address, no account and no card: a destination is a saved requisite's id.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, Endpoint, SavedRequisiteId};
use serde::{Deserialize, Serialize};

use crate::quote::FixedSide;

pub(crate) mod store;

/// How long a draft is kept after its last change, in days.
pub const DRAFT_DAYS: i64 = 7;
/// The minimum time between two changes of a draft, in milliseconds.
pub const DRAFT_PAUSE_MS: i64 = 1_000;

kernel::codes! {
    /// The step of the flow that the customer had reached.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DraftStep {
        /// Pair and amount.
        Start = "start",
        /// The payout details.
        Requisites = "requisites",
        /// The card.
        InsertCard = "insert_card",
        /// The confirmation.
        Confirm = "confirm",
    }
}

/// What has been chosen so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// The given currency.
    pub from_currency: Currency,
    /// The source endpoint.
    pub source: Endpoint,
    /// The received currency.
    pub to_currency: Currency,
    /// The destination endpoint.
    pub sink: Endpoint,
    /// The amount that is fixed.
    pub fixed_side: FixedSide,
    /// The fixed amount, in the currency of its side; `None` until one is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Amount>,
    /// Whether the customer named what should arrive, and a route pays it.
    #[serde(default)]
    pub is_unified: bool,
    /// The saved requisite that is paid to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requisite: Option<SavedRequisiteId>,
    /// The step.
    pub step: DraftStep,
}

/// The draft of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderDraft {
    /// What has been chosen.
    pub choices: Choices,
    /// When it was last changed.
    pub saved_at: DateTime<Utc>,
}

impl OrderDraft {
    /// When the draft expires.
    #[must_use]
    pub fn expires_at(&self) -> DateTime<Utc> {
        self.saved_at + TimeDelta::days(DRAFT_DAYS)
    }
}
