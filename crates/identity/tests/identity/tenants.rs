//! Tenants by host name.

use chrono::TimeDelta;
use identity::seed_demo;
use kernel::World;

use crate::setup::Setup;

#[tokio::test]
async fn each_host_resolves_to_its_tenant_and_an_unknown_one_to_none() {
    let setup = Setup::new().await;
    for (host, slug) in [
        ("LOCALHOST:8080", "agio"),
        ("shop.localhost", "agio"),
        ("a.b.localhost:1", "agio"),
        ("127.0.0.1:3000", "agio"),
        ("[::1]:3000", "agio"),
        ("bank.example.", "bank"),
    ] {
        assert_eq!(setup.identity.tenant_by_host(host).await.unwrap().slug, slug, "{host}");
    }
    for host in [
        "example.com",
        "notbank.example",
        "x.bank.example",
        "",
        "a b",
        "localhost.evil.example",
        "192.168.1.5:3000",
        "bank.example:443@evil.example",
    ] {
        assert_eq!(setup.identity.tenant_by_host(host).await.unwrap_err().code(), "NOT_FOUND", "{host}");
    }
    assert!(setup.sandbox.sandbox && !setup.tenant.sandbox);
}

#[tokio::test]
async fn a_new_name_is_seen_within_seconds() {
    let setup = Setup::new().await;
    setup.change("UPDATE tenants SET name = 'New name' WHERE slug = 'bank'").await;
    assert_eq!(setup.identity.tenant_by_host("bank.example").await.unwrap().name, "The Bank");
    setup.wait(TimeDelta::milliseconds(5_001));
    assert_eq!(setup.identity.tenant_by_host("bank.example").await.unwrap().name, "New name");
}

#[tokio::test]
async fn seeding_again_changes_nothing() {
    let setup = Setup::new().await;
    let again = seed_demo(&setup.db.store, &World::system()).await.unwrap();
    assert_eq!(again, setup.sandbox.id);
    assert_eq!(setup.count("SELECT count(*) FROM tenants").await, 2);
    assert_eq!(setup.count("SELECT count(*) FROM terms_versions").await, 2);
}
