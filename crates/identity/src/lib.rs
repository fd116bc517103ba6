//! Who somebody is and whose house they are in: tenants by host name, sign-in by one-time code, sessions, terms of use,
//! settings, the mails that go with it, and the audit log of it all.
//!
//! [`Identity`] is the door. Everything in it belongs to one tenant, which the caller has found by the host name first.

mod audit;
pub mod captcha;
mod closing;
mod contact;
mod context;
mod counter;
pub mod documents;
mod email;
pub mod envelope;
mod error;
mod export;
pub mod external;
mod factor;
pub mod funds;
mod handle;
mod language;
mod login;
pub mod mail;
mod network;
pub mod operator;
mod passkey;
mod phrase;
mod profile;
mod purge;
mod recipient;
pub mod rules;
mod seamless;
mod secret;
mod seed;
mod session;
mod source;
mod standing;
pub mod telegram;
mod tenant;
mod terms;
pub mod texting;
mod token;
mod user;
pub mod verification;

use std::sync::{Arc, OnceLock};

use kernel::World;
use store::batch::Batcher;
use store::{JobHandler, Schedule, Store};

pub use closing::{Books, Closing, Held, Leaving, Ties, Unfinished};
pub use contact::Way;
pub use context::{Client, ClientContext};
pub use documents::{IdentityCheck, PdfDrawer};
pub use email::EmailAddress;
pub use envelope::{Envelope, KeyEncryptionKey};
pub use error::IdentityError;
pub use export::{Chapter, DataExport, ExportState, Exports, Page};
pub use factor::{Action, FactorReset, Factors, Purpose, StepUp, StepUpToken, Switches, TotpSetup};
pub use language::Language;
pub use login::{Challenge, Login};
pub use mail::{Mail, MailError, Mailer};
pub use network::Network;
pub use passkey::{Passkey, PasskeyAnswer, PasskeyRequest, PasskeySite};
pub use profile::{Listed as ListedProfile, OPEN_MAX as OPEN_PROFILES_MAX, Profile};
pub use recipient::Recipient;
pub use seamless::{Carrier, Handover, HandoverInfo, HandoverState};
pub use secret::{Pepper, Secret};
pub use seed::{
    DEMO_TENANT_SLUG, DEMO_TENANT_SLUGS, NEIGHBOUR_TENANT_SLUG, NewTenant, add_tenant, seed_demo, seed_neighbour,
    wants_demo,
};
pub use session::{Device, Ended, Principal, Renewed, SignedIn, Stage, Tokens};
pub use source::Campaign;
pub use standing::{AgreedLimits, Individual, Standing, Step, standing_of};
pub use tenant::{
    Brand, BrandFile, Corners, Feature, FieldError, Mark, MarkError, Shape, ShapeFile, Tenant, TenantFile,
    key as tenant_keys, manage as manage_tenants, tenant_by_slug, tenant_called, tenant_of, tenants, tenants_named,
};
pub use terms::{Consent, Terms, TermsText, manage as manage_terms};
pub use texting::{TextMessage, Texter};
pub use token::TokenKind;
pub use user::{Personal, PersonalUpdate, Settings, SettingsUpdate, Theme, User, UserUpdate};

/// What the configuration says about identity.
#[derive(Clone, Debug)]
pub struct IdentityConfig {
    /// The key of one-time codes.
    pub pepper: Pepper,
    /// The key that wraps the keys of sealed data.
    pub data_key: KeyEncryptionKey,
}

/// The door to everything here. Cheap to clone.
#[derive(Clone)]
pub struct Identity {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    config: IdentityConfig,
    tenants: tenant::Cache,
    tokens: Batcher<session::ByToken>,
    envelope: Envelope,
    ends: session::Ends,
    connections: OnceLock<external::Connections>,
    drawer: OnceLock<Arc<dyn PdfDrawer>>,
}

impl Identity {
    /// Identity on this database.
    pub fn new(store: Store, world: World, config: IdentityConfig) -> Self {
        let tokens = Batcher::new(session::ByToken { store: store.clone(), world: world.clone() });
        let envelope = Envelope::new(config.data_key.clone(), world.clone());
        let (tenants, ends) = (tenant::Cache::default(), session::Ends::default());
        Self {
            inner: Arc::new(Inner {
                store,
                world,
                config,
                tenants,
                tokens,
                envelope,
                ends,
                connections: OnceLock::new(),
                drawer: OnceLock::new(),
            }),
        }
    }

    /// With other ways to sign in. Once, before anybody comes; without it there is the code by e-mail alone.
    pub fn connect(&self, connections: external::Connections) {
        // A second time changes nothing: what people began by the first would be lost.
        let _ = self.inner.connections.set(connections);
    }

    /// With what draws PDFs. Once, before anybody comes; without it nobody can hand one in.
    pub fn draw_by(&self, drawer: Arc<dyn PdfDrawer>) {
        // Whoever draws, draws the same.
        let _ = self.inner.drawer.set(drawer);
    }

    fn drawer(&self) -> Option<Arc<dyn PdfDrawer>> {
        self.inner.drawer.get().cloned()
    }

    fn connections(&self) -> Option<&external::Connections> {
        self.inner.connections.get()
    }

    /// The handlers of the jobs that identity enqueues: sending mails through `mailer`, texts through `texter`, showing
    /// documents to `check`, and tidying up.
    pub fn jobs(
        &self,
        mailer: Arc<dyn Mailer>,
        texter: Arc<dyn Texter>,
        check: Arc<dyn IdentityCheck>,
    ) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(documents::Check { identity: self.clone(), provider: check }),
            Arc::new(mail::SendMail::new(self.clone(), mailer)),
            Arc::new(texting::SendText::new(self.clone(), texter)),
            Arc::new(purge::Purge::new(self.inner.store.clone(), self.inner.world.clone())),
            Arc::new(operator::glass::ReportGlass { identity: self.clone() }),
            Arc::new(operator::guessing::TellOfGuessing { identity: self.clone() }),
            Arc::new(factor::EndLostFactors::new(self.inner.store.clone(), self.inner.world.clone())),
        ]
    }

    /// The handlers of the jobs that need to know what people have in the `books`: the end of accounts, and copies
    /// of what is kept about somebody.
    pub fn jobs_with(&self, books: Arc<dyn Books>) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(closing::CloseAccounts::new(self.clone(), books.clone())),
            Arc::new(export::WriteExport::new(self.clone(), books)),
        ]
    }

    /// The work that repeats.
    pub fn schedules() -> Vec<Schedule> {
        vec![purge::schedule(), factor::schedule(), closing::schedule()]
    }

    /// Seals and opens what the database keeps of people.
    pub fn envelope(&self) -> &Envelope {
        &self.inner.envelope
    }

    fn store(&self) -> &Store {
        &self.inner.store
    }

    fn world(&self) -> &World {
        &self.inner.world
    }

    fn pepper(&self) -> &Pepper {
        &self.inner.config.pepper
    }
}
