//! Payments without an order: their owner, and the movement that holds them.

use kernel::{Amount, Currency, Network, Payway, ProfileId, TenantId, TransactionId};
use ledger::CommitError;

use super::Exchange;
use super::apply::TRIES;
use super::create::CommitFailure;
use crate::ExchangeError;
use crate::admission::Evidence;
use crate::deposit_account::{DepositAccount, references_in, store};
use crate::rails::{BankDetails, DepositAddress, RailEvent, RailEventKind, Target, came_by};
use crate::reference::reference_ending;
use crate::transaction::{
    ActionReason, Admission, Arrival, Asker, Collect, Command, Instructions, Transaction, arrive, event_key, read,
    store as records,
};

/// The most transactions with one of the references in a text that are checked.
const SAME_ENDING_MAX: i64 = 20;

impl Exchange {
    /// Applies the event of a payment without an order. The first event opens its movement.
    pub(super) async fn on_arrival(&self, tenant: TenantId, event: RailEvent) -> Result<(), ExchangeError> {
        let Some(payment) = event.kind.payment() else {
            tracing::error!(
                event = "rail_event.ignored", %tenant, target = %event.target, rail = event.rail,
                "An event of a rail names no order and no payment. Agio ignores it."
            );
            return Ok(());
        };
        let by_name = match self.by_reference(tenant, &event).await? {
            ByReference::Order(order) => {
                let named = RailEvent { target: order.into(), ..event };
                self.apply(tenant, order, Command::Rail(named.clone()), &format!("rail:{}", named.rail)).await?;
                return self.notify_unmatched(tenant, &named).await;
            }
            ByReference::Other => None,
            ByReference::Nothing => self.order_by_amount_and_name(tenant, &event).await?,
        };
        let (fresh, now) = (by_name.unwrap_or_else(|| self.inner.world.id()), self.inner.world.now_for(tenant));
        let mut tx = self.inner.store.tenant(tenant).await?;
        // The first event of the payment decides: when it is reported again, the order no longer waits.
        let id = store::movement_of(tx.conn(), tenant, (&event.rail, payment), fresh, now).await?;
        tx.commit().await?;
        let mut actor = format!("rail:{}", event.rail);
        if by_name == Some(id) {
            actor.push_str(" (matched by amount and name)");
            tracing::info!(
                event = "payment.matched", %tenant, transaction = %id, rail = event.rail,
                "A payment without a reference was matched by amount and name."
            );
        }
        for _ in 0..TRIES {
            let own = RailEvent { target: id.into(), ..event.clone() };
            match self.apply(tenant, id, Command::Rail(own.clone()), &actor).await {
                Err(ExchangeError::NotFound { .. }) => {}
                Ok(_) => return self.notify_unmatched(tenant, &own).await,
                Err(error) => return Err(error),
            }
            if self.open_arrival(tenant, id, &event.target, &own).await? {
                return Ok(());
            }
        }
        Err(ExchangeError::Busy)
    }

    /// What a bank transfer names by its short reference. A text that fits several orders, or an order and a deposit
    /// account, names no order.
    async fn by_reference(&self, tenant: TenantId, event: &RailEvent) -> Result<ByReference, ExchangeError> {
        let (Some(text), Some(amount)) = (event.target.remittance(), amount(event)) else {
            return Ok(ByReference::Other);
        };
        let references = references_in(text);
        let endings: Vec<String> = references.iter().filter_map(|one| reference_ending(one)).collect();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = records::ending_in(tx.conn(), tenant, &endings, SAME_ENDING_MAX).await?;
        let account = store::by_references(tx.conn(), tenant, amount.currency(), &references).await?;
        drop(tx);
        if found.is_empty() && account.is_none() {
            return Ok(ByReference::Nothing);
        }
        let mut fitting = Vec::new();
        for (id, body) in found {
            let order = read(id, body)?;
            let awaits =
                |collect: &Collect| collect.payway == Payway::Iban && collect.expected.currency() == amount.currency();
            if !order.is_arrival() && order.parent.is_none() && order.collect().is_some_and(awaits) {
                fitting.push(order.id);
            }
        }
        let only = fitting.pop().filter(|_| fitting.is_empty() && account.is_none());
        Ok(only.map_or(ByReference::Other, ByReference::Order))
    }

