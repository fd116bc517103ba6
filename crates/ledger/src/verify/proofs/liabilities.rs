//! Publications of liabilities: signatures and numbers of all of them, and a recomputation of the newest.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ::store::{PgConnection, StoreError};
use kernel::TenantId;
use uuid::Uuid;

use super::store::{self as all, PublicationRow};
use super::{Cursor, Finding, Found, ProofCounts, Trust};
use crate::proof::liabilities::books::{PlatformSide, Since};
use crate::proof::liabilities::sum_tree::{Node, leaves_for, padding, root, split};
use crate::proof::liabilities::{Line, Published, Reserve, Statement, check_published, store};
use crate::proof::{Checkpoint, NOTE_BYTES_MAX, VerifierKey, origin};

/// Checks the publications of every tenant.
pub(super) async fn check(
    conn: &mut PgConnection,
    trust: &Trust,
    proved: &mut ProofCounts,
) -> Result<Found, StoreError> {
    let mut rows = Cursor::<PublicationRow>::open(conn).await?;
    while let Some(tenant) = rows.peek(conn).await?.map(|row| row.tenant_id) {
        let id = TenantId::from_uuid(tenant);
        let (mut number, mut newest) = (0, None);
        while let Some(row) = rows.next_of(conn, tenant).await? {
            number += 1;
            match signed(&row, number, id, trust) {
                Err(finding) => return Ok(Some((id, finding))),
                Ok(read) => newest = Some((row, read)),
            }
            proved.publications += 1;
        }
        let Some((row, read)) = newest else { continue };
        if let Some(finding) = recomputed(conn, id, &row, &read).await? {
            return Ok(Some((id, finding)));
        }
    }
    all::orphaned_balances(conn).await
}

/// A parsed publication row.
struct Read {
    statement: Statement,
    reserves: Vec<Reserve>,
}

/// Checks that a row matches its signed note and is the next in sequence.
fn signed(row: &PublicationRow, number: i64, tenant: TenantId, trust: &Trust) -> Result<Read, Finding> {
    let name = format!("publication {} of liabilities", row.number);
    if row.number != number {
        return Err(Finding::new(format!("publication {number} of liabilities"), "there", "gone"));
    }
    let unreadable = |error: &dyn std::fmt::Display| Finding::new(name.clone(), "a statement that was signed", error);
    let reserves: Vec<Reserve> = serde_json::from_value(row.reserves.clone()).map_err(|error| unreadable(&error))?;
    let statement = match trust.key(tenant) {
        Some(key) => by_key(&key, row, &reserves),
        None => unsigned(&row.note),
    };
    let statement = statement.map_err(|error| unreadable(&error))?;
    let (origin, at) = (origin(tenant), row.published_at);
    let fits = statement.number == number.unsigned_abs() && statement.at == at && statement.origin == origin;
    if !fits || statement.reserves != crate::proof::liabilities::hash_of(&reserves) {
        let expected = format!("number {number} of {origin} at {at} with its reserves");
        return Err(Finding::new(name, expected, statement.text()));
    }
    Ok(Read { statement, reserves })
}

fn by_key(key: &VerifierKey, row: &PublicationRow, reserves: &[Reserve]) -> Result<Statement, String> {
    let published = Published { key: key.to_string(), note: row.note.clone(), reserves: reserves.to_vec() };
    check_published(&published, Some(key)).map_err(|error| error.to_string())
}

/// Without a key only the text can be checked.
fn unsigned(note: &str) -> Result<Statement, String> {
    let text = note.rfind("\n\n").filter(|_| note.len() <= NOTE_BYTES_MAX).and_then(|at| note.get(..=at));
    Statement::parse(text.unwrap_or_default()).map_err(|error| error.to_string())
}

/// Recomputes the newest publication from the ledger at the size that its log had.
async fn recomputed(
    conn: &mut PgConnection,
    tenant: TenantId,
    row: &PublicationRow,
    Read { statement, reserves }: &Read,
) -> Result<Option<Finding>, StoreError> {
    let name = format!("publication {} of liabilities", row.number);
    if let Some(found) = other_log(conn, tenant, statement).await? {
        return Ok(Some(Finding::new(name, format!("the log's root {found} at its size"), statement.log_root)));
    }
    let since = Since::read(conn, tenant, statement.log_size).await?;
    let side = PlatformSide::read(conn, tenant, &since).await?;
    if let Some((subject, booked, told)) = platform_side(&side, statement, reserves) {
        return Ok(Some(Finding::new(format!("{name}, {subject}"), booked, told)));
    }
    // A line of a currency that no customer ever had claims a tree that does not exist.
    let told = statement.lines.iter().filter(|line| line.leaves > 0).map(|line| line.currency.clone());
    let currencies: BTreeSet<String> = store::currencies(conn, tenant).await?.into_iter().chain(told).collect();
    for currency in currencies {
        let line = statement.line(&currency);
        if let Some(finding) = customers(conn, tenant, row, &currency, (line, &since)).await? {
            return Ok(Some(Finding { subject: format!("{name}, {}", finding.subject), ..finding }));
        }
    }
    Ok(None)
}

