use identity::Standing;
use kernel::{Currency, Endpoint, Payway, PaywayKind, ProfileId, QuoteId, TenantId, TransactionId};
use ledger::CommitError;

use super::Exchange;
use super::allowing::Grounds;
use crate::ExchangeError;
use crate::payee::PayeeConsent;
use crate::quote::Quote;
use crate::quote::store::Kept;
use crate::rails::CardToken;
use crate::requisite::{Party, Requisite, validate_address, validate_full_name, validate_iban};
use crate::short_reference;
use crate::transaction::{self, Asker, Decision, Instructions, NewOrder, Transaction, open};

/// A destination as a person typed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequisiteInput {
    /// An address on the chain of the payway.
    Address {
        /// As typed.
        value: String,
        /// As typed.
        memo: Option<String>,
    },
    /// A bank account.
    Iban {
        /// As typed.
        value: String,
        /// Its owner.
        full_name: String,
        /// The bank's answer that they rest on, where one is needed.
        payee: Option<PayeeConsent>,
    },
    /// A card that was tokenised before.
    Card {
        /// What the acquirer gave for it.
        card: CardToken,
    },
    /// Another customer, or a person who may become one.
    Customer {
        /// Who receives.
        receiver: Box<Party>,
        /// Who pays, as the receiver sees them.
        payer: Box<Party>,
    },
}

/// What an order is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateOrder {
    /// A firm quote, not older than its minute and not used.
    pub quote_id: QuoteId,
    /// Where the result goes outside; `None` where the quote says that it goes to the balance.
    pub requisite: Option<RequisiteInput>,
    /// What is known of the person who orders.
    pub standing: Standing,
    /// The caller's idempotency key: with the same one, the same quote gives the same order again.
    pub idempotency: Option<String>,
}

impl Exchange {
    /// Checks where `currency` shall go by `payway`, and writes it canonically.
    ///
    /// # Errors
    /// [`ExchangeError::Requisite`] in the specification's words, or [`ExchangeError::Invalid`] for the wrong kind.
    pub fn check_requisite(
        &self,
        currency: Currency,
        payway: Payway,
        input: &RequisiteInput,
    ) -> Result<Requisite, ExchangeError> {
        match (payway.kind(), input) {
            (PaywayKind::Crypto, RequisiteInput::Address { value, memo }) => {
                let found = validate_address(self.chain_of(payway), currency, payway, value, memo.as_deref())?;
                Ok(Requisite::Address { value: found.value, memo: found.memo })
            }
            (PaywayKind::Iban, RequisiteInput::Iban { value, full_name, .. }) => {
                let full_name = validate_full_name(full_name)?;
                Ok(Requisite::Iban { value: validate_iban(currency, value)?.value, full_name, payee: None })
            }
            (PaywayKind::Card, RequisiteInput::Card { card }) => Ok(Requisite::Card { card: card.clone() }),
            _ => Err(ExchangeError::invalid("requisite", format!("must be where {} can be sent", payway.name()))),
        }
    }

    /// Checks where the result of a quote shall go: a place outside for a payway, none for the balance.
    ///
    /// # Errors
    /// Those of [`Exchange::check_requisite`]; [`ExchangeError::Invalid`] where a place is missing or too much.
    pub fn check_sink(
        &self,
        quote: &Quote,
        input: Option<&RequisiteInput>,
    ) -> Result<Option<Requisite>, ExchangeError> {
        match (quote.sink, input) {
            (Endpoint::Payway(payway), Some(input)) => self.check_requisite(quote.to_currency, payway, input).map(Some),
            (Endpoint::Customer, Some(RequisiteInput::Customer { receiver, .. })) => {
                Ok(Some(Requisite::Customer((**receiver).clone())))
            }
            (Endpoint::Customer, Some(_)) => Err(ExchangeError::invalid("requisite", "must be a customer")),
            (Endpoint::Payway(_) | Endpoint::Customer, None) => {
                Err(ExchangeError::invalid("requisite", "field is required"))
            }
            (Endpoint::Balance, None) => Ok(None),
            (Endpoint::Balance, Some(_)) => {
                Err(ExchangeError::invalid("requisite", "must be left out: the money goes to the balance"))
            }
        }
    }

    /// Whether anything of this person's may leave for a place that they name now.
    pub(super) fn may_send(&self, standing: &Standing) -> Result<(), ExchangeError> {
        let held = standing.payouts_held(self.inner.world.now());
        held.map_or(Ok(()), |until| Err(ExchangeError::PayoutsHeld { until }))
    }

