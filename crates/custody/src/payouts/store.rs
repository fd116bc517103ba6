//! All SQL on payouts.

use chrono::{DateTime, Utc};
use kernel::{Amount, Network, TenantId, TransactionId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::model::{Payout, PayoutState};
use crate::CustodyError;
use crate::columns::{height, int};

struct Row {
    tenant_id: Uuid,
    id: Uuid,
    transaction_id: Uuid,
    leg: i32,
    network: String,
    currency: String,
    amount: Atoms,
    address: String,
    memo: Option<String>,
    state: String,
    attempt: i32,
    required: i32,
    confirmations: i32,
    block_height: Option<i64>,
    reason: Option<String>,
    reported_txid: Option<String>,
    reports: i32,
    txid: Option<String>,
    network_fee: Option<Atoms>,
}

impl TryFrom<Row> for Payout {
    type Error = CustodyError;

    fn try_from(row: Row) -> Result<Self, CustodyError> {
        let network: Network = row.network.parse().map_err(|_| CustodyError::Stored("network"))?;
        let currency = row.currency.parse().map_err(|_| CustodyError::Stored("currency"))?;
        Ok(Self {
            tenant: TenantId::from_uuid(row.tenant_id),
            id: row.id,
            transaction: TransactionId::from_uuid(row.transaction_id),
            leg: u16::try_from(row.leg).map_err(|_| CustodyError::Stored("leg"))?,
            network,
            amount: Amount::new(row.amount.0, currency),
            address: row.address,
            memo: row.memo,
            state: PayoutState::of(&row.state).ok_or(CustodyError::Stored("payout state"))?,
            attempt: row.attempt,
            required: row.required.unsigned_abs(),
            confirmations: row.confirmations.unsigned_abs(),
            block_height: row.block_height.map(i64::unsigned_abs),
            reason: row.reason,
            reported: row.reported_txid,
            reports: row.reports.unsigned_abs(),
            txid: row.txid,
            network_fee: row.network_fee.map(|fee| Amount::new(fee.0, network.native())),
        })
    }
}

fn all(rows: Vec<Row>) -> Result<Vec<Payout>, CustodyError> {
    rows.into_iter().map(Payout::try_from).collect()
}

/// Inserts a payout unless the leg already has one. Returns the stored payout.
pub(super) async fn request(conn: &mut PgConnection, new: &Payout, now: DateTime<Utc>) -> Result<Payout, CustodyError> {
    sqlx::query!(
        "INSERT INTO payouts (tenant_id, id, transaction_id, leg, network, currency, amount, address, memo, state, required,
                              check_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'requested', $10, $11, $11, $11)
         ON CONFLICT (tenant_id, transaction_id, leg) DO NOTHING",
        new.tenant.uuid(),
        new.id,
        new.transaction.uuid(),
        i32::from(new.leg),
        new.network.code(),
        new.amount.currency().code(),
        Atoms(new.amount.atoms()) as _,
        new.address,
        new.memo,
        int(new.required),
        now,
    )
    .execute(&mut *conn)
    .await?;
    let found = of_leg(conn, new.tenant, new.transaction, new.leg).await?;
    found.ok_or(CustodyError::Stored("payout"))
}

/// The payout of a leg.
pub(super) async fn of_leg(
    conn: &mut PgConnection,
    tenant: TenantId,
    transaction: TransactionId,
    leg: u16,
) -> Result<Option<Payout>, CustodyError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms", p.address,
                  p.memo, p.state, p.attempt, p.required, p.confirmations, p.block_height, p.reason, p.reported_txid,
                  p.reports, a.txid AS "txid?", a.network_fee AS "network_fee?: Atoms"
           FROM payouts p
           LEFT JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id AND a.state = 'live'
           WHERE p.tenant_id = $1 AND p.transaction_id = $2 AND p.leg = $3"#,
        tenant.uuid(),
        transaction.uuid(),
        i32::from(leg),
    )
    .fetch_optional(conn)
    .await?;
    row.map(Payout::try_from).transpose()
}