    /// Opens the movement of a payment; false if a concurrent call has opened it.
    async fn open_arrival(
        &self,
        tenant: TenantId,
        id: TransactionId,
        target: &Target,
        event: &RailEvent,
    ) -> Result<bool, ExchangeError> {
        // A payment that is reversed before its first event needs no movement.
        let Some(amount) = amount(event) else { return Ok(true) };
        let arrival = match self.account_of(tenant, target, amount.currency()).await? {
            Some((account, is_open)) => {
                let arrival = of_account(id, account, (&event.rail, amount.currency()));
                if is_open {
                    arrival
                } else {
                    Arrival { owner: platform_profile(tenant), is_matched: false, ..arrival }
                }
            }
            None => self.unidentified(tenant, id, (target, &event.rail), amount.currency()).await?,
        };
        let mut facts = self.plain_facts(tenant, Asker::System).await?;
        let now = self.inner.world.now_for(tenant);
        let Some(mut opened) = arrive(arrival.clone(), event, &facts, now)? else { return Ok(true) };
        if is_credit(event) && arrival.is_matched {
            facts.admission = self.admission(tenant, &opened.transaction).await?;
            opened = arrive(arrival, event, &facts, now)?.unwrap_or(opened);
        }
        match self.commit(tenant, &opened, event_key(event), &format!("rail:{}", event.rail)).await {
            Ok(_) => Ok(true),
            Err(CommitFailure::Commit(CommitError::Moved { .. })) => Ok(false),
            Err(failure) => Err(failure.into()),
        }
    }

    /// The deposit account that received a payment in this currency, and whether its owner still exists.
    async fn account_of(
        &self,
        tenant: TenantId,
        target: &Target,
        currency: Currency,
    ) -> Result<Option<(DepositAccount, bool)>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = match target {
            Target::Order(_) | Target::Address { .. } | Target::Nobody(_) => None,
            Target::Account(id) => store::by_id(tx.conn(), tenant, *id).await?,
            Target::Reference(text) | Target::Transfer { text, .. } => {
                store::by_references(tx.conn(), tenant, currency, &references_in(text)).await?
            }
        };
        let Some(account) = found else { return Ok(None) };
        let is_open = store::is_open(tx.conn(), tenant, &account).await?;
        Ok(Some((account, is_open)))
    }

    /// An unidentified bank transfer or payment of coins: the platform holds it until an operator assigns it.
    async fn unidentified(
        &self,
        tenant: TenantId,
        id: TransactionId,
        (target, rail): (&Target, &str),
        currency: Currency,
    ) -> Result<Arrival, ExchangeError> {
        if let Some(arrival) = of_shared_address(id, platform_profile(tenant), (target, rail), currency)? {
            return Ok(arrival);
        }
        let written = match target {
            Target::Reference(text) | Target::Transfer { text, .. } | Target::Nobody(text) => text.clone(),
            Target::Order(_) | Target::Account(_) | Target::Address { .. } => target.to_string(),
        };
        let known = self.inner.rails.bank.details(tenant, currency, &written).await;
        // The details are for operators only; no booking depends on them.
        let unknown = |_| BankDetails {
            iban: String::new(),
            bic: String::new(),
            beneficiary: String::new(),
            reference: written.clone(),
        };
        let details = known.unwrap_or_else(unknown);
        let (owner, instructions) = (platform_profile(tenant), Instructions::Bank { details });
        Ok(Arrival { id, owner, is_matched: false, payway: Payway::Iban, instructions })
    }

    /// Whether a deposit without an order can be credited at once, and what the credit counts against its owner's limits.
    pub(super) async fn admission(&self, tenant: TenantId, arrived: &Transaction) -> Result<Admission, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let user = store::user_of(tx.conn(), tenant, arrived.profile).await?;
        drop(tx);
        let Some(user) = user else { return Ok(Admission::default()) };
        let customer_status = identity::customer_status_of(&self.inner.store, tenant, user).await;
        let customer_status = customer_status.map_err(|error| ExchangeError::Internal(error.to_string()))?;
        let Some(customer_status) = customer_status else { return Ok(Admission::default()) };
        let policy = self.policy(tenant).await?;
        let held = |reason| Ok(Admission { held: Some(reason), ..Admission::default() });
        if let Some(reason) = misdirected_reason(arrived) {
            return held(reason);
        }
        let evidence = self.evidence(tenant, &policy, &customer_status, arrived).await.map_err(|refusal| refusal.error);
        // As opposed to prices that are all outdated, which the next ones replace.
        let is_unpriced = || {
            let currency = arrived.price.from_currency;
            self.prices_under(&policy).is_ok_and(|prices| prices.price(currency).is_err())
        };
        match evidence {
            Ok(Evidence { sender, counted, .. }) => Ok(Admission { held: None, sender, counted }),
            Err(ExchangeError::SenderUnknown { .. }) => held(ActionReason::SenderUnknown),
            // An amount without a euro price cannot be counted. The owner decides, because a retry of the event would
            // never succeed.
            Err(ExchangeError::Limit(_) | ExchangeError::TooMany { .. } | ExchangeError::Internal(_)) => {
                held(ActionReason::OutOfLimits)
            }
            Err(ExchangeError::Rates(_)) if is_unpriced() => held(ActionReason::OutOfLimits),
            Err(error) => Err(error),
        }
    }
}

