//! All SQL of promo codes.

use ::store::{Atoms, PgConnection, StoreError};
use chrono::{DateTime, NaiveDateTime, Utc};
use exchange::promotion::Redemption;
use kernel::{Amount, CampaignId, TenantId, TransactionId, UserId};
use uuid::Uuid;

use super::model::{Campaign, CampaignState, Counted, Terms};
use crate::schedule::{LocalRange, Schedule};

/// The time zone of a tenant without a row.
const ZONE_DEFAULT: &str = "UTC";

struct Row {
    id: Uuid,
    name: String,
    state: String,
    ppm: i32,
    bonus: Option<Atoms>,
    time_zone: String,
    from_local: Option<NaiveDateTime>,
    until_local: Option<NaiveDateTime>,
    from_at: Option<DateTime<Utc>>,
    until_at: Option<DateTime<Utc>>,
    uses_max: Option<i32>,
    per_person: Option<i32>,
    currency: String,
    budget: Option<Atoms>,
    minimum: Option<Atoms>,
    is_first_only: bool,
    countries: Vec<String>,
    payways: Vec<String>,
    uses: i64,
    spent: Atoms,
    made_by: String,
    made_at: DateTime<Utc>,
}

impl Row {
    /// `None` for a currency, country or payway that is no longer known: such a campaign gives nothing.
    fn read(self) -> Option<Campaign> {
        let currency = self.currency.parse().ok()?;
        let amount = |atoms: Atoms| Amount::new(atoms.0, currency);
        let count = |count: Option<i32>| count.and_then(|count| u32::try_from(count).ok());
        let countries: Result<_, _> = self.countries.iter().map(|code| code.parse()).collect();
        let payways: Result<_, _> = self.payways.iter().map(|code| code.parse()).collect();
        Some(Campaign {
            id: CampaignId::from_uuid(self.id),
            name: self.name,
            state: CampaignState::read(&self.state),
            terms: Terms {
                ppm: u32::try_from(self.ppm).ok()?,
                bonus: self.bonus.map(amount),
                uses_max: count(self.uses_max),
                per_person: count(self.per_person),
                currency,
                budget: self.budget.map(amount),
                minimum: self.minimum.map(amount),
                is_first_only: self.is_first_only,
                countries: countries.ok()?,
                payways: payways.ok()?,
            },
            time_zone: self.time_zone,
            range: LocalRange { from: self.from_local, until: self.until_local },
            schedule: Schedule { from: self.from_at, until: self.until_at },
            uses: self.uses,
            spent: amount(self.spent),
            made_by: self.made_by,
            made_at: self.made_at,
        })
    }
}

/// The name of the tenant's time zone.
pub(crate) async fn time_zone(conn: &mut PgConnection, tenant: TenantId) -> Result<String, StoreError> {
    let found = sqlx::query_scalar!("SELECT time_zone FROM campaign_clocks WHERE tenant_id = $1", tenant.uuid());
    Ok(found.fetch_optional(conn).await?.unwrap_or_else(|| ZONE_DEFAULT.to_owned()))
}

