//! All SQL of publications. Every statement restricts the tenant, because `agio verify` uses some of them across
//! tenants.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use serde_json::Value;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::sum_tree::{Node, Page};
use crate::proof::Hash;
use crate::proof::commit::items;

/// The number of rows that are read or written at once.
pub(crate) const PAGE: i64 = 10_000;
/// The number of commits that are read at once; each may have some hundred kilobytes.
const HEAVY: i64 = 64;

/// A row of `liability_publications`.
#[derive(Debug, Clone)]
pub(crate) struct PublicationRow {
    pub number: i64,
    pub published_at: DateTime<Utc>,
    pub secret: Vec<u8>,
    pub reserves: Value,
    pub note: String,
}

/// A customer's account.
pub(crate) struct Account {
    pub id: i64,
    pub owner: Uuid,
    /// The posted balance, in the currency's smallest unit.
    pub balance: i128,
}

/// A platform account that reserves or other liabilities are computed from.
pub(crate) struct PlatformAccountRow {
    pub id: i64,
    /// The rail; `None` for transit and quarantine.
    pub sub: Option<String>,
    pub currency: String,
    /// The posted balance, in the currency's smallest unit: credits less debits.
    pub balance: i128,
}

/// A customer's balance in a publication.
pub(crate) struct Balance {
    pub owner: Uuid,
    pub currency: String,
    pub balance: i128,
}

/// A transfer, as far as it changes posted totals.
pub(crate) struct Moved {
    pub debit: i64,
    pub credit: i64,
    pub posted: i128,
}

/// Raises the statement and idle-in-transaction timeouts of this transaction above those of a request.
pub(super) async fn patient(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        r#"SELECT set_config('statement_timeout', '2min', true) AS "a!",
                  set_config('idle_in_transaction_session_timeout', '2min', true) AS "b!""#
    )
    .fetch_one(conn)
    .await?;
    Ok(())
}

/// Tries to take the tenant's publication lock until the end of the transaction; false if it is taken.
pub(super) async fn lock(conn: &mut PgConnection, tenant: TenantId) -> Result<bool, StoreError> {
    let name = format!("agio liabilities {}", tenant.uuid());
    let got = sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "got!""#, name);
    Ok(got.fetch_one(conn).await?)
}

/// The number of the publication with this id.
pub(super) async fn number_of(conn: &mut PgConnection, tenant: TenantId, id: Uuid) -> Result<Option<i64>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT number FROM liability_publications WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id
    );
    Ok(found.fetch_optional(conn).await?)
}

/// The publications below number `below`, newest first.
pub(crate) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    below: i64,
    limit: i64,
) -> Result<Vec<PublicationRow>, StoreError> {
    let rows = sqlx::query_as!(
        PublicationRow,
        "SELECT number, published_at, secret, reserves, note FROM liability_publications
         WHERE tenant_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
        tenant.uuid(),
        below,
        limit
    );
    Ok(rows.fetch_all(conn).await?)
}

/// The customers' accounts of a currency after account `after`, by key.
pub(crate) async fn accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    currency: &str,
    after: Option<i64>,
) -> Result<Vec<Account>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        r#"SELECT id, owner AS "owner!", credits_posted - debits_posted AS "balance!: Atoms" FROM accounts
           WHERE tenant_id = $1 AND book = 'customer' AND currency = $2 AND ($3::bigint IS NULL OR id > $3)
           ORDER BY id LIMIT $4"#,
        tenant.uuid(),
        currency,
        after,
        PAGE
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| Account { id: row.id, owner: row.owner, balance: row.balance.0 }).collect())
}

struct AccountRow {
    id: i64,
    owner: Uuid,
    balance: Atoms,
}

/// The accounts of rails, transit and quarantine: a few per currency.
pub(crate) async fn platform_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Vec<PlatformAccountRow>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, sub, currency, credits_posted - debits_posted AS "balance!: Atoms" FROM accounts
           WHERE tenant_id = $1 AND book IN ('rail', 'transit', 'quarantine') ORDER BY currency, book, sub LIMIT 10000"#,
        tenant.uuid()
    )
    .fetch_all(conn)
    .await?;
    let platform = rows.into_iter().map(|row| PlatformAccountRow {
        id: row.id,
        sub: row.sub,
        currency: row.currency,
        balance: row.balance.0,
    });
    Ok(platform.collect())
}

