//! The basic types of money, time and identity. Pure: no I/O, no async, no floats.
//!
//! Amounts are whole atoms of a currency, and rates are exact fractions. All ambient inputs (time, ids, randomness)
//! come from [`World`], so a decision based on these types is reproducible.

mod amount;
mod codes;
mod country;
mod currency;
mod decimal;
mod endpoint;
mod error_kind;
mod fee;
mod id;
mod network;
mod payway;
mod rate;
mod tenant_scoped;
mod test_clock;
pub mod text;
mod world;

pub use amount::{Amount, AmountError, MAX_ATOMS};
pub use country::{Country, UnknownCountry};
pub use currency::{Currency, CurrencyKind, EeaPolicy, UnknownCurrency};
pub use decimal::{DecimalError, format_decimal, parse_decimal};
pub use endpoint::{Endpoint, Product};
pub use error_kind::ErrorKind;
pub use fee::{Fee, FeeKind};
pub use id::kinds;
pub use id::{
    AuditId, CampaignId, CeremonyId, ChallengeId, ContentId, ConversationId, DataExportId, DepositAccountId,
    DocumentId, EventId, Id, IdError, IdKind, JobId, MerchantId, MerchantLogoId, NotificationId, OperatorId,
    PartnerConsentId, PartnerKeyId, PasskeyId, PayeeCheckId, PaymentId, PaymentLinkId, PlanId, PresetId, ProfileId,
    ProposalId, PushDeviceId, QuoteId, RecordingId, SavedAnswerId, SavedCardId, SavedRequisiteId, SeasonId, SessionId,
    StatusLinkId, StepUpId, SupportPictureId, TenantId, TransactionId, UserId, WalletId, WebhookDeliveryId,
    WebhookEndpointId,
};
pub use network::{AddressFamily, Network};
pub use payway::{CodeForm, Payway, PaywayKind};
pub use rate::{Price, Rate, Rounding};
pub use tenant_scoped::{TenantProfile, TenantUser};
pub use test_clock::{AHEAD_MAX, ClockRefusal, TenantClocks, TestClock};
pub use world::{Clock, Ids, ManualClock, Random, SystemClock, World};
