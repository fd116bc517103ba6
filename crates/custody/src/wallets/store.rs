//! All SQL on wallets and addresses.

use chrono::{DateTime, Utc};
use exchange::rails::{AddressOwner, DepositAddress};
use kernel::{Amount, Currency, Network, TenantId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::CustodyError;
use crate::chain::{AddressPath, Branch, Derived};
use crate::columns::{owner, owner_id, purpose, step};
use crate::wallets::holdings::{Coins, Holding};

/// A tenant's wallet on one network.
pub(crate) struct Wallet {
    /// The hardened account number in its key paths.
    pub(crate) account: u32,
    /// The account public key from which its addresses derive.
    pub(crate) account_key: String,
    /// The next change index.
    pub(crate) next_change: u32,
}

impl Wallet {
    fn new(account: i32, account_key: String, next_change: i64) -> Result<Self, CustodyError> {
        let next_change = u32::try_from(next_change).map_err(|_| CustodyError::Stored("next index"))?;
        Ok(Self { account: account.unsigned_abs(), account_key, next_change })
    }
}

/// The purpose of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Owned(AddressOwner),
    Funding,
    Change,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Owned(owner) => purpose(owner),
            Self::Funding => "funding",
            Self::Change => "change",
        }
    }

    fn owner_id(self) -> Option<Uuid> {
        match self {
            Self::Owned(owner) => Some(owner_id(owner)),
            Self::Funding | Self::Change => None,
        }
    }
}

/// An address to insert.
pub(crate) struct NewAddress<'a> {
    pub(crate) network: Network,
    pub(crate) place: AddressPath,
    pub(crate) purpose: Purpose,
    pub(crate) currency: Currency,
    pub(crate) required: i32,
    pub(crate) derived: &'a Derived,
}

/// One of our addresses that received a transfer.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    pub(crate) tenant: TenantId,
    /// The network for which the address was given. A payment may arrive on another network of the family.
    pub(crate) network: Network,
    pub(crate) place: AddressPath,
    pub(crate) watch_key: String,
    pub(crate) owner: Option<AddressOwner>,
    /// Whether payers share the address and the memo of the transfer is no customer's.
    pub(crate) is_unowned: bool,
    pub(crate) required: u32,
}

