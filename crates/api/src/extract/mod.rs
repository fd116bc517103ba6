//! Extractors for handlers: authentication, body, parameters.

mod body;
mod carried;
mod context;
pub(crate) mod principal;
mod tenant;
mod url;

pub use body::{Body, OptionalBody};
pub use context::CameFrom;
pub use principal::{AnyStage, Authenticated, Customer, MaybeCustomer, Temporary};
pub(crate) use tenant::API_KEY;
pub use tenant::{AskedHost, SandboxTenant, TenantHost};
pub use url::{AccountInPath, CurrencyInPath, IdInPath, Params};
