//! Architecture rules: allowed dependencies between crates, where SQL and external systems may be used, the maximum
//! length of a file, the order of the folders of a crate, and the names of log events. docs/architecture.md explains
//! them.

#[path = "architecture/folders.rs"]
mod folders;
#[path = "architecture/guide.rs"]
mod guide;
#[path = "architecture/log_events.rs"]
mod log_events;
#[path = "architecture/rust.rs"]
mod rust;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// Allowed workspace dependencies of each crate. A crate that is not listed fails the test.
const MAY_USE: [(&str, &[&str]); 19] = [
    ("kernel", &[]),
    // Messages with banks: pure functions.
    ("iso20022", &["kernel"]),
    ("store", &["kernel"]),
    ("ledger", &["kernel", "store"]),
    ("identity", &["kernel", "store"]),
    ("exchange", &["kernel", "store", "ledger", "identity"]),
    ("custody", &["kernel", "store", "ledger", "identity", "exchange"]),
    // Adapters implement the interfaces of the domain; only the binary depends on them.
    ("providers", &["kernel", "iso20022", "store", "ledger", "identity", "exchange", "custody", "partners"]),
    // Keys of other companies; their operations are those of the domain crates.
    ("partners", &["kernel", "store", "identity"]),
    // Payments that a profile asks of others; each is an ordinary movement of the exchange.
    ("merchants", &["kernel", "store", "identity", "exchange"]),
    // The referral programme and the farm: rewards are booked in the ledger and paid out by movements of the exchange.
    // Days of a season are by the tenant's clock, which campaigns keep.
    ("rewards", &["kernel", "store", "ledger", "identity", "exchange", "campaigns"]),
    // Statements and letters: what a customer's records say, as files.
    ("documents", &["kernel", "store", "ledger", "identity", "exchange"]),
    // Conversations of customers with operators.
    ("support", &["kernel", "store", "identity"]),
    // Promo codes, banners and slides; the exchange prices and books a discount.
    ("campaigns", &["kernel", "store", "identity", "exchange"]),
    (
        "api",
        &[
            "kernel",
            "store",
            "ledger",
            "identity",
            "exchange",
            "custody",
            "partners",
            "merchants",
            "rewards",
            "documents",
            "support",
            "campaigns",
        ],
    ),
    (
        "server",
        &[
            "kernel",
            "store",
            "ledger",
            "identity",
            "exchange",
            "custody",
            "providers",
            "partners",
            "merchants",
            "rewards",
            "documents",
            "support",
            "campaigns",
            "api",
        ],
    ),
    // A development tool that runs the pure parts in memory. No crate depends on it.
    ("simulation", &["kernel", "store", "ledger", "identity", "exchange", "custody"]),
    // A development tool that measures the Journal, and the server from outside.
    ("bench", &["kernel", "store", "ledger"]),
    // The crash harness tests the system from outside, so it depends on no other crate.
    ("torture", &[]),
];

/// External crates that only some of our crates may use.
const RESERVED: [(&str, &[&str]); 13] = [
    ("quick-xml", &["iso20022"]),
    ("reqwest", &["providers"]),
    ("lettre", &["providers"]),
    (
        "sqlx",
        &[
            "store",
            "ledger",
            "identity",
            "exchange",
            "custody",
            "partners",
            "merchants",
            "rewards",
            "documents",
            "support",
            "campaigns",
            "providers",
            "torture",
            "bench",
        ],
    ),
    ("axum", &["api", "server"]),
    ("utoipa", &["api", "server"]),
    ("rust-embed", &["server"]),
    // Key derivation and access to the seed are in one place.
    ("bip39", &["providers"]),
    ("bitcoin", &["providers"]),
    ("argon2", &["providers"]),
    // Hostile files are parsed in one place, which only a sandboxed process executes.
    ("hayro", &["providers"]),
    ("krilla", &["documents"]),
    ("rust_xlsxwriter", &["documents"]),
];

/// Files that give lengths on paper or numbers of a spreadsheet to a library whose interface has floats. They hold no
/// arithmetic of money.
const FLOATS_MAY: [&str; 2] = ["documents/src/pdf/ink.rs", "documents/src/render/xlsx.rs"];

/// Maximum lines of a file without its tests.
const FILE_LINES_MAX: usize = 500;

/// The files that may name a transaction type: the table, the records of the ledger's benchmark, and the crash harness,
/// which reads the API from outside.
const NAME_TYPES: [&str; 3] =
    ["exchange/src/transaction_type/table.rs", "bench/src/journal/maker.rs", "torture/src/exports.rs"];

fn setup() -> Metadata {
    MetadataCommand::new().no_deps().exec().expect("cargo describes the workspace")
}

/// The workspace dependencies of `package` for build and run. Dev-dependencies are not restricted.
fn uses(package: &Package) -> BTreeSet<String> {
    let used = package.dependencies.iter().filter(|d| d.kind != DependencyKind::Development);
    used.map(|d| d.name.to_string()).collect()
}

