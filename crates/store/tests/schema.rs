//! Rules of the schema. Each check returns the names of the violations, and a test shows that it detects one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sqlx::{Connection, Executor, PgConnection};
use store::testing::TestDb;

/// Tables without a tenant, and why. All other tables must have row-level security.
const GLOBAL: [(&str, &str); 13] = [
    ("_sqlx_migrations", "the schema's own history"),
    ("schedules", "ticks of the platform's jobs"),
    ("tenants", "found before a tenant is known"),
    ("tenant_hosts", "found before a tenant is known"),
    ("chain_cursors", "a chain is the same for all tenants"),
    ("chain_blocks", "a chain is the same for all tenants"),
    ("custody_accounts", "keeps the key paths of tenants apart"),
    ("price_points", "the prices of a market are the same for all tenants"),
    ("installation", "the secrets of the installation are the same for all tenants"),
    ("operator_acts", "the platform's own operators act on several tenants or on none"),
    ("sandbox_chains", "a simulated chain is the same for all tenants"),
    ("sandbox_blocks", "a simulated chain is the same for all tenants"),
    ("sandbox_transfers", "a simulated chain is the same for all tenants"),
];
/// Global tables that requests may read but not write.
const GLOBAL_READABLE: [&str; 1] = ["chain_cursors"];
/// Tables with row-level security that also contain rows of the platform: tenant_id may be NULL and is not in the key.
const SHARED: &str = "jobs";
/// History tables: the application only inserts into them.
const APPEND_ONLY: [&str; 13] = [
    "events",
    "audit_log",
    "operator_log",
    "approval_signatures",
    "consents",
    "transfers",
    "record_history",
    "changes",
    "commits",
    "log_leaves",
    "log_nodes",
    "log_checkpoints",
    "liability_publications",
];

/// The only allowed policy: it reads the tenant for each row or, for bulk writes, once for each statement.
const POLICIES: [&str; 2] = [
    "(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)",
    "(tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS \"nullif\"))",
];

fn globals() -> Vec<String> {
    GLOBAL.iter().map(|(table, _)| (*table).into()).collect()
}

async fn names(conn: &mut PgConnection, query: &'static str, lists: &[Vec<String>]) -> Vec<String> {
    let mut query = sqlx::query_scalar(query);
    for list in lists {
        query = query.bind(list.clone());
    }
    query.fetch_all(conn).await.unwrap()
}

/// Every table except the global ones needs a NOT NULL tenant_id, enabled and forced security, and exactly this policy.
async fn open_tables(conn: &mut PgConnection) -> Vec<String> {
    names(
        conn,
        "SELECT c.relname::text FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
           AND NOT (c.relrowsecurity AND c.relforcerowsecurity
                AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'
                            AND a.atttypid = 'uuid'::regtype AND (a.attnotnull OR c.relname = ANY ($3)))
                AND (SELECT array_agg(format('%s %s %s %s %s %s', p.polname, p.polcmd, p.polpermissive, p.polroles,
                                             pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)))
                     FROM pg_policy p WHERE p.polrelid = c.oid)
                    IN (SELECT ARRAY[format('tenant * t {0} %s %s', own, own)] FROM UNNEST($2) own))
         ORDER BY 1",
        &[globals(), POLICIES.map(String::from).into(), vec![SHARED.into()]],
    )
    .await
}

/// Primary keys lead with the tenant, and every other unique index contains it: a conflict never reveals another
/// tenant.
async fn keys_without_tenant(conn: &mut PgConnection) -> Vec<String> {
    names(
        conn,
        "SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
         WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND c.relname <> ALL ($1)
           AND CASE WHEN i.indisprimary THEN i.indkey[0] <> a.attnum ELSE a.attnum <> ALL (i.indkey::int2[]) END
         ORDER BY 1",
        &[[globals(), vec![SHARED.into()]].concat()],
    )
    .await
}

/// A foreign key between two tenants' tables carries the tenant on both sides, because its check bypasses the policies.
async fn loose_references(conn: &mut PgConnection) -> Vec<String> {
    names(
        conn,
        "SELECT f.conname::text FROM pg_constraint f
         JOIN pg_attribute here ON here.attrelid = f.conrelid AND here.attname = 'tenant_id'
         JOIN pg_attribute there ON there.attrelid = f.confrelid AND there.attname = 'tenant_id'
         WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT FROM generate_subscripts(f.conkey, 1) n
                           WHERE f.conkey[n] = here.attnum AND f.confkey[n] = there.attnum)
         ORDER BY 1",
        &[],
    )
    .await
}

