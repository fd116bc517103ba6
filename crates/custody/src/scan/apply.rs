//! Applying a block and reverting blocks. Each happens in one transaction with the cursor.

use std::collections::{BTreeSet, HashMap};

use ::store::SystemTx;
use chrono::{DateTime, Utc};
use exchange::rails::RailEvent;
use kernel::{Network, TenantId};
use uuid::Uuid;

use crate::chain::{BlockRef, ChainTransfer, ScannedBlock, SharedAddress};
use crate::coins::store::Arrived;
use crate::columns::height;
use crate::cursor::store;
use crate::deposits::{ChainObservation, Deposit, DepositOwner, DepositState};
use crate::engine::ChainSetup;
use crate::wallets::store::Watched;
use crate::{Custody, CustodyError, coins, deposits, payouts, wallets};

/// The most characters of a memo that are stored.
const MEMO_MAX: usize = 128;

/// Events to publish, with their tenant.
pub(super) type RailEvents = Vec<(TenantId, RailEvent)>;

/// A transfer, and our address that received it.
pub(super) type Hit<'a> = (&'a ChainTransfer, Watched);

/// Deposits by tenant and transfer id, and whether each is new.
pub(super) type Found = HashMap<(TenantId, String), (Deposit, bool)>;

impl Custody {
    /// Applies the block after `last`. Returns false if another scanner has moved the cursor.
    pub(super) async fn apply(
        &self,
        chain: &ChainSetup,
        last: &BlockRef,
        scanned: &ScannedBlock,
    ) -> Result<bool, CustodyError> {
        let info = chain.adapter.info();
        let (network, now) = (info.network, self.inner.world.now());
        let mut tx = self.inner.store.system().await?;
        if !store::lock(tx.conn(), network, &last.hash).await? {
            return Ok(false);
        }
        let hits = hits(&mut tx, network, &scanned.transfers).await?;
        let found = self.deposits_of_hits(&mut tx, chain, &hits, now).await?;
        let mut told = arrivals(&mut tx, &found, &scanned.block, &hits, now).await?;
        if info.has_coins {
            land_coins(&mut tx, network, &found, scanned, &hits, now).await?;
            coins::store::spend(tx.conn(), network, scanned.block.height, &scanned.spent).await?;
        }
        told.extend(deepen(&mut tx, network, scanned.block.height, now).await?);
        told.extend(payouts::included(&mut tx, network, &scanned.block, &scanned.txids, now).await?);
        told.extend(payouts::deepen(&mut tx, network, scanned.block.height, now).await?);
        store::advance(tx.conn(), network, &scanned.block, now).await?;
        store::remember(tx.conn(), network, &scanned.block, info.max_reorg).await?;
        self.tell(&mut tx, told, now).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// The deposits of `hits`; new ones are inserted. The required confirmations follow the total received by the
    /// owner, so a customer cannot lower them with a small order or split transfers.
    pub(super) async fn deposits_of_hits(
        &self,
        tx: &mut SystemTx,
        chain: &ChainSetup,
        hits: &[Hit<'_>],
        now: DateTime<Utc>,
    ) -> Result<Found, CustodyError> {
        let network = chain.adapter.info().network;
        let mut found = HashMap::new();
        for (transfer, address) in hits {
            let Some(deposit) = self.fresh(chain, transfer, address) else { continue };
            let place = (address.network, address.place);
            let new = deposits::store::insert(tx.conn(), &deposit, place, now).await?;
            found.insert((address.tenant, transfer.leg_uid.clone()), (deposit, new));
        }
        let names: Vec<String> = found.keys().map(|(_, name)| name.clone()).collect();
        let known = |(deposit, _): &(Deposit, bool)| Some((deposit.tenant, deposit.owner.known()?));
        let owners: BTreeSet<_> = found.values().filter_map(known).collect();
        for &(tenant, owner) in &owners {
            let arrived = deposits::store::arrived(tx.conn(), network, tenant, owner, &names).await?;
            let required = self.required(chain, &arrived);
            deposits::store::raise_required(tx.conn(), network, tenant, owner, required).await?;
        }
        let tenants: Vec<Uuid> = found.keys().map(|(tenant, _)| tenant.uuid()).collect();
        for stored in deposits::store::named(tx.conn(), network, &tenants, &names).await? {
            if let Some((deposit, _)) = found.get_mut(&(stored.tenant, stored.leg_uid.clone())) {
                *deposit = stored;
            }
        }
        Ok(found)
    }

    /// The new deposit of a transfer; `None` if the address belongs to the tenant's own wallet.
    fn fresh(&self, chain: &ChainSetup, transfer: &ChainTransfer, address: &Watched) -> Option<Deposit> {
        let network = chain.adapter.info().network;
        let shared = transfer.shared.as_ref().filter(|_| address.is_unowned);
        let unknown = |shared: &SharedAddress| DepositOwner::Unknown {
            address: shared.address.clone(),
            memo: shared.memo.as_ref().map(|memo| memo.chars().take(MEMO_MAX).collect()),
        };
        let owner = address.owner.map(DepositOwner::Known).or_else(|| shared.map(unknown))?;
        // Each network has its own number of confirmations. That of an owner's address is frozen for its own network.
        let is_frozen = address.network == network && !address.is_unowned;
        let required = if is_frozen { address.required } else { self.required(chain, &[transfer.amount]) };
        Some(Deposit {
            tenant: address.tenant,
            network,
            leg_uid: transfer.leg_uid.clone(),
            txid: transfer.txid.clone(),
            owner,
            amount: transfer.amount,
            state: DepositState::Seen,
            reorg_epoch: 1,
            required,
            confirmations: 0,
            block: None,
            usable_from: None,
        })
    }

    /// Reverts everything above `fork`.
    pub(super) async fn apply_rewind(
        &self,
        network: Network,
        from: &BlockRef,
        fork: &BlockRef,
    ) -> Result<(), CustodyError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.system().await?;
        if !store::lock(tx.conn(), network, &from.hash).await? {
            return Ok(());
        }
        let lost = deposits::store::above(tx.conn(), network, height(fork.height)).await?;
        for deposit in lost.iter().filter(|deposit| deposit.state == DepositState::Credited) {
            tracing::error!(
                event = "alert.deposit_removed", %network, leg = deposit.leg_uid, owner = ?deposit.owner,
                "ALERT: a reorganisation removed a credited deposit."
            );
        }
        let mut told = sight(&mut tx, &lost, &ChainObservation::Gone, now).await?;
        coins::store::rewind(tx.conn(), network, fork.height).await?;
        told.extend(payouts::rewind(&mut tx, network, fork.height, now).await?);
        store::forget_above(tx.conn(), network, fork.height).await?;
        store::advance(tx.conn(), network, fork, now).await?;
        self.tell(&mut tx, told, now).await?;
        Ok(tx.commit().await?)
    }

    /// Enqueues the delivery of events.
    pub(super) async fn tell(
        &self,
        tx: &mut SystemTx,
        told: RailEvents,
        now: DateTime<Utc>,
    ) -> Result<(), CustodyError> {
        let jobs = told.iter().map(|(tenant, event)| Self::telling(*tenant, event)).collect::<Result<Vec<_>, _>>()?;
        Ok(tx.enqueue(now, &jobs).await?)
    }
}

/// The transfers to our addresses.
pub(super) async fn hits<'a>(
    tx: &mut SystemTx,
    network: Network,
    transfers: &'a [ChainTransfer],
) -> Result<Vec<Hit<'a>>, CustodyError> {
    let mut keys: Vec<String> = transfers.iter().map(|transfer| transfer.watch_key.clone()).collect();
    keys.sort_unstable();
    keys.dedup();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let mut by_key: HashMap<String, Watched> = HashMap::new();
    for address in wallets::store::watched(tx.conn(), network, &keys).await? {
        by_key.insert(address.watch_key.clone(), address);
    }
    let unmatched = transfers.iter().filter(|transfer| !by_key.contains_key(&transfer.watch_key));
    let shared: Vec<String> =
        unmatched.filter_map(|transfer| Some(transfer.shared.as_ref()?.address.clone())).collect();
    let mut by_address: HashMap<String, Watched> = HashMap::new();
    if !shared.is_empty() {
        for address in wallets::store::shared(tx.conn(), network, &shared).await? {
            by_address.insert(address.watch_key.clone(), address);
        }
    }
    let unowned = |transfer: &ChainTransfer| by_address.get(&transfer.shared.as_ref()?.address);
    let hit = |transfer: &'a ChainTransfer| {
        let address = by_key.get(&transfer.watch_key).or_else(|| unowned(transfer))?;
        Some((transfer, address.clone()))
    };
    Ok(transfers.iter().filter(|transfer| transfer.amount.is_positive()).filter_map(hit).collect())
}

