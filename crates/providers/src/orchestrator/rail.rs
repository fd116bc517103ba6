//! The orchestrator as the acquirer of cards.

use async_trait::async_trait;
use exchange::rails::{
    Acquirer, AuthorizeRequest, CardInput, CardOutcome, CardToken, Initiator, PayoutOutcome, RailError, WalletInput,
    WalletRequest, WalletSession, Webhook,
};
use kernel::{Amount, TenantId, TransactionId};
use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::api::{LONG, SHORT};
use super::disputes::Dispute;
use super::wire::{self, Anything, Common, Payment, Transfer, VaultedCards};
use super::words::{self, RequestError};
use super::{Object, Orchestrator, look, unavailable, wallet_rail};

pub(super) fn invalid(field: &'static str, rule: &str) -> RailError {
    RailError::Invalid { field, rule: rule.to_owned() }
}

/// The error of a request that decides nothing.
pub(super) fn error_of(refused: RequestError) -> RailError {
    unavailable(match refused {
        RequestError::Unclear(reason) => reason,
        RequestError::Refusal(code) => format!("the orchestrator: it answered {code}"),
        RequestError::Exists => "the orchestrator: it knows the object already".to_owned(),
        RequestError::NotFound => "the orchestrator: it does not know the object".to_owned(),
    })
}

/// `visa` or `mastercard`, by the first digits (ISO/IEC 7812).
fn brand(number: &str) -> Option<&'static str> {
    let first = |digits: usize| number.get(..digits).and_then(|text| text.parse::<u32>().ok());
    match (first(1)?, first(2)?, first(4)?) {
        (4, ..) => Some("visa"),
        (_, 51..=55, _) | (_, _, 2221..=2720) => Some("mastercard"),
        _ => None,
    }
}

/// The path of an object.
fn path(object: Object, id: &str) -> String {
    let collection = match object {
        Object::Payment => "payments",
        Object::Refund => "refunds",
        Object::Payout => "payouts",
    };
    format!("{collection}/{id}")
}

/// The outcome of the refund or payout of this amount with this id.
fn outcome_of(transfer: &Transfer, id: &str, amount: Amount) -> PayoutOutcome {
    let ours = transfer.id == id && words::is_of(transfer, amount);
    if ours { words::payout_outcome(transfer) } else { PayoutOutcome::Unknown }
}

