//! Partners: other companies that act for a customer's profile by API key.
//!
//! [`Partners`] is the entry point. What a key may do is in one table ([`scope`]); the operations themselves are those
//! of the domain crates. Errors are [`identity::IdentityError`], because keys belong to customers.

mod address;
mod cooling;
mod customer;
mod desk;
mod key;
mod kind;
pub mod launch;
mod origin;
pub mod outside;
mod prefill;
pub mod public;
mod recording;
mod reference;
pub mod scope;
mod session;
pub mod signature;
pub mod webhook;
mod widget_order;

use std::sync::Arc;

use identity::Identity;
use kernel::World;
use store::Store;

pub use address::AddressRange;
pub use cooling::has_settled;
pub use customer::{
    CONSENTS_MAX, CustomerLink, LinkState, LinkToken, PartnerConsent, RETURN_URL_BYTES_MAX, consent_withdrawn,
};
pub use desk::PartnerLine;
pub use key::{
    Domain, DomainState, Importer, KEYS_MAX, Key, KeyChange, KeyHolder, KeyTenant, KnownKey, Made, NewKey,
    OVERLAP_HOURS_MAX, OwnKey, SecretInfo, has_secret_form, may_leave,
};
pub use kind::KeyKind;
pub use origin::origin;
pub use prefill::LaunchContext;
pub use recording::{RECORDING_KEPT, RECORDINGS_MAX, REQUESTS_MAX, RecordedRequest, Recording, RecordingKey};
pub use reference::{EXTERNAL_CHARS_MAX, ReferenceTaken, Reservation, Reserved};
pub use session::WidgetSession;
pub use widget_order::{Origin, WidgetOrder, is_final};

/// The entry point of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Partners {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    identity: Identity,
    known: key::Cache,
}

impl Partners {
    /// Creates an instance on this database.
    pub fn new(store: Store, world: World, identity: Identity) -> Self {
        Self { inner: Arc::new(Inner { store, world, identity, known: key::Cache::default() }) }
    }

    fn store(&self) -> &Store {
        &self.inner.store
    }

    fn world(&self) -> &World {
        &self.inner.world
    }

    fn identity(&self) -> &Identity {
        &self.inner.identity
    }
}
