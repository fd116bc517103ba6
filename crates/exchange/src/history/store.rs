//! All SQL of the prices of the past. They are the market's: no tenant owns them.

use std::collections::BTreeMap;

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{Currency, Price};
use serde_json::Value;
use sqlx::PgConnection;

use super::PriceInterval;
use crate::rates::PriceBook;

/// Prices that one answer reads at most.
const POINTS_MAX: i64 = 1_000;

/// Inserts prices, each for the step that contains its time. Existing rows remain unchanged.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    step: PriceInterval,
    books: &[PriceBook],
) -> Result<(), StoreError> {
    let sources: Vec<&str> = books.iter().map(|book| book.source.as_str()).collect();
    let times: Vec<DateTime<Utc>> = books.iter().map(|book| step.begin(book.at)).collect();
    let prices: Vec<Value> = books.iter().map(|book| written(&book.prices)).collect();
    sqlx::query!(
        "INSERT INTO price_points (source, step, at, prices)
         SELECT source, $1, at, prices FROM unnest($2::text[], $3::timestamptz[], $4::jsonb[]) AS t(source, at, prices)
         ON CONFLICT DO NOTHING",
        step.code(),
        &sources as &[&str],
        &times,
        &prices,
    )
    .execute(conn)
    .await?;
    Ok(())
}

fn written(prices: &BTreeMap<Currency, Price>) -> Value {
    prices.iter().map(|(currency, price)| (currency.code().to_owned(), Value::String(price.to_string()))).collect()
}

/// The time of the first or the last stored price of a step.
pub(crate) async fn bounds(
    conn: &mut PgConnection,
    source: &str,
    step: PriceInterval,
) -> Result<Option<(DateTime<Utc>, DateTime<Utc>)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT (SELECT at FROM price_points WHERE source = $1 AND step = $2 ORDER BY at LIMIT 1) AS first,
                  (SELECT at FROM price_points WHERE source = $1 AND step = $2 ORDER BY at DESC LIMIT 1) AS last"#,
        source,
        step.code(),
    );
    let row = row.fetch_one(conn).await?;
    Ok(row.first.zip(row.last))
}

/// Every `every`-th price since `since`, oldest first, of these currencies alone. At most [`POINTS_MAX`].
pub(crate) async fn series(
    conn: &mut PgConnection,
    (source, step): (&str, PriceInterval),
    since: DateTime<Utc>,
    every: i64,
    currencies: &[Currency],
) -> Result<Vec<PriceBook>, StoreError> {
    let codes: Vec<&str> = currencies.iter().map(|currency| currency.code()).collect();
    let rows = sqlx::query!(
        r#"SELECT at, array(SELECT prices ->> code FROM unnest($5::text[]) WITH ORDINALITY AS t(code, place) ORDER BY place)
                  AS "prices!: Vec<Option<String>>"
           FROM price_points
           WHERE source = $1 AND step = $2 AND at >= $3
             AND (extract(epoch FROM at)::bigint / $6) % $4 = 0
           ORDER BY at LIMIT $7"#,
        source,
        step.code(),
        since,
        every.max(1),
        &codes as &[&str],
        step.length().num_seconds(),
        POINTS_MAX,
    )
    .fetch_all(conn)
    .await?;
    let read = |prices: Vec<Option<String>>| {
        let priced = currencies.iter().zip(prices);
        priced.filter_map(|(currency, price)| Some((*currency, price?.parse().ok()?))).collect()
    };
    Ok(rows
        .into_iter()
        .map(|row| PriceBook {
            prices: read(row.prices),
            source: source.to_owned(),
            at: row.at,
            awaiting_rate: BTreeMap::new(),
        })
        .collect())
}

/// The last prices of a step in a span of time.
pub(crate) async fn last_between(
    conn: &mut PgConnection,
    (source, step): (&str, PriceInterval),
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Option<BTreeMap<Currency, Price>>, StoreError> {
    let row = sqlx::query!(
        "SELECT prices FROM price_points WHERE source = $1 AND step = $2 AND at BETWEEN $3 AND $4 ORDER BY at DESC LIMIT 1",
        source,
        step.code(),
        from,
        to,
    );
    let found = row.fetch_optional(conn).await?;
    Ok(found
        .and_then(|row| serde_json::from_value::<BTreeMap<String, Price>>(row.prices).ok())
        .map(|prices| prices.into_iter().filter_map(|(code, price)| Some((code.parse().ok()?, price))).collect()))
}

/// Forgets prices of a step before `before`.
pub(crate) async fn purge(
    conn: &mut PgConnection,
    step: PriceInterval,
    before: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM price_points WHERE step = $1 AND at < $2", step.code(), before).execute(conn).await?;
    Ok(())
}

/// Lets one program at a time fill the past, until the end of the database transaction.
pub(crate) async fn lock(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('price_points', 0)) AS locked").fetch_one(conn).await?;
    Ok(())
}
