//! Mistakes that the crash harness plants, to show that it would find them. No other build has this file.

use std::sync::OnceLock;

/// Whether the mistake with this name is planted in this process: `AGIO_PLANTED` names it.
pub fn planted(name: &str) -> bool {
    static CHOSEN: OnceLock<String> = OnceLock::new();
    CHOSEN.get_or_init(|| std::env::var("AGIO_PLANTED").unwrap_or_default()) == name
}