/// Excessive privileges of the role of requests: writing global tables, reading most of them, changing history.
async fn excessive_rights(conn: &mut PgConnection) -> Vec<String> {
    names(
        conn,
        "SELECT c.relname || ' ' || right_name FROM pg_class c,
                UNNEST(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) right_name
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
           AND (has_table_privilege('agio_tenant', c.oid, right_name)
                OR (right_name IN ('INSERT', 'UPDATE') AND has_any_column_privilege('agio_tenant', c.oid, right_name)))
           AND (right_name IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')
                OR (c.relname = ANY ($1) AND NOT (right_name = 'SELECT' AND c.relname = ANY ($2)))
                OR (c.relname = ANY ($3) AND right_name IN ('UPDATE', 'DELETE')))
         ORDER BY 1",
        &[globals(), GLOBAL_READABLE.map(String::from).into(), APPEND_ONLY.map(String::from).into()],
    )
    .await
}

/// Bypasses of the policies, sequences that all tenants share (a sequence reveals the activity of others; the order of
/// the job queue stays internal), and columns that round. A column `…_local` is a time by the tenant's clock as an
/// operator wrote it, so it has no zone.
async fn traps(conn: &mut PgConnection) -> Vec<String> {
    names(
        conn,
        "SELECT 'security definer ' || p.proname FROM pg_proc p
         WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
         UNION ALL
         SELECT 'view ' || c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
           AND (c.relkind = 'm' OR (c.relkind = 'v' AND NOT coalesce(c.reloptions @> '{security_invoker=true}', false)))
         UNION ALL
         SELECT 'sequence ' || c.relname FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' AND c.relname <> 'jobs_seq_seq'
         UNION ALL
         SELECT 'float ' || c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
           AND (a.atttypid IN ('real'::regtype, 'double precision'::regtype, 'money'::regtype, 'timestamp'::regtype)
                AND c.relname <> '_sqlx_migrations'
                AND NOT (a.atttypid = 'timestamp'::regtype AND right(a.attname, 6) = '_local'))
         ORDER BY 1",
        &[],
    )
    .await
}

#[tokio::test]
async fn every_table_keeps_tenants_apart() {
    let db = TestDb::new().await;
    let mut conn = db.connect().await;
    let none: [String; 0] = [];
    assert_eq!(open_tables(&mut conn).await, none, "tables without the tenant policy (or missing in GLOBAL)");
    assert_eq!(keys_without_tenant(&mut conn).await, none, "keys that do not carry the tenant");
    assert_eq!(loose_references(&mut conn).await, none, "foreign keys that could cross tenants");
    assert_eq!(excessive_rights(&mut conn).await, none, "rights that requests should not have");
    assert_eq!(traps(&mut conn).await, none, "ways around the policies, or inexact columns");
}

#[tokio::test]
async fn the_request_role_has_no_privileges_beyond_its_grants() {
    let db = TestDb::new().await;
    let mut conn = db.connect().await;
    let powers: Vec<bool> = sqlx::query_scalar(
        "SELECT UNNEST(ARRAY[rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin])
         FROM pg_roles WHERE rolname = 'agio_tenant'",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    assert_eq!(powers, [false; 6]);
    let owns_or_belongs: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM pg_class WHERE relowner = 'agio_tenant'::regrole)
              + (SELECT count(*) FROM pg_auth_members WHERE member = 'agio_tenant'::regrole)",
    )
    .fetch_one(&mut conn)
    .await
    .unwrap();
    assert_eq!(owns_or_belongs, 0);
    let can_create: bool = sqlx::query_scalar("SELECT has_schema_privilege('agio_tenant', 'public', 'CREATE')")
        .fetch_one(&mut conn)
        .await
        .unwrap();
    assert!(!can_create);
}

#[tokio::test]
async fn the_schema_checks_detect_planted_violations() {
    let db = TestDb::new().await;
    let mut conn = db.connect().await;
    let mut tx = conn.begin().await.unwrap();
    tx.execute(
        "CREATE TABLE bare (tenant_id uuid NOT NULL, id uuid PRIMARY KEY, price double precision);
         CREATE TABLE wide (tenant_id uuid NOT NULL, id uuid REFERENCES bare, PRIMARY KEY (tenant_id, id));
         ALTER TABLE wide ENABLE ROW LEVEL SECURITY; ALTER TABLE wide FORCE ROW LEVEL SECURITY;
         CREATE POLICY tenant ON wide USING (true);
         GRANT UPDATE ON events TO agio_tenant; GRANT INSERT (name) ON schedules TO agio_tenant;
         CREATE VIEW peep AS SELECT * FROM events;
         CREATE FUNCTION sudo() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';",
    )
    .await
    .unwrap();
    assert_eq!(open_tables(&mut tx).await, ["bare", "wide"]);
    assert_eq!(keys_without_tenant(&mut tx).await, ["bare_pkey"]);
    assert_eq!(loose_references(&mut tx).await, ["wide_id_fkey"]);
    assert_eq!(excessive_rights(&mut tx).await, ["events UPDATE", "schedules INSERT"]);
    assert_eq!(traps(&mut tx).await, ["float bare.price", "security definer sudo", "view peep"]);
}
