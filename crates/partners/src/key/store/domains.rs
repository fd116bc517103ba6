//! SQL of the domains of widget keys.

use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, ProfileId, TenantId};
use sqlx::PgConnection;
use store::StoreError;

use crate::key::model::{DomainState, Importer};
use crate::origin;
use crate::outside::ProofFailure;
use crate::scope::IMPORT;

/// The profiles with a key that has the scope [`IMPORT`], oldest key first.
pub(in crate::key) async fn importers(
    conn: &mut PgConnection,
    tenant: TenantId,
    limit: i64,
) -> Result<Vec<Importer>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT k.profile_id, array_agg(DISTINCT k.name) AS "keys!",
                  ARRAY(SELECT DISTINCT d.domain FROM partner_domains d
                        JOIN partner_keys w ON w.tenant_id = d.tenant_id AND w.id = d.key_id
                        WHERE d.tenant_id = $1 AND w.profile_id = k.profile_id AND w.revoked_at IS NULL
                              AND d.state = 'saved' ORDER BY d.domain) AS "domains!"
           FROM partner_keys k WHERE k.tenant_id = $1 AND k.revoked_at IS NULL AND $2 = ANY(k.scopes)
           GROUP BY k.profile_id ORDER BY min(k.created_at), k.profile_id LIMIT $3"#,
        tenant.uuid(),
        IMPORT,
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    let read = |profile, keys, domains| Importer { profile: ProfileId::from_uuid(profile), keys, domains };
    Ok(rows.into_iter().map(|row| read(row.profile_id, row.keys, row.domains)).collect())
}

/// Stores the list of domains. A domain that stays keeps the state of its proof. A host of the developer's own machine
/// needs none.
pub(super) async fn put(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    domains: &[String],
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM partner_domains WHERE tenant_id = $1 AND key_id = $2 AND domain <> ALL($3)",
        tenant.uuid(),
        id.uuid(),
        domains,
    )
    .execute(&mut *conn)
    .await?;
    let state = |name: &String| if origin::is_local(name) { DomainState::Saved } else { DomainState::InProgress };
    let states: Vec<String> = domains.iter().map(|name| state(name).code().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO partner_domains (tenant_id, key_id, domain, state)
         SELECT $1, $2, domain, state FROM UNNEST($3::text[], $4::text[]) AS named (domain, state)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        id.uuid(),
        domains,
        &states,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that the proofs of these domains are looked for.
pub(in crate::key) async fn note_check(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    domains: &[String],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_domains SET checked_at = $4 WHERE tenant_id = $1 AND key_id = $2 AND domain = ANY($3)",
        tenant.uuid(),
        id.uuid(),
        domains,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores what was found of a domain's proof.
pub(in crate::key) async fn put_proof(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    (domain, failure): (&str, Option<ProofFailure>),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let state = if failure.is_some() { DomainState::Failed } else { DomainState::Saved };
    sqlx::query!(
        "UPDATE partner_domains SET state = $4, reason = $5, checked_at = $6
         WHERE tenant_id = $1 AND key_id = $2 AND domain = $3",
        tenant.uuid(),
        id.uuid(),
        domain,
        state.code(),
        failure.map(ProofFailure::code),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether this domain is proven for a valid public key of the tenant.
pub(in crate::key) async fn is_proven(
    conn: &mut PgConnection,
    tenant: TenantId,
    domain: &str,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM partner_domains d JOIN partner_keys k ON k.tenant_id = $1 AND k.id = d.key_id
                          WHERE d.tenant_id = $1 AND d.domain = $2 AND d.state = 'saved' AND k.revoked_at IS NULL)
           AS "is_proven!""#,
        tenant.uuid(),
        domain,
    );
    Ok(found.fetch_one(conn).await?)
}
