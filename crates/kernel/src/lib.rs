//! What money, time and identity are made of here. Pure: no I/O, no async, no floats.
//!
//! Amounts are whole atoms with a currency, rates are exact fractions, and everything that could be
//! ambient (time, ids, randomness) arrives through [`World`], so a decision made from these types can be repeated.

mod amount;
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
pub mod text;
mod world;

pub use amount::{Amount, AmountError, MAX_ATOMS};
pub use country::{Country, UnknownCountry};
pub use currency::{Currency, CurrencyKind, EeaPolicy, UnknownCurrency};
pub use decimal::{DecimalError, format_decimal, parse_decimal};
pub use endpoint::Endpoint;
pub use error_kind::ErrorKind;
pub use fee::{Fee, FeeKind};
pub use id::kinds;
pub use id::{
    AuditId, CeremonyId, ChallengeId, DataExportId, DepositAccountId, EventId, Id, IdError, IdKind, JobId, OperatorId,
    PasskeyId, PayeeCheckId, ProfileId, ProposalId, QuoteId, SessionId, StepUpId, TenantId, TransactionId, UserId,
    WalletId,
};
pub use network::{AddressFamily, Network};
pub use payway::{Payway, PaywayKind};
pub use rate::{Price, Rate, Rounding};
pub use world::{Clock, Ids, ManualClock, Random, SystemClock, World};