#[test]
fn crates_use_each_other_in_one_direction() {
    let setup = setup();
    let ours: BTreeSet<String> = setup.packages.iter().map(|p| p.name.to_string()).collect();
    let known: BTreeSet<String> = MAY_USE.iter().map(|(name, _)| (*name).into()).collect();
    assert_eq!(ours, known, "a new crate gets its place in MAY_USE");
    for package in &setup.packages {
        let (_, may) = MAY_USE.iter().find(|(name, _)| package.name == *name).expect("checked above");
        let used = uses(package);
        let wrong: Vec<&String> = used.intersection(&ours).filter(|used| !may.contains(&used.as_str())).collect();
        assert!(wrong.is_empty(), "{} must not use {wrong:?}", package.name);
    }
}

#[test]
fn the_outside_world_and_sql_stay_where_they_belong() {
    for package in &setup().packages {
        for (reserved, may) in RESERVED {
            let wrong = uses(package).contains(reserved) && !may.contains(&package.name.as_str());
            assert!(!wrong, "{} must not use {reserved}: it belongs to {may:?}", package.name);
        }
    }
}

#[test]
fn dependencies_are_named_once_at_the_root() {
    for package in &setup().packages {
        let text = fs::read_to_string(&package.manifest_path).expect("a manifest is text");
        let section = text.split("[dependencies]").nth(1).unwrap_or_default();
        let own: Vec<&str> =
            section.lines().filter(|line| line.contains('=') && line.contains("version")).map(str::trim).collect();
        assert!(own.is_empty(), "{}: versions belong in the root Cargo.toml: {own:?}", package.name);
    }
}

/// Every source file of the workspace, with its text up to its tests.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for package in &setup().packages {
        let folder = package.manifest_path.parent().expect("a manifest lies in a folder").join("src");
        collect(folder.as_std_path(), &mut files);
    }
    assert!(files.len() > 20, "the setup has sources");
    files
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a source folder is readable") {
        let path = entry.expect("a source folder is readable").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file is text");
            files.push((path, without_tests(&text).to_owned()));
        }
    }
}

/// Whether a file holds tests or their support.
fn is_of_tests(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let in_folder = path.components().any(|part| part.as_os_str() == "tests");
    in_folder || name.ends_with("tests") || name.ends_with("_test") || name == "testing"
}

/// `text` up to its tests. Code may follow the declaration of a test module that is another file.
fn without_tests(text: &str) -> &str {
    let mut modules = text.match_indices("\n#[cfg(test)]\nmod ").map(|(at, head)| (at, &text[at + head.len()..]));
    let inline = modules.find(|(_, rest)| rest.lines().next().is_some_and(|line| line.ends_with('{')));
    inline.map_or(text, |(at, _)| &text[..at])
}

/// The lines of `code` that are not comments.
fn lines(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn mentions(code: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    lines(code).any(|line| line.split(|c| !part(c)).any(|found| found == word))
}

#[test]
fn no_file_is_too_long_to_be_read_at_once() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(path, code)| (path, code.lines().count()))
        .filter(|(_, lines)| *lines > FILE_LINES_MAX)
        .map(|(path, lines)| format!("{}: {lines}", path.display()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn there_are_no_floats() {
    let floats: Vec<PathBuf> = sources()
        .into_iter()
        .filter(|(path, _)| !FLOATS_MAY.iter().any(|may| path.ends_with(may)))
        .filter(|(_, code)| mentions(code, "f32") || mentions(code, "f64"))
        .map(|(path, _)| path)
        .collect();
    assert!(floats.is_empty(), "amounts are whole atoms, rates are fractions: {floats:#?}");
}

#[test]
fn only_the_store_knows_the_pool_and_decisions_know_no_world() {
    for (path, code) in sources() {
        let shown = path.display();
        let in_store = path.components().any(|part| part.as_os_str() == "store");
        assert!(in_store || !mentions(&code, "PgPool"), "{shown}: transactions come from store::Store");
        if path.file_name().is_some_and(|name| name == "model.rs") {
            for world in ["sqlx", "tokio", "reqwest", "World", "Clock"] {
                assert!(!mentions(&code, world), "{shown}: a decision is made from its arguments, not from {world}");
            }
        }
    }
}

#[test]
fn only_the_table_of_types_names_a_transaction_type() {
    let is_variant = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase());
    let codes: Vec<String> =
        exchange::transaction::TransactionType::all().map(|kind| format!("\"{}\"", kind.code())).collect();
    let named: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| !is_of_tests(path) && !NAME_TYPES.iter().any(|may| path.ends_with(may)))
        .flat_map(|(path, code)| lines(code).map(move |line| (path, line)))
        .filter(|(_, line)| {
            let is_by_variant = line.split("TransactionType::").skip(1).any(is_variant);
            is_by_variant || codes.iter().any(|code| line.contains(code.as_str()))
        })
        .map(|(path, line)| format!("{}: {}", path.display(), line.trim()))
        .collect();
    assert!(named.is_empty(), "behaviour follows from the legs, and the table has the rest: {named:#?}");
}
