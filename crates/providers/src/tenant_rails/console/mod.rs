//! Connections that operators made in the console: what is in use, taken up by a running server within [`FRESH`].

mod desk;
mod store;
mod switching;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::store::{Store, StoreError};
use exchange::rails::{
    ConnectionKind, ConnectionSecrets, ConnectionSettings, ConnectionState, MadeConnection, RailError,
};
use identity::Identity;
use identity::envelope::Class;
use kernel::{Currency, TenantId, World};
use tokio::time::Instant;
use uuid::Uuid;

use self::store::ConnectionRow;
use crate::bank::{BankAccounts, FileBank};
use crate::orchestrator::{Orchestrator, OrchestratorConfigError, OrchestratorSettings};

pub use switching::switching_handler;

/// How long the connections of a tenant are cached.
const FRESH: Duration = Duration::from_secs(5);

/// A rail of a connection, with those that it replaced. One that is off ends what began with it.
#[derive(Clone)]
pub(super) struct Made<T> {
    pub(super) is_on: bool,
    pub(super) rail: T,
}

/// The rails that a tenant's operators connected.
#[derive(Clone, Default)]
pub(super) struct MadeRails {
    pub(super) bank: Option<Made<Arc<FileBank>>>,
    /// An error if the account, or one that it replaced, cannot be used: nothing is certain about a payment then.
    pub(super) cards: Option<Result<Made<Orchestrator>, RailError>>,
    /// The clients of all card connections, without those that they replaced. They stay as long as the server runs.
    clients: BTreeMap<Uuid, Orchestrator>,
}

/// The connections of all tenants that were made in the console. Cheap to clone.
#[derive(Clone)]
pub(super) struct Console {
    pub(super) store: Store,
    world: World,
    identity: Identity,
    /// By tenant: when they were read, and what they were.
    known: Arc<Mutex<HashMap<TenantId, (Instant, MadeRails)>>>,
}

pub(super) fn unavailable(error: &dyn std::fmt::Display) -> RailError {
    RailError::Unavailable { rail: "connection".to_owned(), reason: error.to_string() }
}

pub(super) fn of_store(error: StoreError) -> RailError {
    unavailable(&error)
}

fn is_on(row: &ConnectionRow) -> bool {
    row.made.state == ConnectionState::On
}

/// The accounts of a bank.
fn accounts(settings: &ConnectionSettings) -> Vec<(Currency, String)> {
    let ConnectionSettings::Bank { ibans, .. } = settings else { return Vec::new() };
    ibans.iter().map(|(currency, iban)| (*currency, iban.clone())).collect()
}

/// The connections that the operators of a tenant made: of each kind the draft, and the one that was switched last.
///
/// # Errors
/// An unreachable database.
pub async fn made_connections(store: &Store, tenant: TenantId) -> Result<Vec<MadeConnection>, StoreError> {
    let mut tx = store.tenant_read(tenant).await?;
    let rows = store::listed(tx.conn(), tenant).await?;
    Ok(rows.into_iter().map(|row| row.made).collect())
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
        let rows = store::used(tx.conn(), tenant).await.map_err(of_store)?;
        let of_kind = |kind| rows.iter().filter(|row| row.made.settings.kind() == kind).collect::<Vec<_>>();
        let mut rails = MadeRails { clients: before.clients, ..MadeRails::default() };
        if let [newest, earlier @ ..] = of_kind(ConnectionKind::Bank).as_slice() {
            let accounts = earlier.iter().flat_map(|row| accounts(&row.made.settings)).collect();
            let bank = self.bank(&newest.made.settings)?.after(accounts);
            rails.bank = Some(Made { is_on: is_on(newest), rail: Arc::new(bank) });
        }
        if let [newest, earlier @ ..] = of_kind(ConnectionKind::Cards).as_slice() {
            let cards = self.cards_after(&mut tx, &mut rails.clients, newest, earlier).await;
            rails.cards = Some(cards.map(|rail| Made { is_on: is_on(newest), rail }));
        }
        tx.commit().await.map_err(of_store)?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(tenant, (read, rails.clone()));
        Ok(rails)
    }

    /// The client of a card connection, which knows those that it replaced.
    async fn cards_after(
        &self,
        tx: &mut ::store::TenantTx,
        clients: &mut BTreeMap<Uuid, Orchestrator>,
        newest: &ConnectionRow,
        earlier: &[&ConnectionRow],
    ) -> Result<Orchestrator, RailError> {
        let mut all = Vec::new();
        for row in [newest].into_iter().chain(earlier.iter().copied()) {
            if let Some(client) = clients.get(&row.made.id) {
                all.push(client.clone());
                continue;
            }
            let secrets = self.secrets(tx, row).await?;
            let client = self.cards(&row.made.settings, secrets).map_err(|error| unavailable(&error))?;
            clients.insert(row.made.id, client.clone());
            all.push(client);
        }
        let first = all.remove(0);
        Ok(first.after(all))
    }

    /// Invalidates the cache.
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
        let ConnectionSettings::Cards { url, profile, publishable_key, currencies } = settings else {
            return Err(OrchestratorConfigError::Url);
        };
        let own = OrchestratorSettings {
            url: url.clone(),
            key: secrets.key.unwrap_or_default(),
            publishable_key: publishable_key.clone(),
            webhook_key: secrets.webhook_key.unwrap_or_default(),
            profile: profile.clone(),
            currencies: currencies.clone(),
        };
        Orchestrator::public(self.store.clone(), self.world.clone(), own)
    }

    /// The secrets of a row.
    async fn secrets(&self, tx: &mut ::store::TenantTx, row: &ConnectionRow) -> Result<ConnectionSecrets, RailError> {
        let Some(sealed) = &row.sealed else { return Ok(ConnectionSecrets::default()) };
        let plain = self.identity.envelope().open(tx, Class::Rail, row.made.id, sealed).await;
        let plain = plain.map_err(|error| unavailable(&error))?;
        serde_json::from_slice(&plain).map_err(|_| unavailable(&"the secrets of the connection cannot be read"))
    }
}
