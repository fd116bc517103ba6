//! Every string that is kept of a tenant and of no other.

use std::collections::HashSet;

use sqlx::PgConnection;
use store::testing::TestDb;

use super::requests::Side;

/// What is shorter is a word of the program or of everybody.
const CHARS_MIN: usize = 8;

/// The words of both tenants.
pub struct Canaries([HashSet<String>; 2]);

/// The parts of a text that could be somebody's: runs of letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= CHARS_MIN)
}

impl Canaries {
    /// Reads them from every table that has a tenant.
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

    /// Adds what is kept sealed, or is a number.
    pub fn plant(&mut self, side: Side, words: &[String]) {
        self.0[side as usize].extend(words.iter().cloned());
    }

    /// These.
    pub fn of_words(agio: &[&str], nova: &[&str]) -> Self {
        Self([agio, nova].map(|words| words.iter().map(|word| (*word).to_owned()).collect()))
    }

    /// A tenant's.
    pub fn of(&self, side: Side) -> &HashSet<String> {
        &self.0[side as usize]
    }

    /// Those of `side` in a text, except what the request said itself.
    pub fn in_text(&self, side: Side, text: &str, echoed: &str) -> Vec<String> {
        let said: HashSet<&str> = words(echoed).collect();
        let found = words(text).filter(|word| self.of(side).contains(*word) && !said.contains(word));
        found.map(str::to_owned).collect()
    }
}

/// The strings of a tenant's rows: text, JSON, ids and bytes; not numbers and times, which nobody owns.
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
        // Names come from the catalogue; the tenant is bound.
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

/// The words of one value. An id counts as it is written everywhere: without dashes.
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

/// A state, a kind, a line of a note: letters alone, and none of the marks that these tenants' people put into what is theirs. One
/// tenant may have such a word a moment before the other, when a job or a second checkpoint is done.
fn is_of_the_program(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_alphabetic()) && !["agio", "nova"].iter().any(|mark| word.contains(mark))
}

/// The first group of an id is the time at which it was made, to a minute: both tenants have such of one minute.
fn is_time(word: &str) -> bool {
    word.len() == 8 && word.starts_with("01") && word.bytes().all(|b| b.is_ascii_hexdigit())
}