    /// Makes an order from a firm quote.
    ///
    /// # Errors
    /// [`ExchangeError::PayoutsHeld`], no such quote, an expired or used one, a bad requisite, an account whose owner was not verified, a direction that was closed meanwhile, a rail that does not
    /// answer.
    pub async fn create(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        order: CreateOrder,
    ) -> Result<Transaction, ExchangeError> {
        let Kept { quote, order: made } = self.kept_quote(tenant, profile, order.quote_id).await?;
        if !self.inner.signer.verify(&quote) {
            return Err(ExchangeError::Internal(format!("quote {} does not carry our signature", quote.id)));
        }
        // Before anything that time or policy decides: whoever lost the answer gets it whenever they come back.
        let id = order_id(quote.id);
        #[cfg(feature = "planted-bugs")]
        let (id, quote, made) = if ::store::planted("order-made-anew") {
            let id: TransactionId = self.inner.world.id();
            (id, Quote { id: QuoteId::from_uuid(id.uuid()), ..quote }, None)
        } else {
            (id, quote, made)
        };
        if let Some(body) = made {
            return same_caller(transaction::read(id.uuid(), body)?, profile, order.idempotency.as_deref());
        }
        if order.standing.is_leaving {
            let reason = "the account is being deleted; keep it to make orders again".to_owned();
            return Err(ExchangeError::Refused { reason });
        }
        if !quote.sink.is_balance() {
            self.may_send(&order.standing)?;
        }
        if self.inner.world.now() >= quote.expires_at {
            return Err(ExchangeError::QuoteExpired);
        }
        let policy = self.policy(tenant).await?;
        policy.allows(&quote.direction(), order.standing.residence)?;
        let requisite = match (self.check_sink(&quote, order.requisite.as_ref())?, &order.requisite, quote.sink) {
            (Some(requisite), Some(input), Endpoint::Payway(payway)) => {
                Some(self.verified(tenant, profile, quote.to_currency, payway, requisite, input).await?)
            }
            (requisite, ..) => requisite,
        };
        let payer = match order.requisite {
            Some(RequisiteInput::Customer { receiver, .. }) if receiver.profile == Some(profile) => {
                return Err(ExchangeError::invalid("requisite", "must be another account than the one that pays"));
            }
            Some(RequisiteInput::Customer { payer, .. }) => Some(*payer),
            _ => None,
        };
        // Before limits count it: what cannot be paid must not use them up.
        self.covered(tenant, &quote).await?;
        let grounds = self.take_allowance(tenant, &order.standing, &policy, id, &quote, requisite.as_ref()).await?;
        let instructions = self.instructions(tenant, id, &quote).await?;
        let client_key = order.idempotency;
        let Grounds { travel, sender } = grounds;
        let new =
            NewOrder { id, profile, requisite, travel, sender, payer, instructions, client_key: client_key.clone() };
        let facts = self.plain_facts(tenant, Asker::Owner).await?;
        let opened = open(quote, new, &facts, self.inner.world.now())?;
        self.open_once(tenant, opened, client_key.as_deref()).await
    }

    /// Commits a new order under its quote's key: a second request with the same quote finds the first one's order.
    async fn open_once(
        &self,
        tenant: TenantId,
        opened: Decision,
        client_key: Option<&str>,
    ) -> Result<Transaction, ExchangeError> {
        let key = format!("order:{}", opened.transaction.quote.id);
        let receipt = match self.commit(tenant, &opened, key, "customer").await {
            Err(CommitFailure::Commit(CommitError::Moved { .. })) => return Err(ExchangeError::QuoteUsed),
            other => other?,
        };
        let mine = opened.transaction;
        if !receipt.replayed {
            return Ok(mine);
        }
        same_caller(self.find(tenant, mine.id).await?, mine.profile, client_key)
    }

    /// What the payer needs to know, where somebody pays; a deposit address is assigned before the order exists, so that none is ever without.
    async fn instructions(
        &self,
        tenant: TenantId,
        id: TransactionId,
        quote: &Quote,
    ) -> Result<Option<Instructions>, ExchangeError> {
        let rails = &self.inner.rails;
        let Some(payway) = quote.source.payway() else { return Ok(None) };
        Ok(Some(match (payway.kind(), payway.network()) {
            (PaywayKind::Crypto, Some(network)) => {
                let address = rails.addresses.assign(tenant, id.into(), quote.from_amount, network).await?;
                Instructions::Crypto { address, network }
            }
            (PaywayKind::Iban, _) => {
                let details = rails.bank.details(tenant, quote.from_currency, &short_reference(id)).await?;
                Instructions::Bank { details }
            }
            (PaywayKind::Code, _) => Instructions::Blik { approve_until: None },
            _ => Instructions::Card { card: None, challenge_url: None, return_url: None },
        }))
    }
}

/// An order that was made already, for the caller who made it.
fn same_caller(first: Transaction, profile: ProfileId, client_key: Option<&str>) -> Result<Transaction, ExchangeError> {
    let same = first.profile == profile && client_key.is_some() && first.client_key.as_deref() == client_key;
    if same { Ok(first) } else { Err(ExchangeError::QuoteUsed) }
}

/// A quote makes one order, and both have the same 128 bits. So an attempt that came to nothing (refused, lost, beaten by
/// another one) and the next one mean the same order, and its deposit address is given out once.
pub(super) fn order_id(quote: QuoteId) -> TransactionId {
    TransactionId::from_uuid(quote.uuid())
}

/// Why a decision was not committed.
pub(crate) enum CommitFailure {
    /// The Journal refused.
    Commit(CommitError),
    /// The change could not be made.
    Change(ExchangeError),
}

impl From<CommitFailure> for ExchangeError {
    fn from(failure: CommitFailure) -> Self {
        match failure {
            CommitFailure::Commit(error) => error.into(),
            CommitFailure::Change(error) => error,
        }
    }
}
