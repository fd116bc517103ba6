//! All SQL of documents.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId};
use uuid::Uuid;

use super::review::Waiting;
use super::{Document, Paper, Part, Piece};
use crate::person::verification::{Kind, Status};

fn piece(part: &str, page: i16, document: Option<&str>, country: Option<&str>) -> Option<Piece> {
    let paper = match (document, country) {
        (Some(document), Some(country)) => {
            Some(Paper { document: Document::from_code(document)?, country: country.parse().ok()? })
        }
        _ => None,
    };
    Some(Piece::new(Part::from_code(part)?, paper)?.on_page(u8::try_from(page).ok()?))
}

/// Replaces the current picture of a part: a draft is deleted, a submitted one is superseded.
pub(super) async fn give_way(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    part: Part,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM identity_documents
         WHERE tenant_id = $1 AND user_id = $2 AND part = $3 AND superseded_at IS NULL AND submitted_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        part.code(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE identity_documents SET superseded_at = $4
         WHERE tenant_id = $1 AND user_id = $2 AND part = $3 AND superseded_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        part.code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Adds a picture. Its slot must be free.
pub(super) async fn add(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: Uuid,
    piece: Piece,
    sealed: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let paper = piece.paper;
    sqlx::query!(
        "INSERT INTO identity_documents (tenant_id, id, user_id, kind, part, page, document, country, sealed, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        id,
        user.uuid(),
        piece.part.kind().code(),
        piece.part.code(),
        i16::from(piece.page),
        paper.map(|paper| paper.document.code()),
        paper.as_ref().map(|paper| paper.country.code()),
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A person's number of files and their stored bytes, without the draft that an upload of `part` would replace.
pub(super) async fn kept(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    part: Part,
) -> Result<(i64, i64), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE page = 1) AS "files!", coalesce(sum(length(sealed)), 0)::bigint AS "bytes!"
           FROM identity_documents WHERE tenant_id = $1 AND user_id = $2 AND counts
             AND NOT (part = $3 AND superseded_at IS NULL AND submitted_at IS NULL)"#,
        tenant.uuid(),
        user.uuid(),
        part.code(),
    )
    .fetch_one(conn)
    .await?;
    Ok((row.files, row.bytes))
}

/// The current pictures' metadata, ordered by part and page.
pub(super) async fn pieces(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    kind: Kind,
) -> Result<Vec<Piece>, StoreError> {
    let rows = sqlx::query!(
        "SELECT part, page, document, country FROM identity_documents
         WHERE tenant_id = $1 AND user_id = $2 AND kind = $3 AND superseded_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        kind.code(),
    )
    .fetch_all(conn)
    .await?;
    let read =
        rows.iter().filter_map(|row| piece(&row.part, row.page, row.document.as_deref(), row.country.as_deref()));
    let mut pieces: Vec<Piece> = read.collect();
    pieces.sort_by_key(|piece| (piece.part, piece.page));
    Ok(pieces)
}

/// Marks the current pictures as submitted.
pub(super) async fn mark_submitted(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    kind: Kind,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE identity_documents SET submitted_at = coalesce(submitted_at, $4)
         WHERE tenant_id = $1 AND user_id = $2 AND kind = $3 AND superseded_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        kind.code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Supersedes the current pictures after a refusal. With `forget`, they no longer count towards the quota.
pub(super) async fn supersede(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    kind: Kind,
    forget: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE identity_documents SET superseded_at = coalesce(superseded_at, $4), counts = counts AND NOT $5
         WHERE tenant_id = $1 AND user_id = $2 AND kind = $3 AND (superseded_at IS NULL OR $5)",
        tenant.uuid(),
        user.uuid(),
        kind.code(),
        now,
        forget,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A stored picture.
pub(super) struct StoredPiece {
    pub id: Uuid,
    pub piece: Piece,
    pub sealed: Vec<u8>,
}

/// The current pictures, one per page of each part, in order.
pub(super) async fn current(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    kind: Kind,
) -> Result<Vec<StoredPiece>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, part, page, document, country, sealed FROM identity_documents
         WHERE tenant_id = $1 AND user_id = $2 AND kind = $3 AND superseded_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        kind.code(),
    )
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().filter_map(|row| {
        let piece = piece(&row.part, row.page, row.document.as_deref(), row.country.as_deref())?;
        Some(StoredPiece { id: row.id, piece, sealed: row.sealed })
    });
    let mut kept: Vec<StoredPiece> = read.collect();
    kept.sort_by_key(|one| (one.piece.part, one.piece.page));
    Ok(kept)
}

/// Pending verifications, the longest wait first, after the last entry of the previous page.
pub(super) async fn waiting(
    conn: &mut PgConnection,
    tenant: TenantId,
    after: Option<(DateTime<Utc>, UserId)>,
    limit: i64,
) -> Result<Vec<Waiting>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT v.user_id, u.email, v.kind, v.status, v.attempts, v.submitted_at AS "submitted_at!"
           FROM verifications v JOIN users u ON u.tenant_id = $1 AND u.id = v.user_id
           WHERE v.tenant_id = $1 AND v.status IN ('PROCESSING', 'ON_HOLD') AND v.submitted_at IS NOT NULL
             AND ($2::timestamptz IS NULL OR (v.submitted_at, v.user_id) > ($2, $3::uuid))
           ORDER BY v.submitted_at, v.user_id LIMIT $4"#,
        tenant.uuid(),
        after.map(|(at, _)| at),
        after.map(|(_, user)| user.uuid()),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let read = |kind: &str, status: &str| Some((Kind::from_code(kind)?, Status::from_code(status)?));
    let waiting = rows.into_iter().filter_map(|row| {
        let (kind, status) = read(&row.kind, &row.status)?;
        let user = UserId::from_uuid(row.user_id);
        Some(Waiting { user, email: row.email, kind, status, attempt: row.attempts, submitted_at: row.submitted_at })
    });
    Ok(waiting.collect())
}
