//! What a customer has said of addresses outside, for who may see all of it.

use chrono::{DateTime, Utc};
use exchange::wallet::{Beneficiary, Told};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::wallet::{WalletCompanyId, WalletHolding, WalletOwner, WalletParty};

/// Somebody else at the other end: who receives the coins at an address, or who sends them.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ToldBeneficiary {
    /// A person or a business.
    party: WalletParty,
    /// Their name.
    name: String,
    /// Where the person lives or the business is registered. Absent where it was said before this was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "UA")]
    country: Option<String>,
    /// What the business is known by. Absent where it was said before this was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    company_id: Option<WalletCompanyId>,
}

/// What a customer has said of an address, for the travel rule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ToldWallet {
    /// Its id; a transaction that rests on it names it.
    id: String,
    /// The chain.
    #[schema(example = "litecoin")]
    network: String,
    /// In canonical writing.
    address: String,
    /// Whose it is.
    owner: WalletOwner,
    /// Who holds its keys.
    holding: WalletHolding,
    /// The name of the service that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<String>,
    /// Who receives the coins, where it is somebody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    beneficiary: Option<ToldBeneficiary>,
    /// Whether there is a way to prove an address of this kind; an own one without is on their word alone.
    provable: bool,
    /// When they said so.
    declared_at: DateTime<Utc>,
    /// When they last proved that it is theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_at: Option<DateTime<Utc>>,
}

impl From<Beneficiary> for ToldBeneficiary {
    fn from(who: Beneficiary) -> Self {
        Self {
            party: who.party.into(),
            name: who.name,
            country: who.country.map(|country| country.to_string()),
            company_id: who.company_id.map(Into::into),
        }
    }
}

impl From<Told> for ToldWallet {
    fn from(Told { wallet, beneficiary }: Told) -> Self {
        Self {
            provable: wallet.method().is_some(),
            id: wallet.id.to_string(),
            network: wallet.network.code().to_owned(),
            address: wallet.address,
            owner: wallet.owner.into(),
            holding: wallet.holding.into(),
            service: wallet.service,
            beneficiary: beneficiary.map(Into::into),
            declared_at: wallet.declared_at,
            proved_at: wallet.proved_at,
        }
    }
}
