//! Wallets that a browser opens for a card payment.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::order::WalletPayKind;

/// What a browser needs to open a wallet with its Payment Request API.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletSession {
    /// The wallet.
    pub kind: WalletPayKind,
    /// Name that the wallet shows beside the amount.
    #[schema(example = "East Exchange")]
    pub label: String,
    /// Data of the payment method, in the wallet's own format.
    #[schema(value_type = Object)]
    pub data: Value,
    /// Merchant session of Apple Pay. It serves one payment and expires after five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub merchant_session: Option<Value>,
}

/// The wallets that can pay an order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WalletSessions {
    /// The wallets. Empty if the acquirer takes none, or if the order does not wait for a card.
    pub data: Vec<WalletSession>,
}
