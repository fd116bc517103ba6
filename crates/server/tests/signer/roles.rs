//! Which processes have access to keys.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;
use sqlx::Executor;
use store::testing::TestDb;

use crate::node::Node;
use crate::process::{Agio, Folder, children, heeds_its_parent_alone, runs, signal, until};
use crate::web::{call, sell, sign_in};

fn port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}

fn up(folder: &Folder, database: &str, port: &str, more: &[(&str, &str)]) -> Agio {
    let environment = [&[("AGIO_DATABASE_URL", database)], more].concat();
    Agio::start(&["up", "--demo", "--port", port], &folder.0, &environment, "Ctrl-C stops it.")
}

/// The only child process.
fn signer_of(agio: &Agio) -> Option<u32> {
    let found = agio.children();
    assert!(found.len() <= 1, "{found:?}");
    found.first().copied()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_http_process_derives_addresses_without_a_seed() {
    let (db, node) = (TestDb::new().await, Node::start().await);
    let (url, rpc) = (db.url(), node.address());
    let node = [("AGIO_LITECOIN_RPC", rpc.as_str())];
    let (first, second) = (Folder::new(), Folder::new());
    // The first run creates the demo tenant's wallet. Then its seed is deleted.
    let opened = up(&first, &url, &port(), &node);
    assert!(opened.stop().success());
    assert!(first.0.join("secrets/signer-seed").exists());
    for secret in ["pepper", "quote-key", "log-key", "data-key"] {
        let name = format!("secrets/{secret}");
        fs::copy(first.0.join(&name), second.0.join(&name)).unwrap();
    }
    drop(first);

    let port = port();
    let environment = [node[0], ("AGIO_DATABASE_URL", &url)];
    let serving = Agio::start(&["serve", "--port", &port], &second.0, &environment, "Agio is running");
    let port = port.parse().unwrap();
    let (status, order) = sell(port, &sign_in(port), "3");
    assert_eq!(status, 201, "{order}");
    assert!(order.to_string().contains("rltc1q"), "an address of the wallet: {order}");
    assert_eq!(serving.children(), [] as [u32; 0]);
    let secrets = fs::read_dir(second.0.join("secrets")).unwrap().flatten().map(|file| file.file_name());
    assert!(secrets.into_iter().all(|name| !name.to_string_lossy().contains("signer")), "nothing of the signer's");
    assert!(serving.stop().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_signer_of_up_is_a_child_that_comes_back_and_goes_with_its_parent() {
    let (db, folder) = (TestDb::new().await, Folder::new());
    let agio = up(&folder, &db.url(), &port(), &[]);
    let first = until("a child", || signer_of(&agio));
    // Only root can read it, because the process is not dumpable.
    let environment = fs::read(format!("/proc/{first}/environ")).unwrap_or_default();
    assert!(!String::from_utf8_lossy(&environment).contains("AGIO_DATABASE_URL"), "no more than it needs");
    assert!(!folder.0.join("signer.sock").exists(), "nothing that anybody could connect to");

    signal("KILL", first);
    let second = until("another child", || signer_of(&agio).filter(|child| *child != first));
    until("its attention", || heeds_its_parent_alone(second).then_some(()));
    // The terminal signals the whole process group, so the child ignores these signals and ends with its parent.
    signal("INT", second);
    signal("TERM", second);
    assert!(runs(second));

    let pid = agio.id();
    agio.kill();
    // Immediately, as a process manager does: the orphan ends on its own and releases the seed.
    let agio = up(&folder, &db.url(), &port(), &[]);
    let third = until("a child", || signer_of(&agio));
    until("the end of the orphan", || (!runs(second)).then_some(()));
    assert!(agio.stop().success());
    assert!(!runs(third) && children(pid).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn up_says_so_when_its_signer_cannot_open_the_seed() {
    let (db, folder) = (TestDb::new().await, Folder::new());
    fs::write(folder.0.join("secrets/signer-seed"), "abandon abandon about").unwrap();
    fs::set_permissions(folder.0.join("secrets/signer-seed"), fs::Permissions::from_mode(0o600)).unwrap();
    let url = db.url();
    let (fine, words) = crate::process::said(&["up", "--port", &port()], &folder.0, &[("AGIO_DATABASE_URL", &url)]);
    assert!(!fine);
    assert!(words.contains("agio: the seed is no BIP39 phrase in English"), "{words}");
    assert!(words.contains("agio: the signer cannot be started"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_ones_own_gets_demo_tenants_only_when_they_are_asked_for() {
    let (db, folder) = (TestDb::new().await, Folder::new());
    let (url, port) = (db.url(), port());
    let environment = [("AGIO_DATABASE_URL", url.as_str())];
    for (arguments, status) in [
        (&["up", "--port", &port][..], 404),
        (&["up", "--demo", "--port", &port][..], 200),
        (&["up", "--port", &port][..], 200),
    ] {
        let agio = Agio::start(arguments, &folder.0, &environment, "Ctrl-C stops it.");
        let answer = call(port.parse().unwrap(), "GET", "config", None, None, &Value::Null);
        assert_eq!(answer.0, status, "{arguments:?}: {}", answer.1);
        assert!(agio.stop().success());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_names_the_command_for_a_foreign_schema() {
    let (db, folder) = (TestDb::new().await, Folder::new());
    let url = db.url();
    let said = |role: &str| crate::process::said(&[role, "--port", "0"], &folder.0, &[("AGIO_DATABASE_URL", &url)]);
    let mut owner = db.connect().await;
    let older = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    for (change, sentence) in [
        (
            older,
            "the database's schema is older than this program and lacks 1 of its steps: run `agio migrate` of this version",
        ),
        ("DROP TABLE _sqlx_migrations", "the database is empty: run `agio migrate` on it first"),
    ] {
        owner.execute(change).await.unwrap();
        for role in ["serve", "work"] {
            let (fine, words) = said(role);
            let last = words.lines().last().unwrap_or_default();
            assert!(!fine && last.starts_with(&format!("agio: {sentence}")), "{role}: {words}");
        }
    }
}