impl Orchestrator {
    /// The object with this id, as the acquirer sees it; `None` if no account of the tenant knows it.
    ///
    /// # Errors
    /// [`RailError::Unavailable`] if an account gives no usable answer and no other one knows the object, and if an account
    /// knows the object and cannot ask the acquirer about it.
    pub(super) async fn find<T: DeserializeOwned>(&self, object: Object, id: &str) -> Result<Option<T>, RailError> {
        let mut failed = None;
        for account in self.all() {
            match account.find_here(object, id).await {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(None), Err)
    }

    /// The object with this id; `None` if this account does not know it.
    async fn find_here<T: DeserializeOwned>(&self, object: Object, id: &str) -> Result<Option<T>, RailError> {
        let path = path(object, id);
        match self.0.api.send(Method::GET, &format!("{path}?force_sync=true"), None, LONG).await {
            Ok(found) => return Ok(Some(found)),
            Err(RequestError::NotFound) => {}
            Err(refused) => return Err(error_of(refused)),
        }
        // What does not exist may be the connection to the acquirer, or the profile. This request needs neither.
        match self.0.api.send::<Anything>(Method::GET, &path, None, LONG).await {
            Ok(_) => Err(unavailable("the orchestrator: it cannot ask the acquirer about the object".to_owned())),
            Err(RequestError::NotFound) => Ok(None),
            Err(refused) => Err(error_of(refused)),
        }
    }

    /// A dispute; `None` if no account of the tenant knows one with this id.
    pub(super) async fn find_dispute(&self, id: &str) -> Result<Option<Dispute>, RailError> {
        let mut failed = None;
        for account in self.all() {
            match account.0.api.send(Method::GET, &format!("disputes/{id}"), None, LONG).await {
                Ok(found) => return Ok(Some(found)),
                Err(RequestError::NotFound) => {}
                Err(refused) => failed = failed.or_else(|| Some(error_of(refused))),
            }
        }
        failed.map_or(Ok(None), Err)
    }

    /// The account that has a payment: this one, unless one that it replaced knows it.
    async fn account_of(&self, payment: &str) -> Result<&Self, RailError> {
        if self.1.is_empty() {
            return Ok(self);
        }
        let mut failed = None;
        for account in self.all() {
            match account.find_here::<Anything>(Object::Payment, payment).await {
                Ok(Some(_)) => return Ok(account),
                Ok(None) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(self), Err)
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, RequestError> {
        self.0.api.send(Method::POST, path, Some(body), LONG).await
    }

    /// A fresh token of the card that a customer of the vault has.
    async fn fresh_token(&self, card: &CardToken) -> Result<String, RailError> {
        let found = self.vaulted(card).await?.card();
        found.ok_or_else(|| invalid("card_token", "is not a card of this acquirer"))
    }

    /// Charges a vaulted card under the cardholder's agreement. A request that was made before is looked up.
    async fn charge_again(&self, request: &AuthorizeRequest, id: &str) -> Result<CardOutcome, RailError> {
        let AuthorizeRequest { key, tenant, amount, token: card, .. } = request;
        let Some(mandate) = self.vaulted(card).await?.mandate() else {
            return Err(invalid("card_token", "has no mandate for recurring payments"));
        };
        self.enqueue(*tenant, look::until_final(*tenant, Object::Payment, id, key, *amount)).await?;
        let common = self.common(*tenant, id, key, *amount);
        let body = wire::recurring_payment(&common, &card.token, &mandate);
        match self.post::<Payment>("payments", &body).await {
            Ok(payment) => Ok(self.answered(&payment, id, *amount)),
            // The payment exists; the job looks it up.
            Err(RequestError::Exists) => Ok(CardOutcome::Unknown),
            Err(RequestError::Refusal(code)) => Ok(CardOutcome::Declined { reason: words::decline_of(&code) }),
            Err(refused) => Err(error_of(refused)),
        }
    }

    /// The cards of a customer of the vault.
    async fn vaulted(&self, card: &CardToken) -> Result<VaultedCards, RailError> {
        let unknown = || invalid("card_token", "is not a card of this acquirer");
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if card.token.is_empty() || !card.token.bytes().all(plain) {
            return Err(unknown());
        }
        let path = format!("customers/{}/payment_methods", card.token);
        match self.0.api.send::<VaultedCards>(Method::GET, &path, None, SHORT).await {
            Ok(vault) => Ok(vault),
            Err(RequestError::NotFound) => Err(unknown()),
            Err(refused) => Err(error_of(refused)),
        }
    }

    fn common<'a>(&'a self, tenant: TenantId, id: &'a str, key: &'a str, amount: Amount) -> Common<'a> {
        Common { id, key, tenant, amount, profile: self.0.profile.as_deref() }
    }

    /// The payment exists: a repeated request after a lost answer. One that was never confirmed is confirmed.
    async fn resume(&self, id: &str, amount: Amount, confirmation: &Value) -> Result<CardOutcome, RailError> {
        let Some(found) = self.find::<Payment>(Object::Payment, id).await? else { return Ok(CardOutcome::Unknown) };
        if found.payment_id != id || !words::is_for(&found, amount) {
            return Ok(CardOutcome::Unknown);
        }
        if let Some(outcome) = words::card_outcome(&found, self.0.world.now()) {
            return Ok(outcome);
        }
        match self.post::<Payment>(&format!("payments/{id}/confirm"), confirmation).await {
            Ok(payment) => Ok(self.answered(&payment, id, amount)),
            Err(refused) => Err(error_of(refused)),
        }
    }

    /// The outcome in the answer to a charge.
    fn answered(&self, payment: &Payment, id: &str, amount: Amount) -> CardOutcome {
        let ours = payment.payment_id == id && words::is_for(payment, amount);
        let outcome = words::card_outcome(payment, self.0.world.now()).filter(|_| ours);
        outcome.unwrap_or(CardOutcome::Unknown)
    }

    /// Makes a refund or payout, or finds the one that an earlier request made.
    async fn transfer(
        &self,
        object: Object,
        path: &str,
        common: &Common<'_>,
        body: &Value,
    ) -> Result<PayoutOutcome, RailError> {
        let (id, amount) = (common.id, common.amount);
        let answer = match self.post::<Transfer>(path, body).await {
            Ok(made) => Some(made),
            Err(RequestError::Exists) => self.find(object, id).await?,
            Err(RequestError::Refusal(code)) => {
                return Ok(PayoutOutcome::Rejected { reason: format!("the acquirer says {code}") });
            }
            Err(refused) => return Err(error_of(refused)),
        };
        Ok(answer.map_or(PayoutOutcome::Unknown, |transfer| outcome_of(&transfer, id, amount)))
    }

    /// Refuses a currency that is not configured, before anything is sent.
    pub(super) fn carried(&self, amount: Amount) -> Result<(), RailError> {
        let currency = amount.currency();
        let known = self.0.currencies.contains(&currency);
        known.then_some(()).ok_or_else(|| invalid("currency", &format!("cards are not connected in {currency}")))
    }
}

#[async_trait]
impl Acquirer for Orchestrator {
    /// The token is the id of a customer of the vault that has this card alone.
    async fn tokenize(&self, _tenant: TenantId, card: &CardInput) -> Result<CardToken, RailError> {
        let brand = brand(&card.number).ok_or_else(|| invalid("number", "is no card of Visa or Mastercard"))?;
        let customer = format!("agio_{}", Uuid::from_bytes(self.0.world.random()).as_simple());
        for (path, body) in [("customers", wire::customer(&customer)), ("payment_methods", wire::card(&customer, card))]
        {
            match self.0.api.send::<Anything>(Method::POST, path, Some(&body), SHORT).await {
                Ok(_) => {}
                Err(RequestError::Refusal(_)) if path == "payment_methods" => {
                    return Err(invalid("number", "is not accepted by the acquirer"));
                }
                Err(refused) => return Err(error_of(refused)),
            }
        }
        if let Some(code) = &card.cvv {
            // If the store is full, the charge is made without the code.
            self.0.codes.keep(&customer, code, self.0.world.now());
        }
        let last4 = card.number.get(card.number.len().saturating_sub(4)..).unwrap_or_default().to_owned();
        Ok(CardToken { token: customer, last4, brand: brand.to_owned() })
    }

