//! A customer's consent to a partner, as the customer and operators see it.

use chrono::{DateTime, Utc};
use partners::{LinkState, PartnerConsent};
use serde::Serialize;
use utoipa::ToSchema;

/// What a partner may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PartnerRight {
    /// It sees which verifications are complete: kinds and statuses, no personal data.
    SeeVerifications,
    /// It may confirm the customer's identity to the tenant from its own records.
    ConfirmIdentity,
}

/// State of a consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PartnerConsentState {
    /// The customer agreed. The partner has not confirmed yet.
    Agreed,
    /// The partner confirmed, and has access.
    Confirmed,
    /// The customer withdrew the consent.
    Withdrawn,
}

/// What a customer lets a partner see and do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PartnerConsentInfo {
    /// The id.
    #[schema(example = "pcs_019a0000000070008000000000000001")]
    id: String,
    /// The partner's page that asked. Its domain was verified.
    #[schema(example = "https://shop.example")]
    partner: String,
    /// State.
    pub(crate) state: PartnerConsentState,
    /// What the partner may do. Empty once withdrawn.
    rights: Vec<PartnerRight>,
    /// When the customer agreed.
    agreed_at: DateTime<Utc>,
    /// The site where the customer agreed.
    #[schema(example = "https://pay.example")]
    site: String,
    /// When the state last changed.
    updated_at: DateTime<Utc>,
}

impl PartnerConsentInfo {
    /// `is_relied_on` says whether the tenant relies on verifications of the partner. `None` for a link without a
    /// consent.
    pub(crate) fn of(consent: PartnerConsent, is_relied_on: bool) -> Option<Self> {
        let state = match consent.state {
            LinkState::Agreed => PartnerConsentState::Agreed,
            LinkState::Confirmed => PartnerConsentState::Confirmed,
            LinkState::Withdrawn => PartnerConsentState::Withdrawn,
            LinkState::Initialized | LinkState::Cancelled => return None,
        };
        let mut rights = Vec::new();
        if state != PartnerConsentState::Withdrawn {
            rights.push(PartnerRight::SeeVerifications);
            rights.extend((consent.has_import && is_relied_on).then_some(PartnerRight::ConfirmIdentity));
        }
        Some(Self {
            id: consent.id.to_string(),
            partner: consent.partner,
            state,
            rights,
            agreed_at: consent.agreed_at,
            site: consent.site,
            updated_at: consent.updated_at,
        })
    }
}
