//! Administration of tenants by the platform host: adding and changing them, their publishable keys, and their terms of
//! use.

pub mod keys;
pub mod tenants;
pub mod terms;
