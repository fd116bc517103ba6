//! A folder that is deleted afterwards.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Context;

/// A temporary folder, deleted on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new folder.
    pub fn new() -> anyhow::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agio-scratch-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).context("the temporary folder cannot be written: set TMPDIR")?;
        Ok(Self(folder))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
