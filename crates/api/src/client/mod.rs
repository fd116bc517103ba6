//! `/api/client/v1`: the API of the customer's app.

pub(crate) mod actions;
pub(crate) mod balances;
pub(crate) mod catalogue;
mod command;
mod config;
mod content;
mod conversations;
mod countries;
pub(crate) mod deposit_accounts;
mod device;
pub(crate) mod documents;
pub(crate) mod farm;
mod history;
mod liabilities;
mod merchant_logo;
pub(crate) mod merchant_payments;
pub(crate) mod merchants;
mod order_drafts;
pub(crate) mod orders;
mod originators;
pub(crate) mod own_name;
mod pay;
mod pay_page;
mod payment_claims;
pub(crate) mod payment_links;
mod payout_codes;
mod plans;
mod presets;
pub(crate) mod quotes;
pub(crate) mod rates;
mod receipt;
mod referral;
pub(crate) mod requisites;
mod routes;
pub(crate) mod sandbox;
mod saved_cards;
pub(crate) mod saved_requisites;
mod spending;
pub(crate) mod statement;
mod status_links;
pub(crate) mod transaction_filter;
pub(crate) mod transactions;
mod transfers;
mod wallet_sessions;
mod wallets;
mod ws;

pub(crate) use config::config_of;
pub(crate) use conversations::{jpeg, key_of as support_key};
pub(crate) use transfers::claim as claim_transfers;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::AppState;

/// The routes, each declared beside its handler.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(config::config))
        .routes(routes!(catalogue::currencies))
        .routes(routes!(countries::list_countries))
        .routes(routes!(catalogue::payways))
        .routes(routes!(catalogue::directions))
        .routes(routes!(rates::rates))
        .routes(routes!(history::price_history))
        .routes(routes!(history::value_history))
        .routes(routes!(quotes::create_quote))
        .routes(routes!(content::list_shown_content))
        .routes(routes!(content::list_help_articles))
        .routes(routes!(content::dismiss_content))
        .routes(routes!(routes::find_routes))
        .routes(routes!(requisites::validate_requisite))
        .routes(routes!(requisites::verify_payee))
        .routes(routes!(requisites::tokenize_card))
        .routes(routes!(transfers::ask_recipient, transfers::own_pay_code))
        .routes(routes!(wallets::list_wallets, wallets::declare_wallet))
        .routes(routes!(wallets::revoke_wallet))
        .routes(routes!(wallets::challenge_wallet))
        .routes(routes!(wallets::prove_wallet))
        .routes(routes!(originators::tell_sender))
        .routes(routes!(orders::create_order))
        .routes(routes!(transactions::list_transactions))
        .routes(routes!(transactions::get_transaction))
        .routes(routes!(receipt::get_receipt))
        .routes(routes!(status_links::open, status_links::withdraw))
        .routes(routes!(payout_codes::show))
        .routes(routes!(status_links::look))
        .routes(routes!(actions::cancel))
        .routes(routes!(actions::refund))
        .routes(routes!(actions::deposit))
        .routes(routes!(actions::update_amount))
        .routes(routes!(actions::list_choices))
        .routes(routes!(actions::appeal))
        .routes(routes!(payment_claims::claim_payment))
        .routes(routes!(pay::pay_by_card))
        .routes(routes!(pay::pay_by_code))
        .routes(routes!(wallet_sessions::list_wallet_sessions))
        .routes(routes!(balances::balances))
        .routes(routes!(spending::get_spending, spending::set_spending))
        .routes(routes!(statement::get_statement))
        .routes(routes!(documents::list_documents, documents::make_document))
        .routes(routes!(documents::get_document))
        .routes(routes!(documents::get_document_file))
        .routes(routes!(documents::check_document))
        .routes(routes!(deposit_accounts::deposit_account))
        .routes(routes!(deposit_accounts::pay))
        .routes(routes!(liabilities::get_liabilities))
        .routes(routes!(farm::get_farm))
        .routes(routes!(farm::list_points))
        .routes(routes!(farm::exchange_points))
        .routes(routes!(referral::get_referral))
        .routes(routes!(referral::set_leaderboard))
        .routes(routes!(referral::quote_rewards))
        .merge(kept_routes())
        .merge(payment_routes())
        .merge(conversations::routes())
        .routes(routes!(ws::socket))
        .merge(sandbox_routes())
}

/// The routes of the sandbox's controls.
fn sandbox_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sandbox::mails))
        .routes(routes!(sandbox::act))
        .routes(routes!(sandbox::transfers))
        .routes(routes!(sandbox::clock::clock))
        .routes(routes!(sandbox::clock::test_clock, sandbox::clock::change_test_clock))
        .routes(routes!(sandbox::clock::advance_clock))
        .routes(routes!(liabilities::publish))
}

/// The routes of what a profile keeps for its orders.
fn kept_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(saved_requisites::list, saved_requisites::save))
        .routes(routes!(saved_requisites::delete, saved_requisites::change))
        .routes(routes!(saved_cards::list_cards, saved_cards::save_card))
        .routes(routes!(saved_cards::delete_card))
        .routes(routes!(plans::list_plans, plans::make_plan))
        .routes(routes!(plans::get_plan, plans::change_plan, plans::delete_plan))
        .routes(routes!(presets::list_presets, presets::make_preset))
        .routes(routes!(presets::get_preset, presets::change_preset))
        .routes(routes!(
            order_drafts::get_order_draft,
            order_drafts::save_order_draft,
            order_drafts::discard_order_draft
        ))
}

/// The routes of merchants, and of the page where their payers pay.
fn payment_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(merchant_logo::routes())
        .merge(payment_links::routes())
        .routes(routes!(merchants::get_merchant, merchants::set_merchant))
        .routes(routes!(merchants::list_payments, merchants::make_payment))
        .routes(routes!(merchants::get_payment))
        .routes(routes!(merchant_payments::export_payments))
        .routes(routes!(merchant_payments::merchant_overview))
        .routes(routes!(merchant_payments::cancel_payment))
        .routes(routes!(merchant_payments::offer_refund))
        .routes(routes!(merchant_payments::refund_payment))
        .routes(routes!(pay_page::look_at_payment))
        .routes(routes!(pay_page::list_pay_offers))
        .routes(routes!(pay_page::choose_payment))
        .routes(routes!(pay_page::accept_payment))
        .routes(routes!(pay_page::take_payment_back))
        .routes(routes!(pay_page::read_payment_terms))
        .routes(routes!(pay_page::send_payment_receipt))
        .routes(routes!(pay_page::play_payment))
}
