//! The architecture guide names every table, and no file that does not exist.

use std::path::{Path, PathBuf};

use regex::Regex;

/// Folders that hold no sources of ours.
const SKIPPED: [&str; 4] = ["node_modules", "target", ".git", "dist"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace exists")
}

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/architecture.md")).expect("the guide is readable")
}

/// The paths of all files below a folder, with slashes and a slash before.
fn files(folder: &Path) -> Vec<String> {
    let paths = std::fs::read_dir(folder)
        .expect("a folder is readable")
        .map(|entry| entry.expect("a folder is readable").path());
    let is_read = |path: &PathBuf| !SKIPPED.iter().any(|name| path.ends_with(name));
    paths
        .filter(is_read)
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![format!("/{}", path.display())] })
        .collect()
}

#[test]
fn every_table_is_in_the_map_of_the_schema() {
    let (guide, table) = (guide(), Regex::new(r"(?m)^CREATE (?:UNLOGGED )?TABLE ([a-z_]+)").unwrap());
    let migrations = files(&root().join("crates/store/migrations"));
    let sources: Vec<String> =
        migrations.iter().map(|file| std::fs::read_to_string(&file[1..]).expect("a migration is readable")).collect();
    let tables: Vec<&str> =
        sources.iter().flat_map(|sql| table.captures_iter(sql)).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(tables.len() > 50, "{tables:?}");
    let missing: Vec<&&str> = tables.iter().filter(|name| !guide.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/architecture.md has no row for {missing:?}");
}

#[test]
fn every_file_that_the_guide_names_exists() {
    let named = Regex::new(r"`([\w./-]+\.(?:rs|ts|tsx|sql|md))`").unwrap();
    let (guide, files) = (guide(), files(&root()));
    let missing: Vec<&str> = named
        .captures_iter(&guide)
        .map(|found| found.get(1).unwrap().as_str())
        .filter(|name| !files.iter().any(|file| file.ends_with(&format!("/{name}"))))
        .collect();
    assert!(missing.is_empty(), "docs/architecture.md names files that do not exist: {missing:?}");
}
