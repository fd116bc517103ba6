//! Creates an order from a firm quote: validates the destination, loads the facts, decides and commits.

use std::sync::Arc;

use identity::CustomerStatus;
use kernel::{Currency, Endpoint, Payway, PaywayKind, PresetId, ProfileId, QuoteId, TenantId, TransactionId};
use ledger::CommitError;

use super::Exchange;
use super::apply::TRIES;
use crate::ExchangeError;
use crate::admission::{OpenFacts, OpenRequest, admit, decide_open};
use crate::payee::PayeeConsent;
use crate::plan::{PlanRun, PlanStep};
use crate::quote::Quote;
use crate::quote::store::StoredQuote;
use crate::rails::CardToken;
use crate::requisite::{Party, Requisite, validate_address, validate_full_name, validate_iban};
use crate::short_reference;
use crate::transaction::{self, Decision, Instructions, Transaction};

/// A destination as typed by the customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequisiteInput {
    /// An address on the chain of the payway.
    Address {
        /// The address or payment link, as typed.
        value: String,
        /// The memo, as typed.
        memo: Option<String>,
    },
    /// A bank account.
    Iban {
        /// The IBAN, as typed.
        value: String,
        /// The account holder's name.
        full_name: String,
        /// The verification of payee, if required.
        payee: Option<PayeeConsent>,
    },
    /// A tokenized card.
    Card {
        /// The acquirer's token.
        card: CardToken,
    },
    /// Another customer, or a person who may become one.
    Customer {
        /// The receiver.
        receiver: Box<Party>,
        /// The payer, as the receiver sees them.
        payer: Box<Party>,
    },
}

/// The inputs of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateOrder {
    /// A firm quote that is neither expired nor used.
    pub quote_id: QuoteId,
    /// The external destination; `None` if the result goes to the balance.
    pub requisite: Option<RequisiteInput>,
    /// The refund address. Only for a payment on a chain, which does not identify its payer.
    pub refund_to: Option<RequisiteInput>,
    /// The customer's verification status and limits.
    pub customer_status: CustomerStatus,
    /// The caller's idempotency key: a retry with the same key and quote returns the same order.
    pub idempotency: Option<String>,
    /// The preset that the order is made from.
    pub preset: Option<PresetId>,
    /// The run of a plan that makes the order. A run makes one order, however often it is attempted.
    pub plan: Option<Arc<PlanStep>>,
    /// The ended transaction of the profile whose payer this order pays back.
    pub refund_of: Option<TransactionId>,
}

impl Exchange {
    /// Validates a destination for `currency` by `payway`, and returns its canonical form.
    ///
    /// # Errors
    /// [`ExchangeError::Requisite`] with the specification's message, or [`ExchangeError::Invalid`] for the wrong kind
    /// of destination.
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

    /// Validates the destination of a quote's result: required for a payway, not permitted for the balance.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_requisite`]; [`ExchangeError::Invalid`] for a missing or superfluous destination.
    pub fn check_sink(
        &self,
        quote: &Quote,
        input: Option<&RequisiteInput>,
    ) -> Result<Option<Requisite>, ExchangeError> {
        match (quote.price.sink, input) {
            (Endpoint::Payway(payway), None) if payway.issues_codes() => Ok(Some(Requisite::Code)),
            (Endpoint::Payway(payway), Some(_)) if payway.issues_codes() => {
                Err(ExchangeError::invalid("requisite", format!("must be left out: {} issues a code", payway.name())))
            }
            (Endpoint::Payway(payway), Some(input)) => {
                self.check_requisite(quote.price.to_currency, payway, input).map(Some)
            }
            (Endpoint::Customer, Some(RequisiteInput::Customer { receiver, .. })) => {
                Ok(Some(Requisite::Customer((**receiver).clone())))
            }
            (Endpoint::Customer, Some(_)) => Err(ExchangeError::invalid("requisite", "must be a customer")),
            (Endpoint::Payway(_) | Endpoint::Customer, None) => {
                Err(ExchangeError::invalid("requisite", "field is required"))
            }
            (Endpoint::Balance | Endpoint::Product(_), None) => Ok(None),
            (Endpoint::Balance | Endpoint::Product(_), Some(_)) => {
                Err(ExchangeError::invalid("requisite", "must be left out: the money stays here"))
            }
        }
    }

    /// Whether the customer may send money to a destination of their choice now.
    pub(super) fn check_payout_hold(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
    ) -> Result<(), ExchangeError> {
        let held = customer_status.payouts_held(self.inner.world.now_for(tenant));
        held.map_or(Ok(()), |until| Err(ExchangeError::PayoutsHeld { until }))
    }

    /// Whether an order may be created now, and its validated destination. Writes nothing but an address that is named
    /// for the first time: the web calls it before the customer confirms.
    ///
    /// # Errors
    /// The errors of [`Exchange::create`], but for the rails.
    pub async fn check_order(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        order: CreateOrder,
    ) -> Result<Option<Requisite>, ExchangeError> {
        let StoredQuote { quote, order: made } = self.stored_quote(tenant, profile, order.quote_id).await?;
        let request = self.request(profile, quote, order)?;
        // A retry of a completed request must return its order, so it is confirmed as it was.
        if made.is_none() {
            self.admitted(tenant, &request).await?;
        }
        Ok(request.requisite)
    }

