//! Identity and access: tenants by host name, sign-in by one-time code, sessions, terms of use, settings, the related
//! emails, and the audit log.
//!
//! [`Identity`] is the entry point. Every operation belongs to one tenant, which the caller has looked up by host name
//! first.

mod audit;
mod auth;
mod backoffice;
pub mod captcha;
mod context;
mod counter;
mod customers;
mod delivery;
mod email;
pub mod envelope;
mod error;
mod language;
mod ledger_port;
mod mask;
mod network;
mod notify;
mod one_time_code;
mod person;
mod provider;
pub mod rules;
mod secret;
mod tenant;
mod token;

use std::sync::{Arc, OnceLock};

use kernel::World;
use store::batch::Batcher;
use store::{JobHandler, Schedule, Store};

pub use auth::attribution::Campaign;
pub use auth::login::Login;
pub use auth::mfa::{ConfirmedRequest, FactorReset, Factors, Purpose, StepUp, StepUpToken, TotpSetup};
pub use auth::passkey::{Passkey, PasskeyAnswer, PasskeyRequest, PasskeySite};
pub use auth::payout_code::{CodeShownTo, note_payout_code};
pub use auth::session::{Device, Ended, Principal, Renewed, SignedIn, Stage, Switches, Tokens};
pub use auth::session_handover::{Asking, AskingDevice, Carrier, Continued, Handover, HandoverInfo, HandoverState};
pub use auth::status_link::{StatusLinkBy, note_status_link};
pub use auth::terms::{Consent, Terms, TermsText};
pub use auth::{federated_login, telegram};
pub use backoffice::operator;
pub use backoffice::platform::{keys as tenant_keys, tenants as manage_tenants, terms as manage_terms};
pub use backoffice::seed::{
    DEMO_TENANT_SLUG, DEMO_TENANT_SLUGS, NEIGHBOUR_TENANT_SLUG, add_tenant, seed_demo, seed_neighbour, wants_demo,
};
pub use context::{Client, ClientContext};
pub use customers::account_closure::{Closing, ClosureAnswer, ClosureProgress};
pub use customers::contact::Way;
pub use customers::export::{DataExport, ExportState, Exports};
pub use customers::kyc_documents::{IdentityCheck, PdfRenderer};
pub use customers::partner_access::{ConsentEvent, KeyEvent, KeySecret, WebhookEvent, WebhookStop};
pub use customers::profile::{Listed as ListedProfile, OPEN_MAX as OPEN_PROFILES_MAX, Profile, ProfileClosure};
pub use customers::recipient::Recipient;
pub use customers::{kyc_documents, reliance};
pub use delivery::{MailEvent, MailEventAnswer, MailEventKeys, web_push};
pub use email::EmailAddress;
pub use envelope::{Envelope, KeyEncryptionKey};
pub use error::IdentityError;
pub use language::Language;
pub use ledger_port::{Chapter, ClosureBlockers, ClosurePort, Held, Page, Unfinished};
pub use mask::email as masked_email;
pub use network::Network;
pub use notify::mail::{Mail, MailError, Mailer};
pub use notify::notification::{
    Channel, MINUTES_OF_DAY, Notification, NotificationFilter, NotificationKind, NotificationPreview,
    NotificationSettings, Quiet, Reader, Said, Severity, Topic, UNREAD_MAX, Unread,
};
pub use notify::sent_message::{MessageChannel, MessageState, SentMessage, SentMessageFilter};
pub use notify::texting::{TextMessage, Texter};
pub use notify::{mail, telegram_chat, texting};
pub use one_time_code::Challenge;
pub use person::customer_status::{CustomerStatus, Individual, IndividualLimits, Step, customer_status_of};
pub use person::own_name::is_own_name;
pub use person::user::{Personal, PersonalUpdate, Settings, SettingsUpdate, Theme, User, UserUpdate};
pub use person::{source_of_funds, verification};
pub use secret::{Pepper, Secret};
pub use tenant::palette;
pub use tenant::{
    Brand, BrandFile, Corners, Feature, FieldError, Mark, MarkError, NewTenant, Shape, ShapeFile, Tenant, TenantFile,
    tenant_by_slug, tenant_called, tenant_of, tenants, tenants_named,
};
pub use token::{TokenHash, TokenKind};

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
    tokens: Batcher<auth::session::ByToken>,
    envelope: Envelope,
    ends: auth::session::Ends,
    connections: OnceLock<federated_login::Connections>,
    drawer: OnceLock<Arc<dyn PdfRenderer>>,
    pusher: OnceLock<Arc<dyn web_push::Pusher>>,
    bot_api: OnceLock<Arc<dyn telegram_chat::BotApi>>,
    mail_event_keys: OnceLock<MailEventKeys>,
}

impl Identity {
    /// Creates an instance on this database.
    pub fn new(store: Store, world: World, config: IdentityConfig) -> Self {
        let tokens = Batcher::new(auth::session::ByToken { store: store.clone(), world: world.clone() });
        let envelope = Envelope::new(config.data_key.clone(), world.clone());
        let (tenants, ends) = (tenant::Cache::default(), auth::session::Ends::default());
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
                mail_event_keys: OnceLock::new(),
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
    pub fn draw_by(&self, drawer: Arc<dyn PdfRenderer>) {
        // A second call is ignored.
        let _ = self.inner.drawer.set(drawer);
    }

    fn drawer(&self) -> Option<Arc<dyn PdfRenderer>> {
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
            Arc::new(backoffice::purge::Purge::new(self.inner.store.clone(), self.inner.world.clone())),
            Arc::new(operator::break_glass::BreakGlassReportJob { identity: self.clone() }),
            Arc::new(operator::brute_force_alert::BruteForceAlertJob { identity: self.clone() }),
            Arc::new(auth::mfa::EndLostFactors::new(self.inner.store.clone(), self.inner.world.clone())),
        ]
    }

    /// The handlers of the jobs that need the ledger (`books`): account closure and data export.
    pub fn jobs_with(&self, books: Arc<dyn ClosurePort>) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(customers::account_closure::CloseAccounts::new(self.clone(), books.clone())),
            Arc::new(customers::export::WriteExport::new(self.clone(), books)),
        ]
    }

    /// The recurring jobs.
    pub fn schedules() -> Vec<Schedule> {
        vec![backoffice::purge::schedule(), auth::mfa::schedule(), customers::account_closure::schedule()]
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