    /// The vault takes cards alone: the wallet's approval waits for its charge.
    async fn tokenize_wallet(&self, _tenant: TenantId, wallet: &WalletInput) -> Result<CardToken, RailError> {
        self.keep_approval(wallet)
    }

    async fn wallet_sessions(
        &self,
        tenant: TenantId,
        request: &WalletRequest,
    ) -> Result<Vec<WalletSession>, RailError> {
        self.sessions(tenant, request).await
    }

    async fn has_mandate(&self, _tenant: TenantId, card: &CardToken) -> Result<bool, RailError> {
        Ok(self.vaulted(card).await?.mandate().is_some())
    }

    async fn authorize(&self, request: &AuthorizeRequest) -> Result<CardOutcome, RailError> {
        let AuthorizeRequest { key, tenant, amount, token: card, .. } = request;
        self.carried(*amount)?;
        let id = Object::Payment.id(key);
        if request.initiator == Initiator::Merchant {
            return self.charge_again(request, &id).await;
        }
        let is_wallet = wallet_rail::is_of_wallet(card);
        let confirmation = match is_wallet {
            true => self.confirmation_by_wallet(card)?,
            false => wire::confirmation(&self.fresh_token(card).await?),
        };
        // First, so that a crash after the request does not lose the payment.
        self.enqueue(*tenant, look::until_final(*tenant, Object::Payment, &id, key, *amount)).await?;
        let confirmation = wire::with_device(confirmation, request.device.as_ref());
        let confirmation = wire::with_agreement(confirmation, request.agreement.as_ref());
        let code = self.0.codes.take(&card.token, self.0.world.now());
        let once = wire::with_code(confirmation.clone(), code.as_ref().map(|code| code.as_str()));
        let common = self.common(*tenant, &id, key, *amount);
        let customer = (!is_wallet).then_some(card.token.as_str());
        let body = wire::payment(&common, customer, once, request.return_url.as_deref());
        match self.post::<Payment>("payments", &body).await {
            Ok(payment) => Ok(self.answered(&payment, &id, *amount)),
            Err(RequestError::Exists) => self.resume(&id, *amount, &confirmation).await,
            Err(RequestError::Refusal(code)) => Ok(CardOutcome::Declined { reason: words::decline_of(&code) }),
            Err(refused) => Err(error_of(refused)),
        }
    }

