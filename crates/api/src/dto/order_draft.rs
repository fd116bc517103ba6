//! The draft of an order.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::quote::FixedSide;
use super::scalar::{CurrencyCode, Decimal, EndpointCode};

coded! {
    /// The step of the flow that the customer had reached.
    pub type DraftStep = exchange::order_draft::DraftStep;
}

/// What the customer has chosen before the order exists.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DraftChoices {
    /// Currency given.
    pub from_currency: CurrencyCode,
    /// Source of the money: a payway, or `balance`.
    pub from_payway: EndpointCode,
    /// Currency received.
    pub to_currency: CurrencyCode,
    /// Destination of the money: a payway, or `balance`.
    pub to_payway: EndpointCode,
    /// Which of the two amounts is fixed.
    pub fixed_side: FixedSide,
    /// The fixed amount. Absent until one is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Decimal>,
    /// Whether the customer named what should arrive and a route pays it (`GET /routes`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub unified: bool,
    /// The saved requisite to pay to. Other destinations are not kept: the customer names them again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, example = "req_019a0000000070008000000000000001")]
    pub requisite_id: Option<String>,
    /// The step.
    pub step: DraftStep,
}

/// The draft of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OrderDraft {
    /// What the customer has chosen.
    pub choices: DraftChoices,
    /// When it was last changed.
    pub saved_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// The draft of a profile, if there is one.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FoundDraft {
    /// The draft; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<OrderDraft>,
}
