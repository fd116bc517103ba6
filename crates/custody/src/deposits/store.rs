//! All SQL on deposits.

use chrono::{DateTime, Utc};
use exchange::rails::AddressOwner;
use kernel::{Amount, Network, TenantId, TransactionId};
use sqlx::PgConnection;
use store::Atoms;
use uuid::Uuid;

use super::model::{Deposit, DepositOwner, DepositState};
use super::slow::WaitingDeposit;
use crate::CustodyError;
use crate::chain::{AddressPath, BlockRef};
use crate::columns::{height, int, owner, owner_id, purpose, step};

/// The oldest deposits that were seen before `seen_before` and are not credited.
pub(super) async fn uncredited(
    conn: &mut PgConnection,
    tenant: TenantId,
    seen_before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<WaitingDeposit>, CustodyError> {
    let rows = sqlx::query!(
        "SELECT network, required, confirmations, created_at, updated_at FROM deposits
         WHERE tenant_id = $1 AND state IN ('seen', 'confirming') AND created_at <= $2 ORDER BY created_at LIMIT $3",
        tenant.uuid(),
        seen_before,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        found.push(WaitingDeposit {
            network: row.network.parse().map_err(|_| CustodyError::Stored("network"))?,
            required: row.required.unsigned_abs(),
            confirmations: row.confirmations.unsigned_abs(),
            seen_at: row.created_at,
            updated_at: row.updated_at,
        });
    }
    Ok(found)
}

struct Row {
    tenant_id: Uuid,
    network: String,
    leg_uid: String,
    txid: String,
    purpose: String,
    owner_id: Option<Uuid>,
    address: Option<String>,
    memo: Option<String>,
    currency: String,
    amount: Atoms,
    state: String,
    reorg_epoch: i32,
    required: i32,
    confirmations: i32,
    block_height: Option<i64>,
    block_hash: Option<String>,
    usable_from: Option<i64>,
}

impl TryFrom<Row> for Deposit {
    type Error = CustodyError;

    fn try_from(row: Row) -> Result<Self, CustodyError> {
        let currency = row.currency.parse().map_err(|_| CustodyError::Stored("currency"))?;
        let block =
            row.block_height.zip(row.block_hash).map(|(height, hash)| BlockRef { height: height.unsigned_abs(), hash });
        let (known, memo) = (row.owner_id.and_then(|id| owner(&row.purpose, id)), row.memo);
        let unknown = || row.address.map(|address| DepositOwner::Unknown { address, memo });
        let owned = known.map(DepositOwner::Known).or_else(unknown);
        Ok(Self {
            tenant: TenantId::from_uuid(row.tenant_id),
            network: row.network.parse().map_err(|_| CustodyError::Stored("network"))?,
            leg_uid: row.leg_uid,
            txid: row.txid,
            owner: owned.ok_or(CustodyError::Stored("purpose"))?,
            amount: Amount::new(row.amount.0, currency),
            state: DepositState::of(&row.state).ok_or(CustodyError::Stored("deposit state"))?,
            reorg_epoch: row.reorg_epoch,
            required: row.required.unsigned_abs(),
            confirmations: row.confirmations.unsigned_abs(),
            block,
            usable_from: row.usable_from.map(i64::unsigned_abs),
        })
    }
}

fn all(rows: Vec<Row>) -> Result<Vec<Deposit>, CustodyError> {
    rows.into_iter().map(Deposit::try_from).collect()
}

/// The deposits with these transfer ids, locked.
pub(crate) async fn named(
    conn: &mut PgConnection,
    network: Network,
    tenants: &[Uuid],
    leg_uids: &[String],
) -> Result<Vec<Deposit>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT tenant_id, network, leg_uid, txid, purpose, owner_id, address, memo, currency, amount AS "amount: Atoms", state, reorg_epoch,
                  required, confirmations, block_height, block_hash, usable_from
           FROM deposits WHERE tenant_id = ANY($2) AND network = $1 AND leg_uid = ANY($3)
           ORDER BY tenant_id, leg_uid FOR UPDATE"#,
        network.code(),
        tenants,
        leg_uids,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// The deposits that are in the mempool or not fully confirmed; locked.
pub(crate) async fn open(conn: &mut PgConnection, network: Network) -> Result<Vec<Deposit>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT tenant_id, network, leg_uid, txid, purpose, owner_id, address, memo, currency, amount AS "amount: Atoms", state, reorg_epoch,
                  required, confirmations, block_height, block_hash, usable_from
           FROM deposits WHERE network = $1 AND state IN ('seen', 'confirming') ORDER BY tenant_id, leg_uid FOR UPDATE"#,
        network.code(),
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// The deposits that have been in the mempool since before `asked_at`; locked.
pub(crate) async fn waiting_since(
    conn: &mut PgConnection,
    network: Network,
    asked_at: DateTime<Utc>,
) -> Result<Vec<Deposit>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT tenant_id, network, leg_uid, txid, purpose, owner_id, address, memo, currency, amount AS "amount: Atoms", state, reorg_epoch,
                  required, confirmations, block_height, block_hash, usable_from
           FROM deposits WHERE network = $1 AND state = 'seen' AND updated_at < $2
           ORDER BY tenant_id, leg_uid FOR UPDATE"#,
        network.code(),
        asked_at,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// The deposits in blocks above `height`; locked.
pub(crate) async fn above(
    conn: &mut PgConnection,
    network: Network,
    height: i64,
) -> Result<Vec<Deposit>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT tenant_id, network, leg_uid, txid, purpose, owner_id, address, memo, currency, amount AS "amount: Atoms", state, reorg_epoch,
                  required, confirmations, block_height, block_hash, usable_from
           FROM deposits WHERE network = $1 AND block_height > $2 ORDER BY tenant_id, leg_uid FOR UPDATE"#,
        network.code(),
        height,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// The deposits of one transaction, oldest first.
pub(crate) async fn of_transaction(
    conn: &mut PgConnection,
    tenant: TenantId,
    transaction: TransactionId,
) -> Result<Vec<Deposit>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT tenant_id, network, leg_uid, txid, purpose, owner_id, address, memo, currency, amount AS "amount: Atoms", state, reorg_epoch,
                  required, confirmations, block_height, block_hash, usable_from
           FROM deposits WHERE tenant_id = $1 AND purpose = 'order' AND owner_id = $2 ORDER BY created_at, leg_uid LIMIT 100"#,
        tenant.uuid(),
        transaction.uuid(),
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// Inserts a new deposit to the address at `place` of `given_on`, in state `seen`. Returns false if it already exists.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    deposit: &Deposit,
    (given_on, place): (Network, AddressPath),
    now: DateTime<Utc>,
) -> Result<bool, CustodyError> {
    let (address, memo) = match &deposit.owner {
        DepositOwner::Known(_) => (None, None),
        DepositOwner::Unknown { address, memo } => (Some(address), memo.as_ref()),
    };
    let done = sqlx::query!(
        "INSERT INTO deposits (tenant_id, network, leg_uid, txid, branch, idx, purpose, owner_id, currency, amount, state,
                               required, created_at, updated_at, address_network, address, memo)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'seen', $11, $12, $12, $13, $14, $15)
         ON CONFLICT (tenant_id, network, leg_uid) DO NOTHING",
        deposit.tenant.uuid(),
        deposit.network.code(),
        deposit.leg_uid,
        deposit.txid,
        step(place.branch),
        i64::from(place.index),
        deposit.owner.known().map_or("nobody", purpose),
        deposit.owner.known().map(owner_id),
        deposit.amount.currency().code(),
        Atoms(deposit.amount.atoms()) as _,
        int(deposit.required),
        now,
        given_on.code(),
        address,
        memo,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The total received by an owner on a network, per currency. Excludes orphaned deposits unless they are in
