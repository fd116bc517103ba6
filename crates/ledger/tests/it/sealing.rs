//! The sealer under faults: a broken log, a concurrent replica, and a long time without sealing.

use ledger::proof::{Checkpoint, LogKeys, log, seal_all};
use sqlx::{AssertSqlSafe, Connection, Executor};
use store::testing::tenant;

use crate::support::{Setup, profile};

const TENANTS: [u32; 3] = [1, 2, 3];

fn keys() -> LogKeys {
    LogKeys::new([5; 32])
}

impl Setup {
    /// Funds one customer of each tenant.
    async fn fund_each(&mut self) {
        for number in TENANTS {
            self.tenant = tenant(number);
            self.fund(profile(1), 5).await;
        }
    }

    /// The size of each log, by its newest signed checkpoint.
    async fn sizes(&self) -> [u64; 3] {
        let mut sizes = [0; 3];
        for (size, number) in sizes.iter_mut().zip(TENANTS) {
            let mut tx = self.store().tenant_read(tenant(number)).await.unwrap();
            if let Some(signed) = log::latest_checkpoint(tx.conn()).await.unwrap() {
                let verifier = keys().signer(tenant(number)).verifier();
                let checkpoint: Checkpoint = verifier.checkpoint(&signed.note).unwrap();
                *size = checkpoint.size;
            }
        }
        sizes
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_whose_log_is_broken_holds_up_no_other() {
    let mut setup = Setup::open().await;
    setup.fund_each().await;
    assert_eq!(seal_all(setup.store(), &keys()).await.unwrap(), 3);
    let lost = format!(
        "SET session_replication_role = replica; UPDATE log_leaves SET index = 4 WHERE tenant_id = '{}'",
        tenant(2).uuid()
    );
    setup.superuser().await.execute(AssertSqlSafe(lost)).await.unwrap();
    for round in 2..=4 {
        setup.fund_each().await;
        let broken = seal_all(setup.store(), &keys()).await.unwrap_err();
        assert!(!broken.is_transient(), "an operator is told, and not that it may come right by itself: {broken}");
        assert_eq!(setup.sizes().await, [round, 1, round]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_that_another_replica_seals_for_holds_up_no_other() {
    let mut setup = Setup::open().await;
    setup.fund_each().await;
    let mut other = setup.superuser().await;
    let lock = format!("SELECT pg_advisory_lock(hashtextextended('agio seal {}', 0))", tenant(2).uuid());
    other.execute(AssertSqlSafe(lock)).await.unwrap();
    assert_eq!(seal_all(setup.store(), &keys()).await.unwrap(), 2);
    assert_eq!(setup.sizes().await, [1, 0, 1]);
    other.close().await.unwrap();
    // The database session ends shortly after its client has disconnected.
    while setup.sizes().await != [1, 1, 1] {
        seal_all(setup.store(), &keys()).await.unwrap();
    }
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backlog_of_commits_is_sealed_in_parts() {
    let mut setup = Setup::open().await;
    setup.fund_each().await;
    let missed = format!(
        "WITH missed AS (
             INSERT INTO commits (tenant_id, id, salt, root, changes, committed_at, manifest)
             SELECT '{}', gen_random_uuid(), uuid_send(gen_random_uuid()), sha256(n::text::bytea), 1, now(), ''
             FROM generate_series(1, 3000) n RETURNING tenant_id, id)
         INSERT INTO commits_unsealed SELECT tenant_id, id FROM missed",
        tenant(2).uuid()
    );
    setup.superuser().await.execute(AssertSqlSafe(missed)).await.unwrap();
    assert_eq!(seal_all(setup.store(), &keys()).await.unwrap(), 3_003);
    assert_eq!(setup.sizes().await, [1, 3_001, 1]);
    let signed: i64 = setup.count("log_checkpoints").await;
    assert_eq!(signed, 5, "4,000 commits in one transaction are 1,333 of each of three tenants");
    assert_eq!(setup.count("commits_unsealed").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn more_tenants_than_one_transaction_seals_for_are_all_sealed_in_one_pass() {
    let mut setup = Setup::open().await;
    for number in 1..=70 {
        setup.tenant = tenant(number);
        setup.fund(profile(1), 5).await;
    }
    assert_eq!(seal_all(setup.store(), &keys()).await.unwrap(), 70);
    assert_eq!((setup.count("log_checkpoints").await, setup.count("commits_unsealed").await), (70, 0));
}
