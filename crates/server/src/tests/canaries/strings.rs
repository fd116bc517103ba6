//! The strings that are stored for one tenant and for no other.

use std::collections::HashSet;

use sqlx::PgConnection;
use store::testing::TestDb;

use super::requests::Side;

/// Shorter strings are common words or codes.
const CHARS_MIN: usize = 8;

/// The canaries of both tenants.
pub struct Canaries([HashSet<String>; 2]);

/// The words of a text: runs of letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= CHARS_MIN)
}

impl Canaries {
    /// Reads the strings of every table that has a tenant.
    pub async fn read(db: &TestDb) -> Self {
        let mut conn = db.connect().await;
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'tenant_id' ORDER BY 1",
        )
        .fetch_all(&mut conn)
        .await
        .unwrap();
        assert!(tables.len() > 30, "{tables:?}");
        let mut found = [HashSet::new(), HashSet::new()];
        for (side, slug) in ["agio", "nova"].into_iter().enumerate() {
            let brand: String =
                sqlx::query_scalar("SELECT id::text || ' ' || brand::text FROM tenants WHERE slug = $1")
                    .bind(slug)
                    .fetch_one(&mut conn)
                    .await
                    .unwrap();
            let tenant = brand.split(' ').next().unwrap().to_owned();
            let mut kept = kept(&brand);
            for table in &tables {
                kept.extend(rows(&mut conn, table, &tenant).await);
            }
            found[side] = kept;
        }
        let [agio, nova] = found;
        let only = |one: &HashSet<String>, other: &HashSet<String>| one.difference(other).cloned().collect();
        Self([only(&agio, &nova), only(&nova, &agio)])
    }

    /// Adds words that are stored encrypted or as numbers.
    pub fn plant(&mut self, side: Side, words: &[String]) {
        self.0[side as usize].extend(words.iter().cloned());
    }

    /// Canaries with the given words.
    pub fn of_words(agio: &[&str], nova: &[&str]) -> Self {
        Self([agio, nova].map(|words| words.iter().map(|word| (*word).to_owned()).collect()))
    }

    /// The canaries of a tenant.
    pub fn of(&self, side: Side) -> &HashSet<String> {
        &self.0[side as usize]
    }

    /// The canaries of `side` in a text, except words of the request.
    pub fn in_text(&self, side: Side, text: &str, echoed: &str) -> Vec<String> {
        let said: HashSet<&str> = words(echoed).collect();
        let found = words(text).filter(|word| self.of(side).contains(*word) && !said.contains(word));
        found.map(str::to_owned).collect()
    }
}

/// The strings of a tenant's rows: text, JSON, ids and bytes. Numbers and times are not specific to a tenant.
async fn rows(conn: &mut PgConnection, table: &str, tenant: &str) -> HashSet<String> {
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT attname::text FROM pg_attribute
         WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attname <> 'tenant_id'
           AND atttypid IN ('text'::regtype, 'jsonb'::regtype, 'uuid'::regtype, 'bytea'::regtype)",
    )
    .bind(table)
    .fetch_all(&mut *conn)
    .await
    .unwrap();
    let mut found = HashSet::new();
    for column in columns {
        // Table names come from the catalogue; the tenant is a bound parameter.
        let query = format!(
            "SELECT translate({column}::text, '\\', ' ') FROM {table} WHERE tenant_id = $1::uuid AND {column} IS NOT NULL"
        );
        let values: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).bind(tenant).fetch_all(&mut *conn).await.unwrap();
        for value in values {
            found.extend(kept(&value));
        }
    }
    found
}

/// The words of one value. Ids are written without dashes.
fn kept(value: &str) -> HashSet<String> {
    let dashes = |part: &str| part.len() == 36 && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let joined: Vec<String> = value
        .split(|c: char| !(c.is_ascii_hexdigit() || c == '-'))
        .filter(|part| dashes(part))
        .map(|id| id.replace('-', ""))
        .collect();
    let plain = words(value).filter(|word| !word.bytes().all(|b| b.is_ascii_digit()));
    let plain = plain.filter(|word| !is_time(word) && !is_of_the_program(word));
    plain.map(str::to_owned).chain(joined).collect()
}

/// Whether it is a code of the program: letters only, without the marks that the test's customers put into their texts.
/// A job or checkpoint may give one tenant such a word before the other.
fn is_of_the_program(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_alphabetic()) && !["agio", "nova"].iter().any(|mark| word.contains(mark))
}

/// The first group of a UUIDv7 is its time, to about a minute, so ids of both tenants can share it.
fn is_time(word: &str) -> bool {
    word.len() == 8 && word.starts_with("01") && word.bytes().all(|b| b.is_ascii_hexdigit())
}