/// A tenant's account number, allocated on first use. Needs a system transaction.
pub(crate) async fn account(conn: &mut PgConnection, tenant: TenantId) -> Result<u32, CustodyError> {
    // Allocation is rare and numbers must be unique, so it is serialised.
    sqlx::query!("LOCK TABLE custody_accounts IN SHARE ROW EXCLUSIVE MODE").execute(&mut *conn).await?;
    let account = sqlx::query_scalar!(
        r#"WITH known AS (SELECT account FROM custody_accounts WHERE owner = $1),
                fresh AS (INSERT INTO custody_accounts (account, owner)
                          SELECT (SELECT coalesce(max(account) + 1, 0) FROM custody_accounts), $1
                          WHERE NOT EXISTS (SELECT FROM known) RETURNING account)
           SELECT account AS "account!" FROM known UNION ALL SELECT account FROM fresh"#,
        tenant.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(account.unsigned_abs())
}

/// Creates a wallet unless it exists. Needs a system transaction.
pub(crate) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    account: u32,
    account_key: &str,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    sqlx::query!(
        "INSERT INTO custody_wallets (tenant_id, network, account, account_key, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        network.code(),
        i32::try_from(account).map_err(|_| CustodyError::Stored("account"))?,
        account_key,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The wallet.
pub(crate) async fn wallet(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
) -> Result<Option<Wallet>, CustodyError> {
    let row = sqlx::query!(
        "SELECT account, account_key, next_change FROM custody_wallets WHERE tenant_id = $1 AND network = $2",
        tenant.uuid(),
        network.code(),
    )
    .fetch_optional(conn)
    .await?;
    row.map(|row| Wallet::new(row.account, row.account_key, row.next_change)).transpose()
}

/// Tenants after `after` without a wallet on a network, or whose wallet has no address yet, by id; at most `limit`. Needs
/// a system transaction.
pub(crate) async fn without_wallet(
    conn: &mut PgConnection,
    network: Network,
    after: Option<TenantId>,
    limit: i64,
) -> Result<Vec<TenantId>, CustodyError> {
    let found = sqlx::query_scalar!(
        "SELECT t.id FROM tenants t LEFT JOIN custody_wallets w ON w.tenant_id = t.id AND w.network = $1
         WHERE coalesce(w.next_deposit, 0) = 0 AND ($3::uuid IS NULL OR t.id > $3) ORDER BY t.id LIMIT $2",
        network.code(),
        limit,
        after.map(TenantId::uuid) as Option<uuid::Uuid>,
    )
    .fetch_all(conn)
    .await?;
    Ok(found.into_iter().map(TenantId::from_uuid).collect())
}

/// The wallet, locked with the tenant's other wallets of the family, in one order. The lock serialises allocation of
/// addresses and UTXOs.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId, network: Network) -> Result<Wallet, CustodyError> {
    let rows = sqlx::query!(
        "SELECT network, account, account_key, next_change FROM custody_wallets
         WHERE tenant_id = $1 AND network = ANY($2) ORDER BY network FOR UPDATE",
        tenant.uuid(),
        &codes(network),
    )
    .fetch_all(conn)
    .await?;
    let row = rows.into_iter().find(|row| row.network == network.code()).ok_or(CustodyError::Stored("wallet"))?;
    Wallet::new(row.account, row.account_key, row.next_change)
}

/// The address already assigned for this purpose.
pub(crate) async fn assigned(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    purpose: Purpose,
) -> Result<Option<DepositAddress>, CustodyError> {
    let row = sqlx::query!(
        "SELECT address, memo, required FROM custody_addresses
         WHERE tenant_id = $1 AND network = $2 AND purpose = $3 AND owner_id IS NOT DISTINCT FROM $4
         ORDER BY idx LIMIT 1",
        tenant.uuid(),
        network.code(),
        purpose.as_str(),
        purpose.owner_id(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| DepositAddress {
        address: row.address,
        memo: row.memo,
        confirmations_required: row.required.unsigned_abs(),
    }))
}

/// Allocates the next index of a branch. Call it under the wallet's lock. Networks of one family share keys, so an index
/// of one is never used by another: an address has one owner, on whichever network the money arrives. All rows of the family
/// move, so that a wallet that is opened meanwhile counts on.
pub(crate) async fn next_index(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    branch: Branch,
) -> Result<u32, CustodyError> {
    let taken = sqlx::query_scalar!(
        r#"WITH family AS (SELECT max(next_deposit) AS next_deposit, max(next_change) AS next_change
                           FROM custody_wallets WHERE tenant_id = $1 AND network = ANY($2)),
                moved AS (UPDATE custody_wallets w
                          SET next_deposit = f.next_deposit + CASE WHEN $3 = 0::smallint THEN 1 ELSE 0 END,
                              next_change = f.next_change + CASE WHEN $3 = 1::smallint THEN 1 ELSE 0 END
                          FROM family f WHERE w.tenant_id = $1 AND w.network = ANY($2))
           SELECT CASE WHEN $3 = 0::smallint THEN next_deposit ELSE next_change END AS "taken!" FROM family"#,
        tenant.uuid(),
        &codes(network),
        step(branch),
    )
    .fetch_one(conn)
    .await?;
    u32::try_from(taken).map_err(|_| CustodyError::Stored("next index"))
}

/// The codes of the networks that share keys with `network`, itself included.
fn codes(network: Network) -> Vec<String> {
    network.family_members().map(|member| member.code().to_owned()).collect()
}