pub(crate) async fn set_time_zone(
    conn: &mut PgConnection,
    tenant: TenantId,
    zone: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO campaign_clocks (tenant_id, time_zone, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (tenant_id) DO UPDATE SET time_zone = excluded.time_zone, updated_at = excluded.updated_at",
        tenant.uuid(),
        zone,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts a campaign. Its codes are inserted with [`add_codes`].
pub(super) async fn add(conn: &mut PgConnection, tenant: TenantId, campaign: &Campaign) -> Result<(), StoreError> {
    let Terms { ppm, bonus, uses_max, per_person, currency, budget, minimum, is_first_only, countries, payways } =
        &campaign.terms;
    let count = |count: Option<u32>| count.and_then(|count| i32::try_from(count).ok());
    let atoms = |amount: Option<Amount>| amount.map(|amount| Atoms(amount.atoms()));
    let countries: Vec<String> = countries.iter().map(ToString::to_string).collect();
    let payways: Vec<String> = payways.iter().map(|payway| payway.code().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO campaigns (tenant_id, id, name, state, ppm, bonus, time_zone, from_local, until_local, from_at, until_at,
                                uses_max, per_person, currency, budget, minimum, is_first_only, countries, payways,
                                made_by, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
        tenant.uuid(),
        campaign.id.uuid(),
        campaign.name,
        campaign.state.code(),
        i32::try_from(*ppm).unwrap_or(i32::MAX),
        atoms(*bonus) as _,
        campaign.time_zone,
        campaign.range.from,
        campaign.range.until,
        campaign.schedule.from,
        campaign.schedule.until,
        count(*uses_max),
        count(*per_person),
        currency.code(),
        atoms(*budget) as _,
        atoms(*minimum) as _,
        *is_first_only,
        &countries,
        &payways,
        campaign.made_by,
        campaign.made_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts codes. Returns how many of them are new; a code that the tenant has already is left out.
pub(super) async fn add_codes(
    conn: &mut PgConnection,
    tenant: TenantId,
    campaign: CampaignId,
    codes: &[String],
    is_single: bool,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO campaign_codes (tenant_id, code, campaign_id, is_single)
         SELECT $1, c.code, $2, $3 FROM UNNEST($4::text[]) AS c(code) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        campaign.uuid(),
        is_single,
        codes,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// The campaigns of a tenant, the newest first.
pub(super) async fn list(conn: &mut PgConnection, tenant: TenantId, limit: i64) -> Result<Vec<Campaign>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, name, state, ppm, bonus AS "bonus: Atoms", time_zone, from_local, until_local, from_at, until_at, uses_max, per_person,
                  currency, budget AS "budget: Atoms", minimum AS "minimum: Atoms", is_first_only, countries, payways,
                  uses, spent AS "spent: Atoms", made_by, made_at
           FROM campaigns WHERE tenant_id = $1 ORDER BY id DESC LIMIT $2"#,
        tenant.uuid(),
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(Row::read).collect())
}

/// How many campaigns a tenant has.
pub(super) async fn count(conn: &mut PgConnection, tenant: TenantId) -> Result<i64, StoreError> {
    let found =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM campaigns WHERE tenant_id = $1"#, tenant.uuid());
    Ok(found.fetch_one(conn).await?)
}

pub(super) async fn one(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CampaignId,
) -> Result<Option<Campaign>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, name, state, ppm, bonus AS "bonus: Atoms", time_zone, from_local, until_local, from_at, until_at, uses_max, per_person,
                  currency, budget AS "budget: Atoms", minimum AS "minimum: Atoms", is_first_only, countries, payways,
                  uses, spent AS "spent: Atoms", made_by, made_at
           FROM campaigns WHERE tenant_id = $1 AND id = $2"#,
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// Serializes uses of a campaign.
pub(super) async fn lock(conn: &mut PgConnection, tenant: TenantId, id: CampaignId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT id FROM campaigns WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        tenant.uuid(),
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

/// The campaign of a code, and whether the code is for one use.
pub(super) async fn of_code(
    conn: &mut PgConnection,
    tenant: TenantId,
    code: &str,
) -> Result<Option<(CampaignId, bool)>, StoreError> {
    let row = sqlx::query!(
        "SELECT campaign_id, is_single FROM campaign_codes WHERE tenant_id = $1 AND code = $2",
        tenant.uuid(),
        code
    );
    let found = row.fetch_optional(conn).await?;
    Ok(found.map(|row| (CampaignId::from_uuid(row.campaign_id), row.is_single)))
}

/// The codes of a campaign with the number of their uses that count, in the order of the codes.
pub(super) async fn codes(
    conn: &mut PgConnection,
    tenant: TenantId,
    campaign: CampaignId,
    limit: i64,
) -> Result<Vec<(String, bool, i64)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT c.code, c.is_single,
                  (SELECT count(*) FROM campaign_uses u
                   JOIN records r ON r.tenant_id = u.tenant_id AND r.id = u.transaction_id
                   WHERE u.tenant_id = $1 AND u.code = c.code
                     AND (r.status NOT IN ('EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'RESOLVED')
                          OR jsonb_path_exists(r.body, '$.legs[*] ? (@.leg == "convert" && @.done_at != null)'))
                  ) AS "uses!"
           FROM campaign_codes c WHERE c.tenant_id = $1 AND c.campaign_id = $2 ORDER BY c.code LIMIT $3"#,
        tenant.uuid(),
        campaign.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.code, row.is_single, row.uses)).collect())
}

/// The uses of a campaign that count, and what their discounts are worth, without the use of `own`. A use counts while
/// its order is open, and once its fee has been booked. An order that came to nothing, or was refunded before the
/// exchange, does not count.
pub(super) async fn exact(
    conn: &mut PgConnection,
    tenant: TenantId,
    campaign: CampaignId,
    own: Option<TransactionId>,
) -> Result<(i64, i128), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "uses!", coalesce(sum(u.worth), 0) AS "worth!: Atoms"
           FROM campaign_uses u JOIN records r ON r.tenant_id = u.tenant_id AND r.id = u.transaction_id
           WHERE u.tenant_id = $1 AND u.campaign_id = $2 AND u.transaction_id IS DISTINCT FROM $3
             AND (r.status NOT IN ('EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'RESOLVED')
                  OR jsonb_path_exists(r.body, '$.legs[*] ? (@.leg == "convert" && @.done_at != null)'))"#,
        tenant.uuid(),
        campaign.uuid(),
        own.map(TransactionId::uuid),
    )
    .fetch_one(conn)
    .await?;
    Ok((row.uses, row.worth.0))
}

/// The counted uses of a code by a person, without the use of `own`.
pub(super) async fn counted(
    conn: &mut PgConnection,
    tenant: TenantId,
    campaign: CampaignId,
    (code, is_single): (&str, bool),
    (user, own): (Option<UserId>, Option<TransactionId>),
) -> Result<Counted, StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE $3 AND u.code = $4) AS "of_code!",
                  count(*) FILTER (WHERE u.user_id = $5) AS "of_person!"
           FROM campaign_uses u JOIN records r ON r.tenant_id = u.tenant_id AND r.id = u.transaction_id
           WHERE u.tenant_id = $1 AND u.campaign_id = $2 AND u.transaction_id IS DISTINCT FROM $6
             AND (u.user_id = $5 OR ($3 AND u.code = $4))
             AND (r.status NOT IN ('EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'RESOLVED')
                  OR jsonb_path_exists(r.body, '$.legs[*] ? (@.leg == "convert" && @.done_at != null)'))"#,
        tenant.uuid(),
        campaign.uuid(),
        is_single,
        code,
        user.map(UserId::uuid),
        own.map(TransactionId::uuid),
    )
    .fetch_one(conn)
    .await?;
    Ok(Counted { of_code: row.of_code, of_person: row.of_person, has_completed: false })
}

