//! All SQL of banks that exchange files.

pub(super) mod entries;
pub(super) mod folder;
pub(super) mod payments;
pub(super) mod statements;