    async fn lookup(&self, _tenant: TenantId, key: &str, amount: Amount) -> Result<Option<CardOutcome>, RailError> {
        let id = Object::Payment.id(key);
        let Some(found) = self.find::<Payment>(Object::Payment, &id).await? else { return Ok(None) };
        if found.payment_id != id || !words::is_for(&found, amount) {
            return Ok(Some(CardOutcome::Unknown));
        }
        Ok(words::card_outcome(&found, self.0.world.now()))
    }

    async fn refund(
        &self,
        tenant: TenantId,
        _transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        let id = Object::Refund.id(key);
        let account = self.account_of(reference).await?;
        self.enqueue(tenant, look::until_final(tenant, Object::Refund, &id, key, amount)).await?;
        let common = account.common(tenant, &id, key, amount);
        account.transfer(Object::Refund, "refunds", &common, &wire::refund(&common, reference)).await
    }

    async fn payout(
        &self,
        tenant: TenantId,
        _transaction: TransactionId,
        key: &str,
        card: &CardToken,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        self.carried(amount)?;
        let id = Object::Payout.id(key);
        let token = self.fresh_token(card).await?;
        self.enqueue(tenant, look::until_final(tenant, Object::Payout, &id, key, amount)).await?;
        let common = self.common(tenant, &id, key, amount);
        let body = wire::payout(&common, &card.token, &token);
        self.transfer(Object::Payout, "payouts/create", &common, &body).await
    }

    /// A key belongs to a payout or to a refund, never to both. An account without payouts has refunds.
    async fn lookup_payout(
        &self,
        _tenant: TenantId,
        key: &str,
        amount: Amount,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        let mut failed = None;
        for object in [Object::Payout, Object::Refund] {
            let id = object.id(key);
            match self.find::<Transfer>(object, &id).await {
                Ok(Some(found)) => return Ok(Some(outcome_of(&found, &id, amount))),
                Ok(None) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(None), Err)
    }

    async fn webhook(&self, tenant: TenantId, signature: &str, body: &[u8]) -> Result<Webhook, RailError> {
        self.take_webhook(tenant, signature, body).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_of_the_brand_that_its_number_says() {
        for (number, known) in [
            ("4242424242424242", Some("visa")),
            ("5555555555554444", Some("mastercard")),
            ("2221000000000009", Some("mastercard")),
            ("2720999999999996", Some("mastercard")),
            ("2721000000000004", None),
            ("378282246310005", None),
            ("5600000000000000", None),
            ("", None),
        ] {
            assert_eq!(brand(number), known, "{number}");
        }
    }
}
