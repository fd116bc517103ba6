//! Identity and access: tenants by host name, sign-in by one-time code, sessions, terms of use, settings, the related
//! emails, and the audit log.
//!
//! [`Identity`] is the entry point. Every operation belongs to one tenant, which the caller has looked up by host name
//! first.

mod account_closure;
mod anti_phishing_phrase;
mod attribution;
mod audit;
pub mod captcha;
mod contact;
mod context;
mod counter;
mod customer_status;
mod delivery;
mod email;
pub mod envelope;
mod error;
mod export;
mod external_identity;
pub mod federated_login;
mod handle;
pub mod kyc_documents;
mod language;
mod ledger_port;
mod login;
pub mod mail;
mod mask;
mod mfa;
mod network;
mod notification;
mod one_time_code;
pub mod operator;
mod own_name;
mod partner_access;
mod passkey;
mod payment_link;
mod platform;
mod profile;
mod provider;
mod purge;
mod recipient;
pub mod reliance;
pub mod rules;
mod secret;
mod seed;
mod session;
mod session_handover;
pub mod source_of_funds;
mod status_link;
pub mod telegram;
pub mod telegram_chat;
mod tenant;
mod terms;
pub mod texting;
mod token;
mod user;
pub mod verification;
pub mod web_push;

use std::sync::{Arc, OnceLock};

use kernel::World;
use store::batch::Batcher;
use store::{JobHandler, Schedule, Store};

pub use account_closure::{Closing, ClosureAnswer, Leaving};
pub use attribution::Campaign;
pub use contact::Way;
pub use context::{Client, ClientContext};
pub use customer_status::{CustomerStatus, Individual, IndividualLimits, Step, customer_status_of};
pub use email::EmailAddress;
pub use envelope::{Envelope, KeyEncryptionKey};
pub use error::IdentityError;
pub use export::{DataExport, ExportState, Exports};
pub use kyc_documents::{IdentityCheck, PdfDrawer};
pub use language::Language;
pub use ledger_port::{Chapter, ClosureBlockers, ClosurePort, Held, Page, Unfinished};
pub use login::Login;
pub use mail::{Mail, MailError, Mailer};
pub use mfa::{ConfirmedRequest, FactorReset, Factors, Purpose, StepUp, StepUpToken, TotpSetup};
pub use network::Network;
pub use notification::{
    Channel, MINUTES_OF_DAY, Notification, NotificationFilter, NotificationKind, NotificationPreview,
    NotificationSettings, Quiet, Reader, Said, Severity, Topic, UNREAD_MAX, Unread,
};
pub use one_time_code::Challenge;
pub use own_name::is_own_name;
pub use partner_access::{ConsentEvent, KeyEvent, KeySecret, WebhookEvent, WebhookStop};
pub use passkey::{Passkey, PasskeyAnswer, PasskeyRequest, PasskeySite};
pub use platform::{keys as tenant_keys, tenants as manage_tenants, terms as manage_terms};
pub use profile::{Listed as ListedProfile, OPEN_MAX as OPEN_PROFILES_MAX, Profile, ProfileClosure};
pub use recipient::Recipient;
pub use secret::{Pepper, Secret};
pub use seed::{
    DEMO_TENANT_SLUG, DEMO_TENANT_SLUGS, NEIGHBOUR_TENANT_SLUG, add_tenant, seed_demo, seed_neighbour, wants_demo,
};
pub use session::{Device, Ended, Principal, Renewed, SignedIn, Stage, Switches, Tokens};
pub use session_handover::{Asking, AskingDevice, Carrier, Continued, Handover, HandoverInfo, HandoverState};
pub use status_link::{StatusLinkBy, note_status_link};
pub use tenant::{
    Brand, BrandFile, Corners, Feature, FieldError, Mark, MarkError, NewTenant, Shape, ShapeFile, Tenant, TenantFile,
    tenant_by_slug, tenant_called, tenant_of, tenants, tenants_named,
};
pub use terms::{Consent, Terms, TermsText};
pub use texting::{TextMessage, Texter};
pub use token::{TokenHash, TokenKind};
pub use user::{Personal, PersonalUpdate, Settings, SettingsUpdate, Theme, User, UserUpdate};

/// The configuration of this crate.
#[derive(Clone, Debug)]
pub struct IdentityConfig {
    /// The key from which one-time codes are derived.
    pub pepper: Pepper,
    /// The key-encryption key.
    pub data_key: KeyEncryptionKey,
}

/// The entry point of this crate. Cheap to clone.
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
    connections: OnceLock<federated_login::Connections>,
    drawer: OnceLock<Arc<dyn PdfDrawer>>,
    pusher: OnceLock<Arc<dyn web_push::Pusher>>,
    bot_api: OnceLock<Arc<dyn telegram_chat::BotApi>>,
}

impl Identity {
    /// Creates an instance on this database.
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
                pusher: OnceLock::new(),
                bot_api: OnceLock::new(),
            }),
        }
    }

    /// Sets the federated login methods. Call it once at start-up; without it, sign-in by email code is the only
    /// method.
    pub fn connect(&self, connections: federated_login::Connections) {
        // A second call is ignored: attempts started with the first connections would be lost.
        let _ = self.inner.connections.set(connections);
    }

    /// Sets the PDF renderer. Call it once at start-up; without it, PDFs are refused.
    pub fn draw_by(&self, drawer: Arc<dyn PdfDrawer>) {
        // A second call is ignored.
        let _ = self.inner.drawer.set(drawer);
    }

    fn drawer(&self) -> Option<Arc<dyn PdfDrawer>> {
        self.inner.drawer.get().cloned()
    }

    fn connections(&self) -> Option<&federated_login::Connections> {
        self.inner.connections.get()
    }

    /// The handlers of this crate's jobs: emails through `mailer`, text messages through `texter`, document checks
    /// through `check`, and the purge.
    pub fn jobs(
        &self,
        mailer: Arc<dyn Mailer>,
        texter: Arc<dyn Texter>,
        check: Arc<dyn IdentityCheck>,
    ) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(kyc_documents::Check { identity: self.clone(), provider: check }),
            Arc::new(delivery::SendMail::new(self.clone(), mailer)),
            Arc::new(delivery::SendText::new(self.clone(), texter)),
            Arc::new(delivery::SendPush::new(self.clone())),
            Arc::new(delivery::SendTelegram::new(self.clone())),
            Arc::new(telegram_chat::Listen::new(self.clone())),
            Arc::new(purge::Purge::new(self.inner.store.clone(), self.inner.world.clone())),
            Arc::new(operator::break_glass::BreakGlassReportJob { identity: self.clone() }),
            Arc::new(operator::brute_force_alert::BruteForceAlertJob { identity: self.clone() }),
            Arc::new(mfa::EndLostFactors::new(self.inner.store.clone(), self.inner.world.clone())),
        ]
    }

    /// The handlers of the jobs that need the ledger (`books`): account closure and data export.
    pub fn jobs_with(&self, books: Arc<dyn ClosurePort>) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(account_closure::CloseAccounts::new(self.clone(), books.clone())),
            Arc::new(export::WriteExport::new(self.clone(), books)),
        ]
    }

    /// The recurring jobs.
    pub fn schedules() -> Vec<Schedule> {
        vec![purge::schedule(), mfa::schedule(), account_closure::schedule()]
    }

    /// The encryption of sensitive data in the database.
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