/// `returning`. For a deposit account, which receives repeated payments, it excludes credited deposits too.
pub(crate) async fn arrived(
    conn: &mut PgConnection,
    network: Network,
    tenant: TenantId,
    owner: AddressOwner,
    returning: &[String],
) -> Result<Vec<Amount>, CustodyError> {
    let rows = sqlx::query!(
        r#"SELECT currency, sum(amount) AS "amount!: Atoms" FROM deposits
           WHERE tenant_id = $1 AND owner_id = $2 AND network = $3 AND (purpose = 'order' OR state <> 'credited')
             AND (state <> 'orphaned' OR leg_uid = ANY($4)) GROUP BY currency"#,
        tenant.uuid(),
        owner_id(owner),
        network.code(),
        returning,
    )
    .fetch_all(conn)
    .await?;
    let amount = |currency: String, atoms| {
        currency.parse().map(|currency| Amount::new(atoms, currency)).map_err(|_| CustodyError::Stored("currency"))
    };
    rows.into_iter().map(|row| amount(row.currency, row.amount.0)).collect()
}

/// Raises the required confirmations of an owner's uncredited deposits to at least `required`, and delays their UTXOs
/// accordingly.
pub(crate) async fn raise_required(
    conn: &mut PgConnection,
    network: Network,
    tenant: TenantId,
    owner: AddressOwner,
    required: u32,
) -> Result<(), CustodyError> {
    sqlx::query!(
        "WITH raised AS (UPDATE deposits SET required = $4
                         WHERE tenant_id = $1 AND owner_id = $2 AND network = $3 AND state <> 'credited'
                           AND required < $4
                         RETURNING leg_uid)
         UPDATE coins SET usable_from = GREATEST(usable_from, block_height + $4 - 1)
         FROM raised WHERE coins.tenant_id = $1 AND coins.network = $3 AND coins.outpoint = raised.leg_uid
                       AND coins.block_height IS NOT NULL",
        tenant.uuid(),
        owner_id(owner),
        network.code(),
        int(required),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Updates the mutable fields of a deposit.
pub(crate) async fn update(conn: &mut PgConnection, deposit: &Deposit, now: DateTime<Utc>) -> Result<(), CustodyError> {
    let done = sqlx::query!(
        "UPDATE deposits SET state = $4, reorg_epoch = $5, confirmations = $6, block_height = $7, block_hash = $8,
                             usable_from = $9, updated_at = $10
         WHERE tenant_id = $1 AND network = $2 AND leg_uid = $3",
        deposit.tenant.uuid(),
        deposit.network.code(),
        deposit.leg_uid,
        deposit.state.as_str(),
        deposit.reorg_epoch,
        int(deposit.confirmations),
        deposit.block.as_ref().map(|block| height(block.height)),
        deposit.block.as_ref().map(|block| block.hash.as_str()),
        deposit.usable_from.map(height),
        now,
    )
    .execute(conn)
    .await?;
    store::StoreError::ensure_one_row("deposit", done.rows_affected())?;
    Ok(())
}