/// Payouts with one of these transaction ids, each with the attempt that has it; locked.
pub(super) async fn with_txids(
    conn: &mut PgConnection,
    network: Network,
    txids: &[String],
) -> Result<Vec<Payout>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms", p.address,
                  p.memo, p.state, a.attempt, p.required, p.confirmations, p.block_height, p.reason, p.reported_txid,
                  p.reports, a.txid AS "txid?", a.network_fee AS "network_fee?: Atoms"
           FROM payouts p
           JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id
           WHERE a.network = $1 AND a.txid = ANY($2) ORDER BY p.tenant_id, p.id FOR UPDATE OF p"#,
        network.code(),
        txids,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// Payouts in blocks above `above`; with `included_only`, only those that are not final yet. Locked.
pub(super) async fn in_blocks(
    conn: &mut PgConnection,
    network: Network,
    above: u64,
    included_only: bool,
) -> Result<Vec<Payout>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms", p.address,
                  p.memo, p.state, p.attempt, p.required, p.confirmations, p.block_height, p.reason, p.reported_txid,
                  p.reports, a.txid AS "txid?", a.network_fee AS "network_fee?: Atoms"
           FROM payouts p
           JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id AND a.state = 'live'
           WHERE p.network = $1 AND p.block_height > $2 AND (NOT $3 OR p.state = 'included')
           ORDER BY p.tenant_id, p.id FOR UPDATE OF p"#,
        network.code(),
        height(above),
        included_only,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// Updates the state of a payout on the chain. The live attempt changes separately.
