//! Declared wallets of a customer, for operators with access to personal data.

use chrono::{DateTime, Utc};
use exchange::beneficiary_wallet::{Beneficiary, DeclaredWallet};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::wallet::{WalletCompanyId, WalletHolding, WalletOwner, WalletParty};

/// The counterparty: the beneficiary or the originator of a crypto transfer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BeneficiaryView {
    /// A person or a business.
    party: WalletParty,
    /// Full name.
    name: String,
    /// Country of residence or registration. Absent in declarations made before this field existed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "UA")]
    country: Option<String>,
    /// Official identifier of a business. Absent in declarations made before this field existed.
    #[serde(skip_serializing_if = "Option::is_none")]
    company_id: Option<WalletCompanyId>,
}

/// A declared wallet (travel rule).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BeneficiaryWalletView {
    /// Id of the wallet. Transactions that rely on the declaration refer to it.
    id: String,
    /// The blockchain.
    #[schema(example = "litecoin")]
    network: String,
    /// The address in canonical form.
    address: String,
    /// The owner.
    owner: WalletOwner,
    /// The holder of its keys.
    holding: WalletHolding,
    /// Name of the service that holds the keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<String>,
    /// The beneficiary, if the customer is not the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    beneficiary: Option<BeneficiaryView>,
    /// Whether ownership of such an address can be proved. If not, the customer's declaration is sufficient for a
    /// self-hosted wallet.
    provable: bool,
    /// Time of the declaration.
    declared_at: DateTime<Utc>,
    /// When ownership was last proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_at: Option<DateTime<Utc>>,
}

impl From<Beneficiary> for BeneficiaryView {
    fn from(who: Beneficiary) -> Self {
        Self {
            party: who.party.into(),
            name: who.name,
            country: who.country.map(|country| country.to_string()),
            company_id: who.company_id.map(Into::into),
        }
    }
}

impl From<DeclaredWallet> for BeneficiaryWalletView {
    fn from(DeclaredWallet { wallet, beneficiary }: DeclaredWallet) -> Self {
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
