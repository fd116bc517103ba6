//! Addresses outside that a person has spoken of.

use chrono::{DateTime, Utc};
use exchange::wallet as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CountryCode, PaywayCode};

/// Whose a wallet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletOwner {
    /// The customer's own.
    Own,
    /// Somebody else's.
    Other,
}

impl From<domain::Owner> for WalletOwner {
    fn from(owner: domain::Owner) -> Self {
        match owner {
            domain::Owner::Own => Self::Own,
            domain::Owner::Other => Self::Other,
        }
    }
}

/// Who holds its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletHolding {
    /// An exchange or another service.
    Service,
    /// The owner alone.
    SelfHosted,
}

impl From<domain::Holding> for WalletHolding {
    fn from(holding: domain::Holding) -> Self {
        match holding {
            domain::Holding::Service => Self::Service,
            domain::Holding::SelfHosted => Self::SelfHosted,
        }
    }
}

/// What kind of party a beneficiary is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletParty {
    /// A person.
    Person,
    /// A business.
    Business,
}

impl From<domain::Party> for WalletParty {
    fn from(party: domain::Party) -> Self {
        match party {
            domain::Party::Person => Self::Person,
            domain::Party::Business => Self::Business,
        }
    }
}

/// Which identifier of a business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletCompanyIdKind {
    /// Its legal entity identifier (ISO 17442): 20 letters and digits.
    Lei,
    /// Its number in the register of its country.
    Register,
}

/// What a business is known by to the authorities.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletCompanyId {
    /// Which identifier.
    pub kind: WalletCompanyIdKind,
    /// The identifier: an LEI with its check digits, or 2 to 40 letters, digits, spaces and `. - /`.
    #[schema(min_length = 2, max_length = 40, example = "506700GE1G29325QX363")]
    pub value: String,
}

/// Identifiers of who receives coins belong in no log.
impl std::fmt::Debug for WalletCompanyId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WalletCompanyId({:?})", self.kind)
    }
}

impl From<domain::CompanyId> for WalletCompanyId {
    fn from(id: domain::CompanyId) -> Self {
        let (kind, value) = match id {
            domain::CompanyId::Lei(value) => (WalletCompanyIdKind::Lei, value),
            domain::CompanyId::Register(value) => (WalletCompanyIdKind::Register, value),
        };
        Self { kind, value }
    }
}

impl From<WalletCompanyId> for domain::CompanyId {
    fn from(id: WalletCompanyId) -> Self {
        match id.kind {
            WalletCompanyIdKind::Lei => Self::Lei(id.value),
            WalletCompanyIdKind::Register => Self::Register(id.value),
        }
    }
}

/// Somebody else at the other end: who receives the coins, or who sends them. Kept sealed, and never sent back.
#[derive(Clone, Deserialize, ToSchema)]
pub struct WalletBeneficiary {
    /// A person or a business.
    pub party: WalletParty,
    /// Their full name; of a business that in the register.
    #[schema(min_length = 2, max_length = 100)]
    pub name: String,
    /// Where the person lives or the business is registered: ISO 3166-1 alpha-2.
    #[schema(value_type = CountryCode, example = "UA")]
    pub country: String,
    /// What a business is known by; needed of one, and of nobody else.
    #[serde(default)]
    pub company_id: Option<WalletCompanyId>,
}

impl From<WalletBeneficiary> for domain::Beneficiary {
    fn from(who: WalletBeneficiary) -> Self {
        let party = match who.party {
            WalletParty::Person => domain::Party::Person,
            WalletParty::Business => domain::Party::Business,
        };
        let (country, company_id) = (who.country.parse().ok(), who.company_id.map(Into::into));
        Self { party, name: who.name, country, company_id }
    }
}

/// What a customer says of an address.
#[derive(Clone, Deserialize, ToSchema)]
pub struct DeclareWallet {
    /// How coins go there.
    pub payway: PaywayCode,
    /// The address.
    #[schema(max_length = 128)]
    pub address: String,
    /// Whose it is.
    pub owner: WalletOwner,
    /// Who holds its keys.
    pub holding: WalletHolding,
    /// The name of the service; needed where one holds it, and only there.
    #[serde(default)]
    #[schema(min_length = 2, max_length = 100)]
    pub service: Option<String>,
    /// Who receives the coins; needed where it is somebody else, and only there.
    #[serde(default)]
    pub beneficiary: Option<WalletBeneficiary>,
}

/// An address, and what was said of it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletInfo {
    /// Its id.
    #[schema(example = "wlt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// The chain.
    #[schema(example = "litecoin")]
    pub network: String,
    /// In canonical writing.
    pub address: String,
    /// Whose it is.
    pub owner: WalletOwner,
    /// Who holds its keys.
    pub holding: WalletHolding,
    /// The name of the service that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Whether a large amount goes there only after a proof. False where there is no way to prove it.
    pub needs_proof: bool,
    /// How it is proved: what wallets of the network call signing a message. Absent where there is no way: of an own one with
    /// own keys their word is taken then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "signed_message")]
    pub proof_method: Option<String>,
    /// When it was last proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved_at: Option<DateTime<Utc>>,
}

impl WalletInfo {
    /// The wallet as it stands now.
    #[must_use]
    pub fn of(wallet: &domain::Wallet, now: DateTime<Utc>) -> Self {
        Self {
            id: wallet.id.to_string(),
            network: wallet.network.code().to_owned(),
            address: wallet.address.clone(),
            owner: wallet.owner.into(),
            holding: wallet.holding.into(),
            service: wallet.service.clone(),
            needs_proof: wallet.needs_proof(now),
            proof_method: wallet.method().map(str::to_owned),
            proved_at: wallet.proved_at,
        }
    }
}

impl From<WalletOwner> for domain::Owner {
    fn from(owner: WalletOwner) -> Self {
        match owner {
            WalletOwner::Own => Self::Own,
            WalletOwner::Other => Self::Other,
        }
    }
}

impl From<WalletHolding> for domain::Holding {
    fn from(holding: WalletHolding) -> Self {
        match holding {
            WalletHolding::Service => Self::Service,
            WalletHolding::SelfHosted => Self::SelfHosted,
        }
    }
}

impl From<DeclareWallet> for domain::Answers {
    fn from(said: DeclareWallet) -> Self {
        Self {
            owner: said.owner.into(),
            holding: said.holding.into(),
            service: said.service,
            beneficiary: said.beneficiary.map(Into::into),
        }
    }
}

/// A message to be signed with the key of the address.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletMessage {
    /// Byte for byte, line feeds included.
    pub message: String,
    /// What wallets of the network call signing it.
    #[schema(example = "signed_message")]
    pub method: String,
    /// Until when it serves; it serves once.
    pub expires_at: DateTime<Utc>,
}

/// The signature over the message.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletSignature {
    /// Base64 for Bitcoin and Litecoin, hexadecimal for Ethereum and its like and TRON, base58 or base64 for Solana.
    #[schema(max_length = 256)]
    pub signature: String,
}