/// The currencies in which a customer ever had money.
pub(crate) async fn currencies(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<String>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT DISTINCT currency FROM accounts WHERE tenant_id = $1 AND book = 'customer' ORDER BY currency",
        tenant.uuid()
    );
    Ok(found.fetch_all(conn).await?)
}

/// The transfers of unsealed commits.
pub(crate) async fn unsealed(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<Uuid>, StoreError> {
    let manifests = sqlx::query_scalar!(
        "SELECT c.manifest FROM commits_unsealed u JOIN commits c ON c.tenant_id = u.tenant_id AND c.id = u.commit_id
         WHERE u.tenant_id = $1",
        tenant.uuid()
    );
    Ok(transfers_of(&manifests.fetch_all(conn).await?))
}

/// The transfers of the commits from leaf `from` of the log on, and the next leaf; `None` at the end.
pub(crate) async fn sealed_from(
    conn: &mut PgConnection,
    tenant: TenantId,
    from: u64,
) -> Result<Option<(Vec<Uuid>, u64)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT l.index, c.manifest FROM log_leaves l JOIN commits c ON c.tenant_id = l.tenant_id AND c.id = l.commit_id
         WHERE l.tenant_id = $1 AND l.index >= $2 ORDER BY l.index LIMIT $3",
        tenant.uuid(),
        from as i64,
        HEAVY
    )
    .fetch_all(conn)
    .await?;
    let next = rows.last().map(|row| row.index as u64 + 1);
    let manifests: Vec<Vec<u8>> = rows.into_iter().map(|row| row.manifest).collect();
    Ok(next.map(|next| (transfers_of(&manifests), next)))
}

/// An unreadable manifest counts as empty here; `agio verify` reports it.
fn transfers_of(manifests: &[Vec<u8>]) -> Vec<Uuid> {
    manifests.iter().filter_map(|manifest| items(manifest)).flatten().flat_map(|item| item.transfers).collect()
}

/// The posted effects of these transfers.
pub(crate) async fn moved(conn: &mut PgConnection, tenant: TenantId, ids: &[Uuid]) -> Result<Vec<Moved>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT debit_account, credit_account, posted AS "posted: Atoms" FROM transfers
           WHERE tenant_id = $1 AND id = ANY($2) AND posted > 0"#,
        tenant.uuid(),
        ids
    )
    .fetch_all(conn)
    .await?;
    let moved = |debit, credit, posted: Atoms| Moved { debit, credit, posted: posted.0 };
    Ok(rows.into_iter().map(|row| moved(row.debit_account, row.credit_account, row.posted)).collect())
}