/// Whether the person has completed an exchange of two currencies, other than `own`. A conversion is completed by the
/// change that opens it.
pub(super) async fn has_completed(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    own: Option<TransactionId>,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM profiles p JOIN records r ON r.tenant_id = p.tenant_id AND r.owner = p.id
               WHERE p.tenant_id = $1 AND p.user_id = $2 AND r.kind = 'transaction' AND r.status = 'DONE'
                 AND r.id IS DISTINCT FROM $3
                 AND r.body #>> '{price,from_currency}' <> r.body #>> '{price,to_currency}') AS "found!""#,
        tenant.uuid(),
        user.uuid(),
        own.map(TransactionId::uuid),
    );
    Ok(found.fetch_one(conn).await?)
}

/// Writes a use, and moves the upper bounds on; from the exact numbers if they were counted.
pub(super) async fn redeem(
    conn: &mut PgConnection,
    tenant: TenantId,
    campaign: &Campaign,
    Redemption { user, order, discount, .. }: &Redemption,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let deducted = discount.most.unwrap_or(Amount::zero(campaign.terms.currency));
    let worth = discount.worth.map_or(0, Amount::atoms);
    sqlx::query!(
        "UPDATE campaigns SET uses = $3, spent = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        campaign.id.uuid(),
        campaign.uses.saturating_add(1),
        Atoms(campaign.spent.atoms().saturating_add(worth)) as _,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO campaign_uses (tenant_id, transaction_id, campaign_id, user_id, code, deducted, currency, worth, bonus,
                                    at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        order.uuid(),
        campaign.id.uuid(),
        user.uuid(),
        discount.code,
        Atoms(deducted.atoms()) as _,
        deducted.currency().code(),
        Atoms(worth) as _,
        discount.bonus.map(|bonus| Atoms(bonus.atoms())) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Moves a campaign from one of these states to another. Returns whether it did.
pub(super) async fn switch(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CampaignId,
    (from, to): (&[CampaignState], CampaignState),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let from: Vec<String> = from.iter().map(|state| state.code().to_owned()).collect();
    let done = sqlx::query!(
        "UPDATE campaigns SET state = $3, switched_at = $4 WHERE tenant_id = $1 AND id = $2 AND state = ANY($5)",
        tenant.uuid(),
        id.uuid(),
        to.code(),
        now,
        &from,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a draft with its codes. Returns whether there was one.
pub(super) async fn delete_draft(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: CampaignId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM campaigns WHERE tenant_id = $1 AND id = $2 AND state = 'DRAFT'",
        tenant.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
