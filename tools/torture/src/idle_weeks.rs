//! The passage of time without users: the clocks jump by two weeks. Closed accounts are erased and lost second factors
//! are reset, while the replicas still crash at all these writes.

use std::time::Duration;

use sqlx::PgConnection;
use tokio::time::{Instant, sleep};

use crate::check::{self, Verdict, erased};
use crate::system::TestSystem;

/// Longer than every delay of the product between a request and its irreversible effect.
const DAYS: u64 = 16;
/// Replicas crash for this long; then all due work must end within [`END_MAX`].
const STORM: Duration = Duration::from_secs(40);
const END_MAX: Duration = Duration::from_secs(180);
const EVERY: Duration = Duration::from_millis(700);

/// Advances all clocks, waits until all due work is done, and checks it.
pub async fn pass(system: &TestSystem) -> anyhow::Result<Vec<Verdict>> {
    for number in 0..system.replicas.len() {
        std::fs::write(system.file("clock", number), (DAYS * 86_400).to_string())?;
    }
    eprintln!("{DAYS} days pass");
    let began = Instant::now();
    for round in 0.. {
        let stormy = began.elapsed() < STORM;
        let proxy = &system.proxies[round % system.proxies.len()];
        if stormy {
            proxy.crash();
        } else {
            system.proxies.iter().for_each(|proxy| proxy.heal());
        }
        sleep(EVERY).await;
        let mut conn = system.postgres.connect().await?;
        if !stormy && waiting(&mut conn).await? == 0 || began.elapsed() > END_MAX {
            break;
        }
    }
    let mut conn = system.postgres.connect().await?;
    check::run(&mut conn, &erased::CHECKS).await
}

/// The number of due items; those of blocked customers wait for an operator and do not count.
async fn waiting(conn: &mut PgConnection) -> anyhow::Result<i64> {
    let sql = "SELECT (SELECT count(*) FROM account_closings c
                       JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
                       WHERE c.state = 'waiting' AND u.status <> 'blocked')
                    + (SELECT count(*) FROM factor_resets
                       WHERE approved_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL)";
    Ok(sqlx::query_scalar(sql).fetch_one(conn).await?)
}