pub(super) async fn insert_balances(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: i64,
    currency: &str,
    balances: &[(Uuid, u128)],
) -> Result<(), StoreError> {
    let owners: Vec<Uuid> = balances.iter().map(|(owner, _)| *owner).collect();
    // They were i128 when they were read.
    let amounts: Vec<Atoms> = balances.iter().map(|(_, balance)| Atoms(*balance as i128)).collect();
    sqlx::query!(
        "INSERT INTO liability_balances (tenant_id, number, owner, currency, balance)
         SELECT $1, $2, n.owner, $3, n.balance FROM UNNEST($4::uuid[], $5::numeric[]) AS n(owner, balance)",
        tenant.uuid(),
        number,
        currency,
        &owners,
        &amounts as &[Atoms],
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts as many pages as one statement takes.
pub(super) async fn insert_pages(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: i64,
    currency: &str,
    pages: &[Page],
) -> Result<(), StoreError> {
    let levels: Vec<i16> = pages.iter().map(|page| page.level as i16).collect();
    let indexes: Vec<i64> = pages.iter().map(|page| page.index as i64).collect();
    let firsts: Vec<&[u8]> = pages.iter().map(|page| page.nodes.first().map_or(&[][..], |node| &node.hash.0)).collect();
    let nodes: Vec<Vec<u8>> = pages.iter().map(Page::to_bytes).collect();
    sqlx::query!(
        "INSERT INTO liability_pages (tenant_id, number, currency, level, index, first, nodes)
         SELECT $1, $2, $3, n.* FROM UNNEST($4::smallint[], $5::bigint[], $6::bytea[], $7::bytea[]) AS n",
        tenant.uuid(),
        number,
        currency,
        &levels,
        &indexes,
        &firsts as &[&[u8]],
        &nodes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts the publication itself.
pub(super) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    row: &PublicationRow,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO liability_publications (tenant_id, number, id, published_at, secret, reserves, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        row.number,
        id,
        row.published_at,
        row.secret,
        row.reserves,
        row.note,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the proof data of publications up to `number`.
pub(super) async fn forget(conn: &mut PgConnection, tenant: TenantId, number: i64) -> Result<(), StoreError> {
    let tenant = tenant.uuid();
    sqlx::query!("DELETE FROM liability_balances WHERE tenant_id = $1 AND number <= $2", tenant, number)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM liability_pages WHERE tenant_id = $1 AND number <= $2", tenant, number)
        .execute(conn)
        .await?;
    Ok(())
}

/// The balances of `owner`, by currency.
pub(super) async fn balances_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: i64,
    owner: Uuid,
) -> Result<Vec<Balance>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT owner, currency, balance AS "balance: Atoms" FROM liability_balances
           WHERE tenant_id = $1 AND number = $2 AND owner = $3 ORDER BY currency"#,
        tenant.uuid(),
        number,
        owner
    )
    .fetch_all(conn)
    .await?;
    let balance = |owner, currency, balance: Atoms| Balance { owner, currency, balance: balance.0 };
    Ok(rows.into_iter().map(|row| balance(row.owner, row.currency, row.balance)).collect())
}

/// All balances in a currency after `after`, by owner.
pub(crate) async fn balances(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: i64,
    currency: &str,
    after: Option<Uuid>,
) -> Result<Vec<Balance>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT owner, currency, balance AS "balance: Atoms" FROM liability_balances
           WHERE tenant_id = $1 AND number = $2 AND currency = $3 AND ($4::uuid IS NULL OR owner > $4)
           ORDER BY owner LIMIT $5"#,
        tenant.uuid(),
        number,
        currency,
        after,
        PAGE
    )
    .fetch_all(conn)
    .await?;
    let balance = |owner, currency, balance: Atoms| Balance { owner, currency, balance: balance.0 };
    Ok(rows.into_iter().map(|row| balance(row.owner, row.currency, row.balance)).collect())
}

/// The page of leaves that covers this hash, and its index.
pub(super) async fn page_with(
    conn: &mut PgConnection,
    (tenant, number, currency): (TenantId, i64, &str),
    leaf: &Hash,
) -> Result<Option<(u64, Vec<Node>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT index, nodes FROM liability_pages
         WHERE tenant_id = $1 AND number = $2 AND currency = $3 AND level = 0 AND first <= $4
         ORDER BY first DESC LIMIT 1",
        tenant.uuid(),
        number,
        currency,
        leaf.0.as_slice()
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| Some((row.index as u64, Page::nodes_of(&row.nodes)?))))
}

/// The page at this position.
pub(super) async fn page_at(
    conn: &mut PgConnection,
    (tenant, number, currency): (TenantId, i64, &str),
    (level, index): (u32, u64),
) -> Result<Option<Vec<Node>>, StoreError> {
    let nodes = sqlx::query_scalar!(
        "SELECT nodes FROM liability_pages
         WHERE tenant_id = $1 AND number = $2 AND currency = $3 AND level = $4 AND index = $5",
        tenant.uuid(),
        number,
        currency,
        level as i16,
        index as i64
    );
    Ok(nodes.fetch_optional(conn).await?.and_then(|bytes| Page::nodes_of(&bytes)))
}