/// Inserts an address.
pub(crate) async fn insert_address(
    conn: &mut PgConnection,
    tenant: TenantId,
    new: &NewAddress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let done = sqlx::query!(
        "INSERT INTO custody_addresses (tenant_id, network, branch, idx, purpose, address, memo, watch_key, owner_id,
                                        currency, required, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        tenant.uuid(),
        new.network.code(),
        step(new.place.branch),
        i64::from(new.place.index),
        new.purpose.as_str(),
        new.derived.address,
        new.derived.memo,
        new.derived.watch_key,
        new.purpose.owner_id(),
        new.currency.code(),
        new.required,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("address", done.rows_affected())?;
    Ok(())
}

/// Our addresses among these keys, those of other networks of the family included. Queried per block instead of cached,
/// so that an address another process has just assigned is found too.
pub(crate) async fn watched(
    conn: &mut PgConnection,
    network: Network,
    keys: &[String],
) -> Result<Vec<Watched>, CustodyError> {
    let rows = sqlx::query_as!(
        WatchedRow,
        "SELECT tenant_id, network, branch, idx, watch_key, purpose, owner_id, required FROM custody_addresses
         WHERE network = ANY($1) AND watch_key = ANY($2)",
        &codes(network),
        keys,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.watched(false)).collect()
}

/// Our addresses among these shared ones, as the receivers of payments without the memo of a customer. Each stands for the
/// first of its memos; `watch_key` is the address.
pub(crate) async fn shared(
    conn: &mut PgConnection,
    network: Network,
    addresses: &[String],
) -> Result<Vec<Watched>, CustodyError> {
    let rows = sqlx::query_as!(
        WatchedRow,
        "SELECT DISTINCT ON (address) tenant_id, network, branch, idx, address AS watch_key, purpose, owner_id, required
         FROM custody_addresses WHERE network = $1 AND address = ANY($2) ORDER BY address, branch, idx",
        network.code(),
        addresses,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.watched(true)).collect()
}

struct WatchedRow {
    tenant_id: Uuid,
    network: String,
    branch: i16,
    idx: i64,
    watch_key: String,
    purpose: String,
    owner_id: Option<Uuid>,
    required: i32,
}

impl WatchedRow {
    fn watched(self, is_unowned: bool) -> Result<Watched, CustodyError> {
        let branch = Branch::of_step(self.branch).ok_or(CustodyError::Stored("branch"))?;
        let index = u32::try_from(self.idx).map_err(|_| CustodyError::Stored("index"))?;
        Ok(Watched {
            tenant: TenantId::from_uuid(self.tenant_id),
            network: self.network.parse().map_err(|_| CustodyError::Stored("network"))?,
            place: AddressPath { branch, index },
            watch_key: self.watch_key,
            owner: self.owner_id.filter(|_| !is_unowned).and_then(|id| owner(&self.purpose, id)),
            is_unowned,
            required: self.required.unsigned_abs(),
        })
    }
}

/// All wallets with their balances, by tenant. Needs a system transaction.
pub(crate) async fn holdings(conn: &mut PgConnection) -> Result<Vec<Holding>, CustodyError> {
    let rows = sqlx::query!(
        r#"SELECT w.tenant_id, w.network, a.address AS "address?", a.memo AS "memo?", c.known AS "known!",
                  c.balance AS "balance!: Atoms", c.reserved AS "reserved!: Atoms"
           FROM custody_wallets w
           LEFT JOIN LATERAL (SELECT address, memo FROM custody_addresses f
                              WHERE f.tenant_id = w.tenant_id AND f.network = w.network AND f.purpose = 'funding'
                              ORDER BY idx LIMIT 1) a ON true
           CROSS JOIN LATERAL (SELECT count(*) AS known, coalesce(sum(amount) FILTER (WHERE lies), 0) AS balance,
                                      coalesce(sum(amount) FILTER (WHERE lies AND reserved_by IS NOT NULL), 0) AS reserved
                               FROM (SELECT amount, reserved_by, spent_txid IS NULL AND block_height IS NOT NULL AS lies
                                     FROM coins WHERE tenant_id = w.tenant_id AND network = w.network) coins) c
           ORDER BY w.tenant_id, w.network LIMIT 10000"#,
    )
    .fetch_all(conn)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let network: Network = row.network.parse().map_err(|_| CustodyError::Stored("network"))?;
        let amount = |atoms: Atoms| Amount::new(atoms.0, network.native());
        let coins = Coins { balance: amount(row.balance), reserved: amount(row.reserved) };
        found.push(Holding {
            tenant: TenantId::from_uuid(row.tenant_id),
            network,
            funding_address: row.address,
            memo: row.memo,
            coins: (row.known > 0).then_some(coins),
        });
    }
    Ok(found)
}

/// Networks on which the tenant ever received UTXOs. Needs a tenant transaction.
pub(crate) async fn networks_with_coins(conn: &mut PgConnection) -> Result<Vec<Network>, CustodyError> {
    let codes = sqlx::query_scalar!("SELECT DISTINCT network FROM coins ORDER BY network").fetch_all(conn).await?;
    codes.iter().map(|code| code.parse().map_err(|_| CustodyError::Stored("network"))).collect()
}

/// The addresses with confirmed unspent UTXOs, largest balance first, and the total over all addresses. Needs a tenant
/// transaction.
pub(crate) async fn by_address(
    conn: &mut PgConnection,
    network: Network,
    limit: i64,
) -> Result<(Vec<(String, i128)>, i128), CustodyError> {
    let rows = sqlx::query!(
        r#"SELECT a.address, sum(c.amount) AS "amount!: Atoms", sum(sum(c.amount)) OVER () AS "total!: Atoms"
           FROM coins c JOIN custody_addresses a
             ON a.tenant_id = c.tenant_id AND a.network = c.network AND a.branch = c.branch AND a.idx = c.idx
           WHERE c.network = $1 AND c.spent_txid IS NULL AND c.block_height IS NOT NULL
           GROUP BY a.address ORDER BY 2 DESC, 1 LIMIT $2"#,
        network.code(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let total = rows.first().map_or(0, |row| row.total.0);
    Ok((rows.into_iter().map(|row| (row.address, row.amount.0)).collect(), total))
}
