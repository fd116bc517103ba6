use store::{Store, StoreError};

/// What the figures were made on: a database that does not wait for its disk is faster than one that keeps money.
pub(super) async fn server(store: &Store) -> Result<String, StoreError> {
    let mut tx = store.system().await?;
    let server = sqlx::query!(
        r#"SELECT current_setting('server_version') AS "version!", current_setting('fsync') AS "fsync!",
                  current_setting('synchronous_commit') AS "commit!""#
    )
    .fetch_one(tx.conn())
    .await?;
    tx.rollback().await?;
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let (version, fsync, commit) = (server.version, server.fsync, server.commit);
    Ok(format!(
        "PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}, {processors} processors shared with it"
    ))
}
