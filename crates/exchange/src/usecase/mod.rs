//! The use cases: load, decide, commit.

mod admitting;
mod amount_and_name;
mod apply;
mod arrivals;
mod closure_port;
mod connection_pauses;
mod counts;
mod create;
mod data_export;
mod deposit_accounts;
mod expire_now;
mod history;
mod limits;
mod listing;
mod mandates;
mod new_cards;
mod order_drafts;
mod originators;
mod payees;
mod payment_claims;
mod payout_codes;
mod payway_pauses;
mod plan_charges;
mod plans;
mod policies;
mod policy_versions;
mod presets;
mod promoting;
mod publishing;
mod quoting;
mod quoting_pauses;
mod rate_board;
mod reading;
mod refunds;
mod resolving;
mod routes;
mod saved_cards;
mod saved_requisites;
mod spending;
mod statement;
mod status_links;
mod transfers;
mod turns;
mod wallets;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use identity::Envelope;
use kernel::{Amount, ErrorKind, Payway, World};
use ledger::{CommitError, Journal};
use store::batch::Batcher;
use store::{Store, StoreError};

pub use create::{CreateOrder, RequisiteInput, order_id};
pub use history::ValuePoint;
pub use payees::PayeeQuestion;
pub use payment_claims::PaymentClaim;
pub use policies::{open_policy, publish_policy, seed_demo, with_travel_rule};
pub use policy_versions::ComparedVersion;
pub use publishing::{PolicyPreview, append_policy, next_policy, policy_change, policy_in_force};
pub use quoting::DirectionLimits;
pub use reading::{Page, open_reviews};
pub use routes::RouteRequest;
pub use statement::{Statement, StatementLine, StatementRequest};
pub use wallets::WalletChallenge;

use crate::ExchangeError;
use crate::pause_cache::PauseCache;
use crate::payway_pause::PaywayPause;
use crate::policy;
use crate::promotion::Promotions;
use crate::quote::{QuoteSigner, batcher};
use crate::quoting_pause::QuotingPause;
use crate::rails::{Acquirer, AddressBook, Bank, CodeService, Connections};
use crate::rates::{Markets, PriceBook};
use crate::requisite::{ChainKind, ChainKinds};

/// The rails of a deployment.
#[derive(Clone)]
pub struct Rails {
    /// Cards.
    pub acquirer: Arc<dyn Acquirer>,
    /// Bank transfers.
    pub bank: Arc<dyn Bank>,
    /// Other services: BLIK, Mono, WhiteBIT, Bybit Pay.
    pub codes: Arc<dyn CodeService>,
    /// Chains.
    pub addresses: Arc<dyn AddressBook>,
    /// The connections of each tenant.
    pub connections: Arc<dyn Connections>,
}

/// The dependencies of the exchange.
pub struct ExchangeParts {
    /// The database.
    pub store: Store,
    /// Time, ids, randomness.
    pub world: World,
    /// The ledger's journal.
    pub journal: Journal,
    /// The prices of each kind of tenant.
    pub markets: Markets,
    /// Signs firm quotes.
    pub signer: QuoteSigner,
    /// The kind of chain of each network, for address validation.
    pub chains: ChainKinds,
    /// The rails.
    pub rails: Rails,
    /// The campaigns of promo codes.
    pub promotions: Arc<dyn Promotions>,
    /// Encrypts codes that are paid out.
    pub envelope: Envelope,
}

/// The exchange. Cheap to clone.
#[derive(Clone)]
pub struct Exchange {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub store: Store,
    pub world: World,
    pub journal: Journal,
    pub markets: Markets,
    pub policies: policy::Cache,
    pub pauses: PauseCache<QuotingPause>,
    pub payway_pauses: PauseCache<PaywayPause>,
    pub signer: QuoteSigner,
    /// The prices of a day ago by their market, for one minute.
    pub yesterday: Mutex<BTreeMap<String, Arc<PriceBook>>>,
    pub keep_quotes: Batcher<batcher::Keep>,
    pub find_quotes: Batcher<batcher::Find>,
    turns: turns::Turns,
    pub chains: ChainKinds,
    pub rails: Rails,
    pub promotions: Arc<dyn Promotions>,
    pub envelope: Envelope,
}

impl Exchange {
    /// Builds the exchange. Background work starts only with [`Exchange::handlers`] and [`Exchange::schedules`].
    #[must_use]
    pub fn new(parts: ExchangeParts) -> Self {
        let ExchangeParts { store, world, journal, markets, signer, chains, rails, promotions, envelope } = parts;
        let inner = Inner {
            policies: policy::Cache::default(),
            pauses: PauseCache::default(),
            payway_pauses: PauseCache::default(),
            yesterday: Mutex::default(),
            keep_quotes: Batcher::new(batcher::Keep { store: store.clone() }),
            find_quotes: Batcher::new(batcher::Find { store: store.clone() }),
            turns: turns::Turns::default(),
            store,
            world,
            journal,
            markets,
            signer,
            chains,
            rails,
            promotions,
            envelope,
        };
        Self { inner: Arc::new(inner) }
    }

    /// The signer of quotes.
    #[must_use]
    pub fn signer(&self) -> &QuoteSigner {
        &self.inner.signer
    }

    /// The kind of chain for the addresses of a payway: that of the connected node.
    #[must_use]
    pub fn chain_of(&self, payway: Payway) -> ChainKind {
        self.inner.chains.of(payway)
    }
}

impl From<StoreError> for ExchangeError {
    fn from(error: StoreError) -> Self {
        if error.kind() == ErrorKind::Unavailable {
            return Self::Unavailable { what: "the database".to_owned() };
        }
        Self::Internal(error.to_string())
    }
}

impl From<CommitError> for ExchangeError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Moved { .. } | CommitError::Overloaded => Self::Busy,
            CommitError::Insufficient { account, needed, available } => {
                // The balance of a platform account is not disclosed.
                let is_own = account.book == ledger::Book::Customer;
                let available = if is_own { available } else { Amount::zero(needed.currency()) };
                Self::InsufficientBalance { needed, available }
            }
            CommitError::Unavailable => Self::Unavailable { what: "the ledger".to_owned() },
            CommitError::Invalid(rule) => Self::Internal(rule.to_string()),
        }
    }
}

impl From<crate::rails::RailError> for ExchangeError {
    fn from(error: crate::rails::RailError) -> Self {
        match error {
            crate::rails::RailError::Invalid { field, rule } => Self::Invalid { field, rule },
            crate::rails::RailError::Unavailable { rail, .. } => Self::Unavailable { what: format!("the {rail} rail") },
        }
    }
}
