//! Connections that operators made in the console: what is in use, taken up by a running server within [`FRESH`].

mod desk;
mod store;
mod switching;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::store::{Store, StoreError};
use exchange::rails::{ConnectionSecrets, ConnectionSettings, ConnectionState, RailError};
use identity::Identity;
use identity::envelope::Class;
use kernel::{TenantId, World};
use tokio::time::Instant;
use uuid::Uuid;

use self::store::Row;
use crate::bank::{BankAccounts, FileBank};
use crate::orchestrator::{Orchestrator, OrchestratorConfigError, OrchestratorSettings};

pub use switching::switching_handler;

/// How long the connections of a tenant are used without a look at the database.
const FRESH: Duration = Duration::from_secs(5);

/// A rail of a connection. One that is off ends what began with it.
#[derive(Clone)]
pub(super) struct Made<T> {
    id: Uuid,
    pub(super) is_on: bool,
    pub(super) rail: T,
}

/// The rails that a tenant's operators connected.
#[derive(Clone, Default)]
pub(super) struct MadeRails {
    pub(super) bank: Option<Made<Arc<FileBank>>>,
    pub(super) cards: Option<Made<Orchestrator>>,
}

/// The connections of all tenants that were made in the console. Cheap to clone.
#[derive(Clone)]
pub(super) struct Console {
    store: Store,
    world: World,
    identity: Identity,
    /// By tenant: when they were read, and what they were.
    known: Arc<Mutex<HashMap<TenantId, (Instant, MadeRails)>>>,
}

fn unavailable(error: &dyn std::fmt::Display) -> RailError {
    RailError::Unavailable { rail: "connection".to_owned(), reason: error.to_string() }
}

fn of_store(error: StoreError) -> RailError {
    unavailable(&error)
}

impl Console {
    pub(super) fn new(store: Store, world: World, identity: Identity) -> Self {
        Self { store, world, identity, known: Arc::default() }
    }

    /// The rails of a tenant.
    pub(super) async fn of(&self, tenant: TenantId) -> Result<MadeRails, RailError> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&tenant).cloned();
        let before = match known {
            Some((at, rails)) if at.elapsed() < FRESH => return Ok(rails),
            Some((_, rails)) => rails,
            None => MadeRails::default(),
        };
        let read = Instant::now();
        let mut tx = self.store.tenant(tenant).await.map_err(of_store)?;
        let mut rails = MadeRails::default();
        for row in store::listed(tx.conn(), tenant).await.map_err(of_store)? {
            let (id, is_on) = (row.made.id, row.made.state == ConnectionState::On);
            if row.made.state == ConnectionState::Draft {
                continue;
            }
            match &row.made.settings {
                ConnectionSettings::Bank { .. } => {
                    let kept = before.bank.clone().filter(|bank| bank.id == id);
                    let rail = match kept {
                        Some(bank) => bank.rail,
                        None => Arc::new(self.bank(&row.made.settings)?),
                    };
                    rails.bank = Some(Made { id, is_on, rail });
                }
                ConnectionSettings::Cards { .. } => {
                    let kept = before.cards.clone().filter(|cards| cards.id == id);
                    let rail = match kept {
                        Some(cards) => cards.rail,
                        None => {
                            let secrets = self.secrets(&mut tx, &row).await?;
                            self.cards(&row.made.settings, secrets).map_err(|error| unavailable(&error))?
                        }
                    };
                    rails.cards = Some(Made { id, is_on, rail });
                }
            }
        }
        tx.commit().await.map_err(of_store)?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(tenant, (read, rails.clone()));
        Ok(rails)
    }

    /// Makes the next use look at the database.
    fn forget(&self, tenant: TenantId) {
        // The rails stay, so that a client is not made again.
        if let Some((at, _)) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&tenant) {
            *at = at.checked_sub(FRESH).unwrap_or(*at);
        }
    }

    fn bank(&self, settings: &ConnectionSettings) -> Result<FileBank, RailError> {
        let ConnectionSettings::Bank { holder, bic, ibans } = settings else {
            return Err(unavailable(&"the connection is none of a bank"));
        };
        let accounts = BankAccounts { holder: holder.clone(), bic: bic.clone(), ibans: ibans.clone() };
        Ok(FileBank::new(self.store.clone(), self.world.clone(), accounts))
    }

    fn cards(
        &self,
        settings: &ConnectionSettings,
        secrets: ConnectionSecrets,
    ) -> Result<Orchestrator, OrchestratorConfigError> {
        let ConnectionSettings::Cards { url, profile, currencies } = settings else {
            return Err(OrchestratorConfigError::Url);
        };
        let own = OrchestratorSettings {
            url: url.clone(),
            key: secrets.key.unwrap_or_default(),
            webhook_key: secrets.webhook_key.unwrap_or_default(),
            profile: profile.clone(),
            currencies: currencies.clone(),
        };
        Orchestrator::public(self.store.clone(), self.world.clone(), own)
    }

    /// The secrets of a row.
    async fn secrets(&self, tx: &mut ::store::TenantTx, row: &Row) -> Result<ConnectionSecrets, RailError> {
        let Some(sealed) = &row.sealed else { return Ok(ConnectionSecrets::default()) };
        let plain = self.identity.envelope().open(tx, Class::Rail, row.made.id, sealed).await;
        let plain = plain.map_err(|error| unavailable(&error))?;
        serde_json::from_slice(&plain).map_err(|_| unavailable(&"the secrets of the connection cannot be read"))
    }
}