pub(super) async fn update(
    conn: &mut PgConnection,
    payout: &Payout,
    check_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let done = sqlx::query!(
        "UPDATE payouts SET state = $3, confirmations = $4, block_height = $5, reason = NULL, check_at = $6, updated_at = $7,
                            reported_txid = $8, reports = $9
         WHERE tenant_id = $1 AND id = $2",
        payout.tenant.uuid(),
        payout.id,
        payout.state.as_str(),
        int(payout.confirmations),
        payout.block_height.map(height),
        check_at,
        now,
        payout.reported,
        int(payout.reports),
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("payout", done.rows_affected())?;
    Ok(())
}

/// Moves a payout from one state to the next. Returns false if its state or attempt has changed.
pub(super) async fn step(
    conn: &mut PgConnection,
    payout: &Payout,
    to: PayoutState,
    check_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, CustodyError> {
    let done = sqlx::query!(
        "UPDATE payouts SET state = $4, reason = NULL, check_at = $5, updated_at = $6
         WHERE tenant_id = $1 AND id = $2 AND state = $3 AND attempt = $7",
        payout.tenant.uuid(),
        payout.id,
        payout.state.as_str(),
        to.as_str(),
        check_at,
        now,
        payout.attempt,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Makes another attempt the live one, while `payout` is signed or sent and its attempt is still the live one. Returns
/// false if that has changed.
pub(super) async fn set_attempt(
    conn: &mut PgConnection,
    payout: &Payout,
    attempt: i32,
    check_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, CustodyError> {
    let done = sqlx::query!(
        "UPDATE payouts SET attempt = $4, check_at = $5, updated_at = $6
         WHERE tenant_id = $1 AND id = $2 AND attempt = $3 AND state IN ('signed', 'sent')",
        payout.tenant.uuid(),
        payout.id,
        payout.attempt,
        attempt,
        check_at,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The payouts of a transaction, by leg.
pub(super) async fn of_transaction(
    conn: &mut PgConnection,
    tenant: TenantId,
    transaction: TransactionId,
) -> Result<Vec<Payout>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms", p.address,
                  p.memo, p.state, p.attempt, p.required, p.confirmations, p.block_height, p.reason, p.reported_txid,
                  p.reports, a.txid AS "txid?", a.network_fee AS "network_fee?: Atoms"
           FROM payouts p
           LEFT JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id AND a.state = 'live'
           WHERE p.tenant_id = $1 AND p.transaction_id = $2 ORDER BY p.leg LIMIT 100"#,
        tenant.uuid(),
        transaction.uuid(),
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// Records why a payout waits.
pub(super) async fn note(
    conn: &mut PgConnection,
    payout: &Payout,
    reason: &str,
    check_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let reason: String = reason.chars().filter(|letter| *letter != '\0').take(500).collect();
    sqlx::query!(
        "UPDATE payouts SET reason = $3, check_at = $4, updated_at = $5 WHERE tenant_id = $1 AND id = $2",
        payout.tenant.uuid(),
        payout.id,
        reason,
        check_at,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Unsent payouts without any update since `before`: their job is presumed dead. Marks them as checked.
pub(super) async fn forgotten(
    conn: &mut PgConnection,
    network: Network,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Payout>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"WITH found AS (
               SELECT p.tenant_id, p.id FROM payouts p
               WHERE p.network = $1 AND p.check_at <= $2
                 AND (p.state IN ('requested', 'built')
                      OR (p.state = 'signed'
                          AND NOT EXISTS (SELECT FROM payout_attempts a WHERE a.tenant_id = p.tenant_id
                                          AND a.payout_id = p.id AND a.state <> 'dead' AND a.broadcasts > 0)))
               ORDER BY p.check_at, p.id LIMIT $4 FOR UPDATE OF p SKIP LOCKED)
           UPDATE payouts p SET check_at = $3 FROM found
           WHERE p.tenant_id = found.tenant_id AND p.id = found.id
           RETURNING p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms",
                     p.address, p.memo, p.state, p.attempt, p.required, p.confirmations, p.block_height, p.reason,
                     p.reported_txid, p.reports, NULL::text AS txid, NULL::numeric AS "network_fee: Atoms""#,
        network.code(),
        before,
        now,
        limit,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// Broadcast payouts that are due for a check.
pub(super) async fn to_check(
    conn: &mut PgConnection,
    network: Network,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Payout>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms", p.address,
                  p.memo, p.state, p.attempt, p.required, p.confirmations, p.block_height, p.reason, p.reported_txid,
                  p.reports, a.txid AS "txid?", a.network_fee AS "network_fee?: Atoms"
           FROM payouts p
           JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id AND a.state = 'live'
           WHERE p.network = $1 AND p.state IN ('signed', 'sent') AND p.check_at <= $2
             AND EXISTS (SELECT FROM payout_attempts b WHERE b.tenant_id = p.tenant_id AND b.payout_id = p.id
                         AND b.state <> 'dead' AND b.broadcasts > 0)
           ORDER BY p.check_at, p.id LIMIT $3"#,
        network.code(),
        now,
        limit,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}

/// Broadcast payouts that can never be mined: at or below height `depth_at`, another transaction spent one of their
/// UTXOs or an input of the transaction that created it.
pub(super) async fn proven_dead(
    conn: &mut PgConnection,
    network: Network,
    depth_at: i64,
) -> Result<Vec<Payout>, CustodyError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.tenant_id, p.id, p.transaction_id, p.leg, p.network, p.currency, p.amount AS "amount: Atoms", p.address,
                  p.memo, p.state, p.attempt, p.required, p.confirmations, p.block_height, p.reason, p.reported_txid,
                  p.reports, a.txid AS "txid?", a.network_fee AS "network_fee?: Atoms"
           FROM payouts p
           JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id AND a.state = 'live'
           WHERE p.network = $1 AND p.state IN ('signed', 'sent')
             AND EXISTS (SELECT FROM coins c WHERE c.tenant_id = p.tenant_id AND c.reserved_by = p.id
                         AND (c.void_height <= $2
                              OR (c.spent_height <= $2
                                  AND NOT EXISTS (SELECT FROM payout_attempts own WHERE own.tenant_id = p.tenant_id
                                                  AND own.payout_id = p.id AND own.state <> 'dead'
                                                  AND own.txid = c.spent_txid))))
           ORDER BY p.tenant_id, p.id LIMIT 100 FOR UPDATE OF p"#,
        network.code(),
        depth_at,
    )
    .fetch_all(conn)
    .await?;
    all(rows)
}
