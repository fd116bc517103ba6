//! Bugs for the crash harness to find, to show that it would. Other builds do not contain this file.

use std::sync::OnceLock;

/// Whether the bug `name` is active in this process: `AGIO_PLANTED` contains its name.
pub fn planted(name: &str) -> bool {
    static CHOSEN: OnceLock<String> = OnceLock::new();
    CHOSEN.get_or_init(|| std::env::var("AGIO_PLANTED").unwrap_or_default()) == name
}
