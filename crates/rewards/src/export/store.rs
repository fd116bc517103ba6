//! All SQL of the data export. Each row has its place in the order of the list.

use ::store::{Atoms, StoreError};
use kernel::{Amount, TenantUser};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// The rows of a page, each with its place.
type Rows = Vec<(Uuid, Value)>;

fn money(atoms: Atoms, currency: &str) -> Value {
    match currency.parse() {
        Ok(of) => json!({ "amount": Amount::new(atoms.0, of).to_decimal(), "currency": currency }),
        // A delisted currency has no decimals here.
        Err(_) => json!({ "atoms": atoms.0.to_string(), "currency": currency }),
    }
}

/// Lines of points, the newest first. The event is left out, because it can name another customer.
pub(super) async fn points(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Rows, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, jsonb_build_object('task', kind, 'points', points, 'day', day, 'at', at, 'season_id', season_id)
                  AS "row!"
           FROM farm_points WHERE tenant_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR id < $3)
           ORDER BY id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        after,
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.id, row.row)).collect())
}

/// The seasons in which the customer took part, with the days of their visits.
pub(super) async fn days(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Rows, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT p.season_id, jsonb_build_object('season_id', p.season_id, 'joined_at', p.joined_at, 'days',
                    ARRAY(SELECT d.day FROM farm_days d WHERE d.tenant_id = $1 AND d.season_id = p.season_id
                          AND d.user_id = $2 ORDER BY d.day)) AS "row!"
           FROM farm_players p WHERE p.tenant_id = $1 AND p.user_id = $2 AND ($3::uuid IS NULL OR p.season_id < $3)
           ORDER BY p.season_id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        after,
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.season_id, row.row)).collect())
}

/// Exchanges of points into the reward, the newest first.
pub(super) async fn exchanges(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Rows, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, season_id, points, currency, amount AS "amount: Atoms", order_id, at FROM farm_exchanges
           WHERE tenant_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        after,
        limit,
    );
    let shown = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let reward = money(row.amount, &row.currency);
        let shown = json!({ "season_id": row.season_id, "points": row.points, "reward": reward, "at": row.at,
            "transaction_id": row.order_id });
        (row.id, shown)
    });
    Ok(shown.collect())
}

/// The customer's own link.
pub(super) async fn link(conn: &mut PgConnection, TenantUser { tenant, user }: TenantUser) -> Result<Rows, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT user_id, jsonb_build_object('code', code, 'nickname', nickname, 'created_at', created_at,
                                              'blocked_at', blocked_at) AS "row!"
           FROM referral_links WHERE tenant_id = $1 AND user_id = $2"#,
        tenant.uuid(),
        user.uuid(),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.user_id, row.row)).collect())
}

/// The friends who joined by the customer's link, and the link by which the customer joined. Omits why a friend does not
/// count, because that is personal data of the friend.
pub(super) async fn referrals(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Rows, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT referee_id, CASE WHEN referee_id = $2
                    THEN jsonb_build_object('who', 'customer', 'joined_at', joined_at, 'network', network, 'device', device)
                    ELSE jsonb_build_object('who', 'friend', 'joined_at', joined_at) END AS "row!"
           FROM referrals
           WHERE tenant_id = $1 AND (referee_id = $2 OR (referrer_id = $2 AND refused IS NULL))
                 AND ($3::uuid IS NULL OR referee_id < $3)
           ORDER BY referee_id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        after,
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.referee_id, row.row)).collect())
}

/// What friends' orders earned for the customer, the newest first. Excludes the orders: they are personal data of the
/// friends.
pub(super) async fn earnings(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Rows, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT transaction_id, currency, amount AS "amount: Atoms", state, earned_at, due_at, booked_at
           FROM referral_earnings
           WHERE tenant_id = $1 AND referrer_id = $2 AND ($3::uuid IS NULL OR transaction_id < $3)
           ORDER BY transaction_id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        after,
        limit,
    );
    let shown = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let reward = money(row.amount, &row.currency);
        let shown = json!({ "reward": reward, "state": row.state, "earned_at": row.earned_at, "due_at": row.due_at,
            "booked_at": row.booked_at });
        (row.transaction_id, shown)
    });
    Ok(shown.collect())
}
