//! Rebuilds the crate when a migration changes: Cargo does not track the compiled-in migration files.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
