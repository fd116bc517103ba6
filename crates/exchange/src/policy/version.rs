//! The published versions of a policy.

use chrono::{DateTime, Utc};

/// Whether a version is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VersionState {
    /// Waits for the time from which it is in force.
    Scheduled,
    /// In force.
    InForce,
    /// Replaced by a later version.
    Past,
}

/// A published version of a tenant's policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicyVersion {
    /// The version number.
    pub version: u32,
    /// Since when, or from when on, it is in force.
    pub effective_at: DateTime<Utc>,
    /// When it was published.
    pub published_at: DateTime<Utc>,
    /// Whether it is in force.
    pub state: VersionState,
}
