//! Fingerprints of the secrets that a database was set up with. They reveal nothing about the secrets.

use chrono::{DateTime, Utc};

use crate::{PgConnection, StoreError};

/// Whether the secret `secret` still has the fingerprint `mark` of the first start. The first call stores it.
///
/// # Errors
/// Database errors.
pub async fn is_the_same(
    conn: &mut PgConnection,
    secret: &str,
    mark: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    sqlx::query!(
        "INSERT INTO installation (secret, mark, made_at) VALUES ($1, $2, $3) ON CONFLICT (secret) DO NOTHING",
        secret,
        &mark[..],
        now,
    )
    .execute(&mut *conn)
    .await?;
    let same =
        sqlx::query_scalar!(r#"SELECT mark = $2 AS "same!" FROM installation WHERE secret = $1"#, secret, &mark[..]);
    Ok(same.fetch_one(conn).await?)
}
