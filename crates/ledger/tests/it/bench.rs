use ledger::bench::{BenchOptions, bench};
use store::StoreOptions;
use store::testing::TestDb;

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_benchmark_prints_its_table_and_leaves_right_books() {
    let house = House::open().await;
    let options = BenchOptions { transfers: 200, requests: 40, accounts: 20, ..BenchOptions::quick() };
    let db = TestDb::with(StoreOptions { connections_max: 20, ..StoreOptions::default() }).await;
    let mut table = Vec::new();
    let report = bench(&db.store, &house.world, options, &mut table).await.unwrap();
    let table = String::from_utf8(table).unwrap();
    assert!(table.contains(&report.to_string()) && table.starts_with("PostgreSQL"), "{table}");
    assert!(report.journal.hot > 0 && report.one_by_one.spread > 0 && report.bulk.hot > 0);
    let mut out = Vec::new();
    let proved = ledger::verify::verify(&db.store, &mut out).await.unwrap();
    assert_eq!((proved.tenants, proved.transfers), (6, 4 * 220 + 2 * 60));
}