/// The first difference between the platform's side of the ledger and its publication, with both figures. A missing
/// entry counts as zero.
fn platform_side(side: &PlatformSide, statement: &Statement, reserves: &[Reserve]) -> Option<(String, i128, i128)> {
    let told: BTreeMap<&str, i128> = statement
        .lines
        .iter()
        .map(|line| (line.currency.as_str(), i128::try_from(line.under_way).unwrap_or(i128::MAX)))
        .collect();
    let booked: BTreeMap<&str, i128> = side.under_way.iter().map(|(currency, sum)| (currency.as_str(), *sum)).collect();
    if let Some((currency, booked, told)) = difference(&booked, &told) {
        return Some((format!("{currency} under way"), booked, told));
    }
    let told: BTreeMap<(&str, &str), i128> =
        reserves.iter().map(|reserve| ((reserve.currency.as_str(), reserve.rail.as_str()), reserve.booked)).collect();
    let booked: BTreeMap<(&str, &str), i128> =
        side.rails.iter().map(|((currency, rail), sum)| ((currency.as_str(), rail.as_str()), *sum)).collect();
    let ((currency, rail), booked, told) = difference(&booked, &told)?;
    Some((format!("{currency} booked at {rail}"), booked, told))
}

/// The first key at which two tables differ; a missing entry counts as zero.
fn difference<K: Ord + Copy>(ours: &BTreeMap<K, i128>, theirs: &BTreeMap<K, i128>) -> Option<(K, i128, i128)> {
    let keys: BTreeSet<K> = ours.keys().chain(theirs.keys()).copied().collect();
    let at = |table: &BTreeMap<K, i128>, key: &K| table.get(key).copied().unwrap_or_default();
    keys.into_iter().map(|key| (key, at(ours, &key), at(theirs, &key))).find(|(_, ours, theirs)| ours != theirs)
}

/// The root of the log's checkpoint, if it differs from the statement's.
async fn other_log(
    conn: &mut PgConnection,
    tenant: TenantId,
    statement: &Statement,
) -> Result<Option<String>, StoreError> {
    if statement.log_size == 0 {
        return Ok(None);
    }
    let signed = all::checkpoint_note(conn, tenant, statement.log_size).await?;
    let read = signed.as_deref().and_then(|note| Checkpoint::unverified(note).ok());
    Ok(match read {
        Some(read) if read.root == statement.log_root => None,
        Some(read) => Some(read.root.to_string()),
        None => Some("of a checkpoint".to_owned()),
    })
}

/// Recomputes every customer's balance in a currency, and the tree over them.
async fn customers(
    conn: &mut PgConnection,
    tenant: TenantId,
    row: &PublicationRow,
    currency: &str,
    (line, since): (Option<&Line>, &Since),
) -> Result<Option<Finding>, StoreError> {
    let secret: [u8; 32] = row.secret.as_slice().try_into().unwrap_or_default();
    let mut told = told(conn, tenant, row.number, currency).await?;
    let (mut leaves, mut total, mut after) = (Vec::new(), 0_i128, None);
    loop {
        let page = store::accounts(conn, tenant, currency, after).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for account in &page {
            let balance = since.before(account.id, account.balance);
            let found = told.remove(&account.owner).unwrap_or_default();
            if balance != found {
                let subject = format!("{currency} of customer {}", account.owner);
                return Ok(Some(Finding::new(subject, balance, found)));
            }
            total += balance;
            if let Some(balance) = u128::try_from(balance).ok().filter(|balance| *balance > 0) {
                let parts = split(&secret, account.owner, currency, balance);
                leaves.extend(parts.iter().map(|part| Node::leaf(account.owner, part)));
            }
        }
    }
    if let Some((owner, found)) = told.into_iter().min() {
        return Ok(Some(Finding::new(format!("{currency} of customer {owner}"), 0, found)));
    }
    let published = line.and_then(|line| i128::try_from(line.root.sum).ok()).unwrap_or_default();
    if published != total {
        return Ok(Some(Finding::new(format!("{currency} owed to customers"), total, published)));
    }
    Ok(line.and_then(|line| other_tree(&secret, currency, leaves, line)))
}

/// The stored balances of all customers in a currency. Takes memory in proportion to their number.
async fn told(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: i64,
    currency: &str,
) -> Result<HashMap<Uuid, i128>, StoreError> {
    let (mut told, mut after) = (HashMap::new(), None);
    loop {
        let page = store::balances(conn, tenant, number, currency, after).await?;
        let Some(last) = page.last() else { return Ok(told) };
        after = Some(last.owner);
        told.extend(page.iter().map(|row| (row.owner, row.balance)));
    }
}

fn other_tree(secret: &[u8; 32], currency: &str, mut leaves: Vec<Node>, line: &Line) -> Option<Finding> {
    let size = leaves_for(leaves.len() as u64).unwrap_or_default();
    leaves.extend((leaves.len() as u64..size).map(|number| padding(secret, currency, number)));
    leaves.sort_unstable();
    let computed = root(&leaves).ok().filter(|_| size == line.leaves);
    let differs = || {
        let computed = computed.map_or_else(|| format!("a tree of {size} leaves"), |node| node.hash.to_string());
        Finding::new(format!("the root over {currency}"), computed, line.root.hash)
    };
    (computed != Some(line.root)).then(differs)
}