/// What the text of a bank transfer names.
enum ByReference {
    /// One order.
    Order(TransactionId),
    /// A deposit account, several of ours, or a payment of another kind.
    Other,
    /// Nothing of the tenant.
    Nothing,
}

/// The profile that holds unidentified money.
const fn platform_profile(tenant: TenantId) -> ProfileId {
    ProfileId::from_uuid(tenant.uuid())
}

/// A payment to a customer's account, which came by `rail`.
fn of_account(id: TransactionId, account: DepositAccount, (rail, currency): (&str, Currency)) -> Arrival {
    let network = account.payway.network().map(|given| rail.parse().unwrap_or(given));
    let payway = came_by(account.payway, network, currency);
    Arrival { id, owner: account.profile, is_matched: true, payway, instructions: account.instructions }
}

/// Why the owner of a permanent address must say what happens with coins that were sent in another way than to it.
fn misdirected_reason(arrived: &Transaction) -> Option<ActionReason> {
    let Some(Collect { payway, instructions: Instructions::Crypto { network, .. }, .. }) = arrived.collect() else {
        return None;
    };
    (payway.network() != Some(*network)).then_some(ActionReason::WrongNetwork)
}

/// A payment to an address that payers share, without the memo of an owner; `None` for other targets.
fn of_shared_address(
    id: TransactionId,
    owner: ProfileId,
    (target, rail): (&Target, &str),
    currency: Currency,
) -> Result<Option<Arrival>, ExchangeError> {
    let Target::Address { address, memo } = target else { return Ok(None) };
    let unknown = || ExchangeError::Internal(format!("{currency} came on the unknown network {rail:?}"));
    let network: Network = rail.parse().map_err(|_| unknown())?;
    let payway = currency.payway_on(network).ok_or_else(unknown)?;
    let address = DepositAddress { address: address.clone(), memo: memo.clone(), confirmations_required: 0 };
    let instructions = Instructions::Crypto { address, network };
    Ok(Some(Arrival { id, owner, is_matched: false, payway, instructions }))
}

/// The amount of the event; `None` for a reversal.
const fn amount(event: &RailEvent) -> Option<Amount> {
    match event.kind {
        RailEventKind::Seen { amount, .. } | RailEventKind::Credited { amount, .. } => Some(amount),
        _ => None,
    }
}

/// Whether the event credits a payment.
pub(super) const fn is_credit(event: &RailEvent) -> bool {
    matches!(event.kind, RailEventKind::Credited { .. })
}