    /// Creates an order from a firm quote.
    ///
    /// # Errors
    /// A used quote, an invalid requisite, the refusals of [`admit`], or a rail that does not answer.
    pub async fn create(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        order: CreateOrder,
    ) -> Result<Transaction, ExchangeError> {
        let StoredQuote { quote, order: made } = self.stored_quote(tenant, profile, order.quote_id).await?;
        if !self.inner.signer.verify(&quote) {
            return Err(ExchangeError::Internal(format!("quote {} does not carry our signature", quote.id)));
        }
        // Before any check that depends on time or policy: a retry of a completed request must always return its order.
        let id = order_id(quote.id);
        if let Some(body) = made {
            return same_caller(transaction::read(id.uuid(), body)?, profile, order.idempotency.as_deref());
        }
        let request = self.request(profile, quote, order)?;
        let mut turn = None;
        for tries in 0..TRIES {
            if let (1, Some(user)) = (tries, request.customer_status.user) {
                turn = Some(self.inner.turns.take(user).await);
            }
            let mut facts = self.admitted(tenant, &request).await?;
            facts.instructions = self.instructions(tenant, id, &request.quote).await?;
            let now = self.inner.world.now_for(tenant);
            let opened = decide_open(&request, &facts, now).map_err(|refusal| refusal.error)?;
            if let Some(order) = self.open_once(tenant, opened, &request).await? {
                return Ok(order);
            }
        }
        drop(turn);
        Err(ExchangeError::Busy)
    }

    fn request(&self, profile: ProfileId, quote: Quote, order: CreateOrder) -> Result<OpenRequest, ExchangeError> {
        let requisite = self.check_sink(&quote, order.requisite.as_ref())?;
        let refund_to = order.refund_to.map(|input| self.check_refund_address(&quote, &input)).transpose()?;
        let (consent, payer) = match order.requisite {
            Some(RequisiteInput::Iban { payee, .. }) => (payee, None),
            Some(RequisiteInput::Customer { payer, .. }) => (None, Some(*payer)),
            _ => (None, None),
        };
        Ok(OpenRequest {
            id: order_id(quote.id),
            profile,
            quote,
            requisite,
            refund_to,
            consent,
            payer,
            customer_status: order.customer_status,
            client_key: order.idempotency,
            preset: order.preset,
            plan: order.plan,
            refund_of: order.refund_of,
        })
    }

    /// The facts of a movement that may be opened.
    async fn admitted(&self, tenant: TenantId, request: &OpenRequest) -> Result<OpenFacts, ExchangeError> {
        let facts = self.open_facts(tenant, request).await?;
        match admit(request, &facts, self.inner.world.now_for(tenant)) {
            Ok(_) => Ok(facts),
            Err(refusal) => {
                let (customer_status, requisite) = (&request.customer_status, request.requisite.as_ref());
                Err(self.remembered(tenant, customer_status, requisite, refusal).await?)
            }
        }
    }

    /// Commits a new order under the key of its quote, or of its run of a plan: a second request with the same key finds
    /// the first order. `None` if the customer's counter has moved on since the facts were read.
    async fn open_once(
        &self,
        tenant: TenantId,
        opened: Decision,
        request: &OpenRequest,
    ) -> Result<Option<Transaction>, ExchangeError> {
        let client_key = request.client_key.as_deref();
        let key = match request.plan.as_deref().map(PlanStep::run) {
            Some(PlanRun { plan, run }) => format!("plan:{plan}:{run}"),
            None => format!("order:{}", request.quote.id),
        };
        let receipt = match self.commit(tenant, &opened, key, "customer").await {
            Err(CommitFailure::Commit(CommitError::Moved { record, .. })) if record == opened.transaction.id.uuid() => {
                return Err(ExchangeError::QuoteUsed);
            }
            Err(CommitFailure::Commit(CommitError::Moved { .. })) => return Ok(None),
            other => other?,
        };
        let mine = opened.transaction;
        if !receipt.replayed {
            return Ok(Some(mine));
        }
        same_caller(self.find(tenant, mine.id).await?, mine.profile, client_key).map(Some)
    }

    /// The payment instructions, if the source is external. A deposit address is assigned before the order exists, so
    /// that no order lacks one.
    async fn instructions(
        &self,
        tenant: TenantId,
        id: TransactionId,
        quote: &Quote,
    ) -> Result<Option<Instructions>, ExchangeError> {
        let rails = &self.inner.rails;
        let Some(payway) = quote.price.source.payway() else { return Ok(None) };
        Ok(Some(match (payway.kind(), payway.network()) {
            (PaywayKind::Crypto, Some(network)) => {
                let at_least = self.policy(tenant).await?.confirmations.at_least(network);
                let expected = quote.price.from_amount;
                let address = rails.addresses.assign(tenant, id.into(), expected, network, at_least).await?;
                Instructions::Crypto { address, network }
            }
            (PaywayKind::Iban, _) => {
                let details = rails.bank.details(tenant, quote.price.from_currency, &short_reference(id)).await?;
                Instructions::Bank { details }
            }
            (PaywayKind::Code, _) => Instructions::unpaid_code(),
            _ => Instructions::Card { card: None, launch: None, return_url: None },
        }))
    }
}

/// Returns an existing order to the caller who created it.
fn same_caller(first: Transaction, profile: ProfileId, client_key: Option<&str>) -> Result<Transaction, ExchangeError> {
    let same = first.profile == profile && client_key.is_some() && first.client_key.as_deref() == client_key;
    if same { Ok(first) } else { Err(ExchangeError::QuoteUsed) }
}

/// The id of the order of a quote: the same 128 bits. So every attempt to create the order refers to the same id, and
/// its deposit address is assigned once.
#[must_use]
pub fn order_id(quote: QuoteId) -> TransactionId {
    TransactionId::from_uuid(quote.uuid())
}

/// Why a decision was not committed.
pub(crate) enum CommitFailure {
    /// The Journal refused it.
    Commit(CommitError),
    /// The change could not be built.
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
