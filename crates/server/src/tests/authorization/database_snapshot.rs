//! A snapshot of the whole database, to detect any change.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;
use store::testing::TestDb;

/// The hash of each table's rows.
#[derive(Debug, PartialEq, Eq)]
pub struct Everything(BTreeMap<String, String>);

impl Everything {
    pub async fn of(db: &TestDb) -> Self {
        let mut conn = db.connect().await;
        // Excludes recorded market prices, which change independently of requests.
        let tables = "SELECT relname::text FROM pg_class
                      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                        AND relname NOT IN ('_sqlx_migrations', 'price_points')";
        let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut conn).await.unwrap();
        let mut found = BTreeMap::new();
        for table in tables {
            // Table names come from the catalogue.
            let rows = format!("SELECT md5(coalesce(string_agg(t::text, '\n' ORDER BY t::text), '')) FROM {table} t");
            let hash = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_one(&mut conn).await.unwrap();
            found.insert(table, hash);
        }
        assert!(found.len() > 50, "{found:?}");
        Self(found)
    }

    /// The tables that differ.
    pub fn changed_since(&self, before: &Self) -> Vec<&str> {
        let differs = |(table, hash): (&'_ String, &String)| before.0.get(table) != Some(hash);
        self.0.iter().filter(|(table, hash)| differs((table, hash))).map(|(table, _)| table.as_str()).collect()
    }
}
