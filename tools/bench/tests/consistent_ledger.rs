//! The benchmark runs every setting and leaves a consistent ledger.

use std::time::Duration;

use bench::journal::{Accounts, BenchOptions, Case, Work, bench};
use chrono::{DateTime, TimeDelta};
use kernel::{ManualClock, World};
use store::testing::TestDb;
use store::{Store, StoreOptions};

#[tokio::test(flavor = "multi_thread")]
async fn the_benchmark_measures_every_setting_and_leaves_a_consistent_ledger() {
    let world = World::with_clock(ManualClock::at(DateTime::UNIX_EPOCH + TimeDelta::days(20_000)));
    let mut cases = Vec::new();
    for work in [Work::Transfer, Work::Linked4, Work::HoldPost] {
        for (accounts, tenants, full) in [(Accounts::Spread, 1, false), (Accounts::Hot, 2, true)] {
            cases.push(Case { callers: 4, accounts, work, tenants, full });
        }
    }
    let alone = Case { callers: 1, ..cases[0] };
    let options = BenchOptions {
        cases: cases.iter().copied().chain([alone]).collect(),
        time: Duration::from_millis(60),
        accounts: 20,
        bulk: 200,
        alone: vec![2],
        ..BenchOptions::quick()
    };
    let db = TestDb::new().await;
    let many = StoreOptions { connections_max: options.connections(), ..StoreOptions::default() };
    let crowd = Store::connect(&db.url(), many).await.unwrap();
    let mut shown = Vec::new();
    let report = bench(&db.store, crowd, &world, &options, &mut shown).await.unwrap();
    assert!(String::from_utf8(shown).unwrap().contains("linked4"), "the progress says where it is");
    // The single caller is measured before all others.
    cases.insert(0, alone);
    assert_eq!(report.cases.iter().map(|(case, _)| *case).collect::<Vec<_>>(), cases);
    // The amount of work in such a short time depends on the machine; the bulk inserts are a fixed number.
    assert_eq!(
        (report.baselines.one_tx_spread_callers, report.baselines.one_tx_hot_callers),
        (2, 2),
        "the only number tried"
    );
    assert!(report.baselines.bulk_insert > 0 && report.baselines.bulk_insert_full > 0, "{report}");
    let mut out = Vec::new();
    let proved = ledger::verify::verify(&db.store, &mut out).await.unwrap();
    assert!(
        proved.transfers > 2 * 200 + 40,
        "the bulk inserts of both shapes and what the callers did: {}",
        proved.transfers
    );
}
