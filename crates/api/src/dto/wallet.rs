//! Declarations of external wallets for the travel rule (EU regulation 2023/1113).

use chrono::{DateTime, Utc};
use exchange::beneficiary_wallet as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::{CountryCode, PaywayCode};

coded! {
    /// The owner of a wallet.
    pub type WalletOwner = domain::Owner;

    /// The holder of a wallet's keys.
    pub type WalletHolding = domain::Holding;

    /// Kind of a beneficiary or originator.
    pub type WalletParty = domain::PartyKind;
}

/// Kind of a business identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletCompanyIdKind {
    /// Legal entity identifier (ISO 17442): 20 letters and digits.
    Lei,
    /// Number in a national register.
    Register,
}

/// Official identifier of a business.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletCompanyId {
    /// Kind of the identifier.
    pub kind: WalletCompanyIdKind,
    /// The identifier: an LEI with its check digits, or 2 to 40 letters, digits, spaces and `. - /`.
    #[schema(min_length = 2, max_length = 40, example = "506700GE1G29325QX363")]
    pub value: String,
}

/// Redacted: identifiers of counterparties must not be logged.
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

/// The counterparty: the beneficiary or the originator of a crypto transfer. Stored encrypted and never returned.
#[derive(Clone, Deserialize, ToSchema)]
pub struct WalletBeneficiary {
    /// A person or a business.
    pub party: WalletParty,
    /// Full name; for a business, the registered name.
    #[schema(min_length = 2, max_length = 100)]
    pub name: String,
    /// Country of residence or registration (ISO 3166-1 alpha-2).
    #[schema(value_type = CountryCode, example = "UA")]
    pub country: String,
    /// Official identifier. Required for a business; otherwise omit it.
    #[serde(default)]
    pub company_id: Option<WalletCompanyId>,
}

impl From<WalletBeneficiary> for domain::Beneficiary {
    fn from(who: WalletBeneficiary) -> Self {
        let (country, company_id) = (who.country.parse().ok(), who.company_id.map(Into::into));
        Self { party: who.party.0, name: who.name, country, company_id }
    }
}

/// Declaration of a wallet's owner.
#[derive(Clone, Deserialize, ToSchema)]
pub struct DeclareWallet {
    /// The payway of the address.
    pub payway: PaywayCode,
    /// The address.
    #[schema(max_length = 128)]
    pub address: String,
    /// The owner.
    pub owner: WalletOwner,
    /// The holder of its keys.
    pub holding: WalletHolding,
    /// Name of the service. Required if a service holds the keys; otherwise omit it.
    #[serde(default)]
    #[schema(min_length = 2, max_length = 100)]
    pub service: Option<String>,
    /// The beneficiary. Required if the customer is not the owner; otherwise omit it.
    #[serde(default)]
    pub beneficiary: Option<WalletBeneficiary>,
}

/// A declared wallet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletInfo {
    /// Its id.
    #[schema(example = "wlt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: String,
    /// The blockchain.
    #[schema(example = "litecoin")]
    pub network: String,
    /// The address in canonical form.
    pub address: String,
    /// The owner.
    pub owner: WalletOwner,
    /// The holder of its keys.
    pub holding: WalletHolding,
    /// Name of the service that holds the keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Whether large amounts require a proof of ownership. False if the wallet cannot be proved.
    pub needs_proof: bool,
    /// How wallets of this network name the signing of a message. Absent if ownership cannot be proved; the customer's
    /// declaration is then sufficient for a self-hosted wallet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "signed_message")]
    pub proof_method: Option<String>,
    /// When ownership was last proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved_at: Option<DateTime<Utc>>,
}

impl WalletInfo {
    /// The wallet's state at `now`.
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

impl From<DeclareWallet> for domain::Answers {
    fn from(said: DeclareWallet) -> Self {
        Self {
            owner: said.owner.0,
            holding: said.holding.0,
            service: said.service,
            beneficiary: said.beneficiary.map(Into::into),
        }
    }
}

/// A message to sign with the address's key, as a proof of ownership.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletMessage {
    /// The message. Sign it byte for byte, line feeds included.
    pub message: String,
    /// How wallets of this network name the signing of a message.
    #[schema(example = "signed_message")]
    pub method: String,
    /// When the message expires. Valid once.
    pub expires_at: DateTime<Utc>,
}

/// A proof of ownership.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletSignature {
    /// The signature of the message. Base64 for Bitcoin and Litecoin; hexadecimal for EVM chains and TRON; base58 or
    /// base64 for Solana.
    #[schema(max_length = 256)]
    pub signature: String,
}
