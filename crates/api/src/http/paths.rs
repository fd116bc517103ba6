//! Paths that the layers treat in their own way.

/// Path of uploads, which have their own concurrency limit and timeout.
pub(crate) const UPLOAD_PATH: &str = "/api/client/v1/user/documents";
/// Path of pictures for support, which have the limits of uploads.
pub(crate) const SUPPORT_PICTURES_PATH: &str = "/api/client/v1/support/pictures";
/// Path of a profile's logo, which has the limits of uploads.
pub(crate) const LOGO_PATH: &str = "/api/client/v1/merchant/logo";
/// Path of statements, which have the limits of uploads.
pub(crate) const STATEMENTS_PATH: &str = "/api/operator/v1/bank/statements";
/// Path of the quotes resource.
pub(crate) const QUOTES_PATH: &str = "/api/client/v1/quotes";
/// Path of the quotes resource of partners.
pub(crate) const PARTNER_QUOTES_PATH: &str = "/api/partner/v1/quotes";
/// Path of the orders resource.
pub(crate) const ORDERS_PATH: &str = "/api/client/v1/orders";
/// Path of the checkpoint, next to the rest of the log.
pub(crate) const LOG_CHECKPOINT: &str = "/.well-known/log-checkpoint";