async fn arrivals(
    tx: &mut SystemTx,
    found: &Found,
    block: &BlockRef,
    hits: &[Hit<'_>],
    now: DateTime<Utc>,
) -> Result<RailEvents, CustodyError> {
    let mut told = Vec::new();
    for (transfer, address) in hits {
        let Some((deposit, _)) = found.get(&(address.tenant, transfer.leg_uid.clone())) else { continue };
        let usable_from = block.height + u64::from(transfer.maturity.max(1)) - 1;
        let observation = ChainObservation::InBlock { block: block.clone(), usable_from };
        told.extend(sight(tx, std::slice::from_ref(deposit), &observation, now).await?);
    }
    Ok(told)
}

async fn land_coins(
    tx: &mut SystemTx,
    network: Network,
    found: &Found,
    scanned: &ScannedBlock,
    hits: &[Hit<'_>],
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    for (transfer, address) in hits {
        // The UTXO is spendable only once the deposit is credited, because a reorg would take both.
        let deposit = found.get(&(address.tenant, transfer.leg_uid.clone()));
        let required = deposit.map_or(address.required, |(deposit, _)| deposit.required);
        let depth = u64::from(transfer.maturity.max(required).max(1));
        let spent = scanned.spent.iter().filter(|spent| spent.txid == transfer.txid);
        let sources: Vec<String> = spent.map(|spent| spent.outpoint.clone()).collect();
        let coin = Arrived {
            tenant: address.tenant,
            network,
            outpoint: &transfer.leg_uid,
            place: address.place,
            atoms: transfer.amount.atoms(),
            block_height: scanned.block.height,
            sources: &sources,
            usable_from: scanned.block.height + depth - 1,
        };
        coins::store::arrive(tx.conn(), &coin, now).await?;
    }
    Ok(())
}

async fn deepen(tx: &mut SystemTx, network: Network, tip: u64, now: DateTime<Utc>) -> Result<RailEvents, CustodyError> {
    let open = deposits::store::open(tx.conn(), network).await?;
    sight(tx, &open, &ChainObservation::Tip(tip), now).await
}

/// Applies an observation to each deposit, and writes the changes.
pub(super) async fn sight(
    tx: &mut SystemTx,
    found: &[Deposit],
    observation: &ChainObservation,
    now: DateTime<Utc>,
) -> Result<RailEvents, CustodyError> {
    let mut told = Vec::new();
    for deposit in found {
        if let Some((next, events)) = deposit.after(observation) {
            deposits::store::update(tx.conn(), &next, now).await?;
            told.extend(events.into_iter().map(|event| (deposit.tenant, event)));
        }
    }
    Ok(told)
}
