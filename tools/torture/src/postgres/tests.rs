//! The data that a kill of the server loses.

use sqlx::{Executor, Row};

use super::Postgres;

const WAITS: &str = "SET synchronous_commit = on";
const DOES_NOT_WAIT: &str = "SET synchronous_commit = off";

/// Writes rows with the setting `commits` until the server is killed. Returns the number of acknowledged and of
/// existing rows.
async fn write_until_killed(postgres: &Postgres, commits: &'static str) -> (i64, i64) {
    let mut conn = postgres.connect().await.unwrap();
    conn.execute("TRUNCATE written").await.unwrap();
    conn.execute(commits).await.unwrap();
    let write_on = async {
        let mut acknowledged = 0;
        while conn.execute("INSERT INTO written VALUES (repeat('x', 1000))").await.is_ok() {
            acknowledged += 1;
        }
        acknowledged
    };
    let (acknowledged, killed) = tokio::join!(write_on, postgres.kill());
    killed.unwrap();
    postgres.start().await.unwrap();
    let mut conn = postgres.connect().await.unwrap();
    let there = conn.fetch_one("SELECT count(*) FROM written").await.unwrap().get(0);
    (acknowledged, there)
}

#[tokio::test]
async fn a_kill_takes_what_did_not_wait_for_the_disk_and_nothing_else() {
    let folder = std::env::temp_dir().join(format!("agio-torture-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let postgres = Postgres::make(&folder, folder.join("postgres.log"), None).await.unwrap();
    postgres.connect().await.unwrap().execute("CREATE TABLE written (text text)").await.unwrap();
    let (acknowledged, there) = write_until_killed(&postgres, WAITS).await;
    assert!(acknowledged > 0 && there >= acknowledged, "{there} of {acknowledged} rows survived");
    // A WAL page contains at most eight of these rows; a kill should lose more than the last page.
    let (acknowledged, there) = write_until_killed(&postgres, DOES_NOT_WAIT).await;
    assert!(there + 16 < acknowledged, "{there} of {acknowledged} rows survived");
    postgres.kill().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
