//! Wallets of browsers at the orchestrator: a session for a payment, and the approval that waits for its charge.
//!
//! A session needs a payment. It gets one of its own that is never confirmed and expires by itself, so that the charge
//! creates its payment as every other charge does. The approval waits in memory alone.

use exchange::rails::{CardToken, RailError, WalletInput, WalletRequest, WalletSession};
use reqwest::Method;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::api::SHORT;
use super::rail::{error_of, invalid};
use super::words::RequestError;
use super::{Orchestrator, session_id, wallets, wire};

/// The beginning of the tokens of wallet payments; no customer of the vault has such an id.
const TOKEN_PREFIX: &str = "wallet_";

/// A payment for sessions.
#[derive(Deserialize)]
struct SessionPayment {
    client_secret: String,
}

/// The sessions of a payment (schema `PaymentsSessionResponse`).
#[derive(Deserialize)]
struct Sessions {
    session_token: Vec<Value>,
}

/// Whether a token is of a wallet's approval.
pub(super) fn is_of_wallet(card: &CardToken) -> bool {
    card.token.starts_with(TOKEN_PREFIX)
}

impl Orchestrator {
    /// The sessions of the wallets that a browser can open for this payment. Empty without a publishable key.
    pub(super) async fn sessions(
        &self,
        tenant: kernel::TenantId,
        request: &WalletRequest,
    ) -> Result<Vec<WalletSession>, RailError> {
        let WalletRequest { transaction, amount, host } = request;
        let Some(public_key) = self.0.api.publishable_key() else { return Ok(Vec::new()) };
        self.carried(*amount)?;
        let id = session_id(&format!("{tenant}:{transaction}"));
        let body = wire::session_payment(&id, *amount, self.0.profile.as_deref());
        let made = match self.0.api.send::<SessionPayment>(Method::POST, "payments", Some(&body), SHORT).await {
            Err(RequestError::Exists) => self.0.api.send(Method::GET, &format!("payments/{id}"), None, SHORT).await,
            made => made,
        };
        let SessionPayment { client_secret } = made.map_err(error_of)?;
        let body = wire::session_request(&id, &client_secret);
        let found = self.0.api.send_publicly::<Sessions>("payments/session_tokens", &body, host).await;
        let Sessions { session_token } = found.map_err(error_of)?;
        let environment = wallets::environment(public_key);
        Ok(session_token.iter().filter_map(|token| wallets::session(token, environment)).collect())
    }

    /// Keeps a wallet's approval for the charge that follows.
    pub(super) fn keep_approval(&self, input: &WalletInput) -> Result<CardToken, RailError> {
        if self.0.api.publishable_key().is_none() {
            return Err(invalid("token", "is of a wallet, which is not connected"));
        }
        let approval = wallets::approval(input).map_err(|rule| invalid("token", rule))?;
        let token = format!("{TOKEN_PREFIX}{}", Uuid::from_bytes(self.0.world.random()).as_simple());
        let data = serde_json::json!({ "kind": wallets::name(input.kind), "data": approval.data }).to_string();
        if !self.0.approvals.keep(&token, &data, self.0.world.now()) {
            let reason = "the orchestrator: too many approvals of wallets wait for their charge".to_owned();
            return Err(super::unavailable(reason));
        }
        Ok(CardToken { token, last4: approval.last4, brand: approval.brand.to_owned() })
    }

    /// The confirmation of a payment by a wallet: the fields of the payment method.
    ///
    /// # Errors
    /// [`RailError::Invalid`] if the approval was forgotten.
    pub(super) fn confirmation_by_wallet(&self, card: &CardToken) -> Result<Value, RailError> {
        let forgotten = || invalid("card_token", "The approval of the wallet has expired. Approve the payment again.");
        let kept = self.0.approvals.read(&card.token, self.0.world.now()).ok_or_else(forgotten)?;
        let kept: Value = serde_json::from_str(&kept).map_err(|_| forgotten())?;
        Ok(wire::wallet_confirmation(&kept["kind"], &kept["data"]))
    }
}
