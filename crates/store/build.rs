//! The migrations are compiled into the binary, which Cargo cannot see by itself.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
