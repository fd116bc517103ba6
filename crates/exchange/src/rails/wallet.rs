//! Wallets that pay with one of their cards: Apple Pay, Google Pay and Samsung Pay.

use kernel::{Amount, TransactionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

kernel::codes! {
    /// A wallet that pays with one of its cards; the specification's wallet pay kinds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum WalletKind {
        /// Apple Pay.
        Apple = "apple",
        /// Google Pay.
        Google = "google",
        /// Samsung Pay.
        Samsung = "samsung",
    }
}

/// A wallet's permission to charge a card once. Never stored and never logged: `Debug` hides it.
#[derive(Clone)]
pub struct WalletInput {
    /// The wallet.
    pub kind: WalletKind,
    /// The wallet's encrypted payment token, as JSON text: `paymentMethodData` of Google Pay, `token` of Apple Pay.
    pub token: String,
}

impl std::fmt::Debug for WalletInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WalletInput(hidden)")
    }
}

/// The payment for which a browser opens a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletRequest {
    /// The order that is paid.
    pub transaction: TransactionId,
    /// The amount.
    pub amount: Amount,
    /// The host of the page, without a port. A wallet admits registered hosts alone.
    pub host: String,
}

/// What a browser needs to open a wallet for one payment. It has no secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletSession {
    /// The wallet.
    pub kind: WalletKind,
    /// The name that the wallet shows beside the amount.
    pub label: String,
    /// The data of the payment method for the browser's `PaymentRequest`, in the wallet's own format.
    pub data: Value,
    /// The merchant session of Apple Pay. It serves one payment and expires after five minutes.
    pub merchant_session: Option<Value>,
}
