//! Declared originators of incoming crypto, for operators with access to personal data.

use chrono::{DateTime, Utc};
use exchange::originator::DeclaredOriginator;
use serde::Serialize;
use utoipa::ToSchema;

use super::wallets::BeneficiaryView;
use crate::dto::wallet::{WalletHolding, WalletOwner};

/// A declared originator of incoming crypto (travel rule).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OriginatorView {
    /// The transaction that it was used for. Absent while the declaration is unused.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<String>,
    /// Whether the customer is the originator.
    owner: WalletOwner,
    /// The holder of the sending wallet's keys.
    holding: WalletHolding,
    /// Name of the service that holds the keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<String>,
    /// The originator, if it is not the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    originator: Option<BeneficiaryView>,
    /// Time of the declaration.
    declared_at: DateTime<Utc>,
}

impl From<DeclaredOriginator> for OriginatorView {
    fn from(
        DeclaredOriginator { transaction, owner, holding, service, originator, declared_at }: DeclaredOriginator,
    ) -> Self {
        Self {
            transaction_id: transaction.map(|id| id.to_string()),
            owner: owner.into(),
            holding: holding.into(),
            service,
            originator: originator.map(Into::into),
            declared_at,
        }
    }
}
