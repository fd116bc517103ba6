//! Campaigns: promo codes, what operators show to customers, and where customers came from.
//!
//! [`Campaigns`] is the entry point. A promo code lowers the platform's fee: the exchange prices and books the discount,
//! and this crate says what a code gives and counts its uses ([`exchange::promotion::Promotions`]). It moves no money.

mod content;
mod error;
mod promo;
mod report;
mod schedule;

use std::sync::Arc;

use ::store::{JobHandler, Store};
use identity::Identity;
use kernel::World;

pub use content::{
    ArticleHead, Audience, Content, ContentKind, ContentPlace, ContentText, HelpTopic, NewContent, PICTURES,
    ShownArticle, ShownContent, TEXT_LANGUAGES, Viewer,
};
pub use error::CampaignError;
pub use promo::{CODES_MAX, Campaign, CampaignState, CampaignView, Codes, NewCampaign, Terms, read_code};
pub use report::{SourceRow, Totals};
pub use schedule::{Edge, LocalRange, Phase, Schedule, day_range, instant, zone};

/// The entry point of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Campaigns {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    identity: Identity,
}

impl Campaigns {
    /// Creates an instance on this database.
    #[must_use]
    pub fn new(store: Store, world: World, identity: Identity) -> Self {
        Self { inner: Arc::new(Inner { store, world, identity }) }
    }

    /// The job handlers, for a worker.
    #[must_use]
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        vec![Arc::new(promo::Switch(self.clone()))]
    }
}
