//! What happens when nobody is there any more: two weeks pass at once. Accounts that were being closed are erased, second factors
//! that were lost end, and the replicas still crash at every write of it.

use std::time::Duration;

use sqlx::PgConnection;
use tokio::time::{Instant, sleep};

use crate::check::{self, Verdict, erased};
use crate::house::House;

/// Longer than any delay of the product between a wish and what cannot be taken back.
const DAYS: u64 = 16;
/// For as long as this replicas crash; then everything must come to its end within [`END_MAX`].
const STORM: Duration = Duration::from_secs(40);
const END_MAX: Duration = Duration::from_secs(180);
const EVERY: Duration = Duration::from_millis(700);

/// Moves all clocks on, waits until what was due is done, and judges.
pub async fn pass(house: &House) -> anyhow::Result<Vec<Verdict>> {
    for number in 0..house.replicas.len() {
        std::fs::write(house.file("clock", number), (DAYS * 86_400).to_string())?;
    }
    eprintln!("{DAYS} days pass");
    let began = Instant::now();
    for round in 0.. {
        let stormy = began.elapsed() < STORM;
        let proxy = &house.proxies[round % house.proxies.len()];
        if stormy {
            proxy.crash();
        } else {
            house.proxies.iter().for_each(|proxy| proxy.heal());
        }
        sleep(EVERY).await;
        let mut conn = house.postgres.connect().await?;
        if !stormy && waiting(&mut conn).await? == 0 || began.elapsed() > END_MAX {
            break;
        }
    }
    let mut conn = house.postgres.connect().await?;
    check::run(&mut conn, &erased::CHECKS).await
}

/// What is still to come; whoever is shut out waits for somebody to look.
async fn waiting(conn: &mut PgConnection) -> anyhow::Result<i64> {
    let sql = "SELECT (SELECT count(*) FROM account_closings c
                       JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
                       WHERE c.state = 'waiting' AND u.status <> 'blocked')
                    + (SELECT count(*) FROM factor_resets
                       WHERE approved_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL)";
    Ok(sqlx::query_scalar(sql).fetch_one(conn).await?)
}
