//! `/api/partner/v1`: what the server of another company does with an API key. The operations are those of the client
//! API; a handler here only says whose they are.

mod auth;
mod catalogue;
pub(crate) mod cors;
mod customers;
mod describe;
mod documents;
mod domains;
mod events;
mod examples;
mod key_webhooks;
mod keys;
mod open;
mod orders;
mod payment_links;
mod payments;
mod profile;
mod recordings;
mod reference;
mod sample;
mod signed;
mod test_values;
mod testing;
mod wallet;
mod webhook_shape;
mod webhooks;
mod widget_orders;
mod widget_sessions;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::AppState;

pub(crate) use auth::layer;
pub use describe::TransactionViews;
pub(crate) use examples::add_examples;
pub(crate) use reference::document;

/// The partners' routes. [`layer`] authenticates them.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(catalogue::currencies))
        .routes(routes!(catalogue::payways))
        .routes(routes!(catalogue::directions))
        .routes(routes!(catalogue::create_quote))
        .routes(routes!(orders::prevalidate))
        .routes(routes!(orders::buy))
        .routes(routes!(orders::sell))
        .routes(routes!(orders::swap))
        .routes(routes!(orders::list_orders))
        .routes(routes!(orders::get_order))
        .routes(routes!(orders::cancel))
        .routes(routes!(orders::refund))
        .routes(routes!(orders::deposit))
        .routes(routes!(orders::update_amount))
        .routes(routes!(payments::list_payments, payments::make_payment))
        .routes(routes!(payment_links::list_payment_links, payment_links::make_payment_link))
        .routes(routes!(payment_links::end_payment_link))
        .routes(routes!(payments::get_payment))
        .routes(routes!(payments::export_payments))
        .routes(routes!(payments::payments_overview))
        .routes(routes!(profile::get_profile))
        .routes(routes!(payments::cancel_payment))
        .routes(routes!(payments::offer_refund))
        .routes(routes!(payments::refund_payment))
        .routes(routes!(wallet::balances))
        .routes(routes!(wallet::statement))
        .routes(routes!(documents::list_documents, documents::make_document))
        .routes(routes!(documents::get_document))
        .routes(routes!(documents::get_document_file))
        .routes(routes!(wallet::list_transactions))
        .routes(routes!(wallet::get_transaction))
        .routes(routes!(wallet::deposit_address))
        .routes(routes!(wallet::payin))
        .routes(routes!(wallet::convert))
        .routes(routes!(wallet::list_requisites, wallet::save_requisite))
        .routes(routes!(wallet::verify_payee))
        .routes(routes!(wallet::withdraw))
        .routes(routes!(events::list_events))
        .routes(routes!(key_webhooks::list_endpoints, key_webhooks::make_endpoint))
        .routes(routes!(key_webhooks::get_endpoint, key_webhooks::change_endpoint, key_webhooks::delete_endpoint))
        .routes(routes!(key_webhooks::rotate_endpoint))
        .routes(routes!(key_webhooks::enable_endpoint))
        .routes(routes!(key_webhooks::test_endpoint))
        .routes(routes!(key_webhooks::replay))
        .routes(routes!(key_webhooks::list_deliveries))
        .routes(routes!(key_webhooks::resend))
        .routes(routes!(testing::simulate))
        .routes(routes!(testing::outbox))
        .routes(routes!(testing::get_clock, testing::change_clock))
        .routes(routes!(recordings::list_recordings, recordings::start_recording))
        .routes(routes!(recordings::delete_recording))
        .routes(routes!(recordings::stop_recording))
        .routes(routes!(recordings::replay_recording))
        .routes(routes!(widget_sessions::open_session))
        .routes(routes!(widget_orders::list_by_key))
        .routes(routes!(customers::check_verification))
        .routes(routes!(customers::initialize_verification))
        .routes(routes!(customers::confirm_verification))
        .routes(routes!(customers::import_verification))
        .routes(routes!(customers::cancel_verification))
}

/// The customers' routes by which they manage their keys and webhook endpoints.
pub(crate) fn key_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(keys::list_keys, keys::make_key))
        .routes(routes!(keys::get_key, keys::change_key, keys::revoke_key))
        .routes(routes!(keys::rotate_key))
        .routes(routes!(webhooks::list_endpoints, webhooks::make_endpoint))
        .routes(routes!(webhooks::get_endpoint, webhooks::change_endpoint, webhooks::delete_endpoint))
        .routes(routes!(webhooks::rotate_endpoint))
        .routes(routes!(webhooks::enable_endpoint))
        .routes(routes!(webhooks::test_endpoint))
        .routes(routes!(webhooks::replay))
        .routes(routes!(webhooks::list_deliveries))
        .routes(routes!(webhooks::resend))
        .routes(routes!(domains::verify_domains))
        .routes(routes!(widget_orders::list_own))
        .routes(routes!(customers::sharing::open_sharing))
        .routes(routes!(customers::sharing::agree_to_sharing))
        .routes(routes!(customers::consents::list_consents))
        .routes(routes!(customers::consents::withdraw_consent))
}
