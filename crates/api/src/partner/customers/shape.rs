//! Requests and responses of the verification of a partner's customers.

use chrono::{DateTime, NaiveDate, Utc};
use identity::reliance::PartnerVerification;
use identity::rules;
use kernel::Country;
use partners::LinkState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::dto::people::{VerificationKind, VerificationStatus, VerificationStep};
use crate::dto::quote::Side;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::problem::{FieldError, Problem};

/// State of the link between a partner's customer and a person here.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::partner) enum CustomerState {
    /// The partner has a link for its customer.
    Initialized,
    /// The person opened the link and agreed.
    Agreed,
    /// The partner confirmed, and may read which verifications are complete.
    Confirmed,
    /// The partner ended it.
    Cancelled,
    /// The customer withdrew the consent.
    Withdrawn,
    /// The link or the code ended before it was used.
    Expired,
}

impl CustomerState {
    pub(super) const fn of(state: LinkState, has_expired: bool) -> Self {
        match state {
            _ if has_expired => Self::Expired,
            LinkState::Initialized => Self::Initialized,
            LinkState::Agreed => Self::Agreed,
            LinkState::Confirmed => Self::Confirmed,
            LinkState::Cancelled => Self::Cancelled,
            LinkState::Withdrawn => Self::Withdrawn,
        }
    }
}

/// A verification of a partner's customer. Reasons of a refusal are told only to the customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::partner) struct CustomerVerificationStatus {
    /// Kind.
    pub(super) kind: VerificationKind,
    /// Status.
    pub(super) status: VerificationStatus,
}

/// How far a partner's customer is verified.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::partner) struct CustomerVerification {
    /// The partner's own id of the customer.
    #[schema(example = "customer-42")]
    pub(super) external_customer_id: String,
    /// State of the link.
    pub(super) state: CustomerState,
    /// When the link or the code ends, while one is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expires_at: Option<DateTime<Utc>>,
    /// The page where the customer completes what is missing. The customer signs in there.
    #[schema(example = "https://pay.example/profile/personal-details")]
    pub(super) verification_url: String,
    /// Every kind of verification; empty before the link is confirmed.
    pub(super) verifications: Vec<CustomerVerificationStatus>,
    /// Steps that the customer still needs for the given side and amount, the easiest first. Absent without them, and
    /// before the link is confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) requirements: Option<Vec<VerificationStep>>,
}

/// The exchange that a customer shall be able to make. Set all three or none.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::partner) struct NeededFor {
    /// Side of the exchange.
    #[serde(default)]
    pub(super) side: Option<Side>,
    /// Amount of the exchange.
    #[serde(default)]
    #[param(example = "250.00")]
    pub(super) amount: Option<Decimal>,
    /// Currency of the amount.
    #[serde(default)]
    #[param(example = "EUR")]
    pub(super) currency: Option<CurrencyCode>,
}

/// A link to open for a customer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(in crate::partner) struct NewCustomerLink {
    /// Where the customer returns to: an address at a verified domain of a widget key of the same profile.
    #[schema(min_length = 8, max_length = 2000, example = "https://shop.example/verified")]
    pub(super) return_url: String,
}

/// A link for a customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::partner) struct CustomerLinkMade {
    /// The address to which the partner sends its customer. It serves once.
    #[schema(example = "https://pay.example/profile/partner-verification?token=vl_…")]
    pub(super) url: String,
    /// When it ends.
    pub(super) expires_at: DateTime<Utc>,
}

/// The code that a customer brought back.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(in crate::partner) struct CustomerCode {
    /// The parameter `code` of the return address.
    #[schema(min_length = 1, max_length = 100, example = "vc_…")]
    pub(super) code: String,
}

/// A verification of a customer's identity by the partner.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(in crate::partner) struct ImportedVerification {
    /// First name, as in the identity document.
    #[schema(min_length = 2, max_length = 50, example = "Anna")]
    first_name: String,
    /// Last name, as in the identity document.
    #[schema(min_length = 2, max_length = 50, example = "Example")]
    last_name: String,
    /// Date of birth.
    #[schema(example = "1990-02-03")]
    birth_date: NaiveDate,
    /// Country of residence, ISO 3166-1 alpha-2.
    #[schema(min_length = 2, max_length = 2, example = "PL")]
    residence: String,
    /// When the partner verified the identity: at most 365 days ago.
    #[schema(max_length = 40)]
    verified_at: DateTime<Utc>,
    /// The partner's reference of its record.
    #[schema(min_length = 1, max_length = 100, example = "kyc-2026-0042")]
    reference: String,
}

impl ImportedVerification {
    /// # Errors
    /// 400 for a name or a country that cannot be one.
    pub(super) fn read(self) -> Result<PartnerVerification, Problem> {
        let name = |field: &'static str, text: &str| {
            rules::name(text)
                .map_err(|broken| Problem::field(FieldError::new(format!("/{field}"), broken.code, broken.message)))
        };
        let unknown = |_| Problem::field(FieldError::new("/residence", "invalid", "is not an ISO 3166-1 country code"));
        let residence: Country = self.residence.parse().map_err(unknown)?;
        Ok(PartnerVerification {
            first_name: name("first_name", &self.first_name)?,
            last_name: name("last_name", &self.last_name)?,
            birth_date: self.birth_date,
            residence,
            verified_at: self.verified_at,
            reference: self.reference,
        })
    }
}

/// The token of a link that a customer opened.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(in crate::partner) struct OpenedLink {
    /// The parameter `token` of the link.
    #[schema(min_length = 1, max_length = 100, example = "vl_…")]
    pub(super) token: String,
}

/// What a partner asks a customer to share.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::partner) struct SharingRequest {
    /// The partner's page to which the customer returns. Its domain is verified.
    #[schema(example = "https://shop.example")]
    pub(super) partner: String,
    /// When the link ends.
    pub(super) expires_at: DateTime<Utc>,
}

/// The way back to the partner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(in crate::partner) struct SharingAgreed {
    /// The address to which the customer returns, with the code for the partner.
    #[schema(example = "https://shop.example/verified?external_customer_id=customer-42&code=vc_…")]
    pub(super) return_url: String,
}
