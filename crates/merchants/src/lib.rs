//! Merchants: profiles that take payments of people who need no account.
//!
//! [`Merchants`] is the entry point. A payment says what a merchant asks for. Its money is an ordinary movement of the
//! exchange into the merchant's balance (PAYIN or PAYIN_CONVERT), opened by a firm quote; this crate moves none. Errors
//! are [`exchange::ExchangeError`].

mod attempt;
mod event;
mod job;
mod link;
mod logo;
mod merchant;
mod overview;
mod payment;
mod refund;
mod refunding;
mod shared_link;
mod state;
mod stop;
mod token;

use std::sync::Arc;

use ::store::{JobHandler, Schedule, Store};
use chrono::TimeDelta;
use exchange::Exchange;
use kernel::World;

pub use attempt::{Attempt, EXPORT_MAX, Looked, Movement, NewAttempt, Offer, Part, PayerAddress};
pub use event::PAYMENT_CHANGED;
pub use link::{LINK_PAYMENT_MINUTES, LINKS_MAX, NewLink};
pub use merchant::{Merchant, Settings, TOLERANCE_BPS_MAX};
pub use overview::{OVERVIEW_DAYS_MAX, Overview};
pub use payment::{LIFE_MINUTES, NewPayment, OPEN_MAX, Payment, Terms};
pub use refund::{Refund, RefundRate, RefundRow, RefundState};
pub use refunding::{NewRefund, RefundOffer, Refundable};
pub use shared_link::{LINK_PAYMENTS_MAX, Link, LinkPrice, LinkState, LinkTerms};
pub use state::{Closing, PaymentState, minimum, state_of, state_of_movement};
pub use stop::MerchantStop;
pub use token::{TOKEN_TYPE, claims, with_token};

/// The entry point of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Merchants {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    exchange: Exchange,
}

impl Merchants {
    /// Creates an instance on this database.
    #[must_use]
    pub fn new(store: Store, world: World, exchange: Exchange) -> Self {
        Self { inner: Arc::new(Inner { store, world, exchange }) }
    }

    /// The job handlers, for a worker.
    #[must_use]
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        vec![Arc::new(job::Follower(self.clone()))]
    }

    /// The scheduled jobs, for a worker.
    #[must_use]
    pub fn schedules() -> Vec<Schedule> {
        vec![Schedule::every(job::KIND, TimeDelta::seconds(job::SWEEP_SECONDS))]
    }

    fn store(&self) -> &Store {
        &self.inner.store
    }

    fn world(&self) -> &World {
        &self.inner.world
    }

    fn exchange(&self) -> &Exchange {
        &self.inner.exchange
    }
}
