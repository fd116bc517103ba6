//! `/api/operator/v1`: the API of the operators' console. It does not accept customers' tokens, and the client API does
//! not accept operators' cookies.

mod account;
mod act;
mod agreed_limits;
mod alert_mail;
mod alerts;
mod audit;
mod bank;
mod campaigns;
mod connection_health;
mod connections;
mod content;
mod cookie;
mod customer;
mod customers;
mod farm;
mod join;
mod ledger;
mod movements;
mod notifications;
mod originators;
mod partners;
mod passkey;
mod payways;
mod principal;
mod proposals;
mod rates;
mod referrals;
mod rules;
mod sent_messages;
mod server_connections;
mod session;
mod signatures;
mod sources;
mod support_desk;
mod support_settings;
mod support_unlocks;
mod transaction;
mod verifications;
mod wallets;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::AppState;

/// The routes of this module.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    // A statement may be larger than other bodies.
    let statements = OpenApiRouter::new().routes(routes!(bank::read_bank_statements));
    let statements = statements.layer(DefaultBodyLimit::max(bank::FILE_BYTES_MAX));
    OpenApiRouter::new()
        .merge(statements)
        .merge(own_routes())
        .merge(campaign_routes())
        .merge(referral_routes())
        .merge(farm_routes())
        .routes(routes!(bank::get_bank))
        .routes(routes!(bank::make_bank_file))
        .routes(routes!(bank::get_bank_file))
        .routes(routes!(bank::refuse_bank_file))
        .routes(routes!(bank::get_bank_statement_file))
        .routes(routes!(bank::entries::list_bank_entries))
        .routes(routes!(bank::entries::finish_bank_entry))
        .routes(routes!(bank::entries::take_bank_entry))
        .routes(routes!(connections::get_connections))
        .routes(routes!(connection_health::get_connection_health))
        .routes(routes!(connections::make_bank_connection))
        .routes(routes!(connections::make_cards_connection))
        .routes(routes!(connections::test_connection))
        .routes(routes!(connections::switch_connection))
        .routes(routes!(account::list_roles))
        .routes(routes!(account::list_operators, account::invite_operator))
        .routes(routes!(account::change_role))
        .routes(routes!(account::remove_operator))
        .routes(routes!(customers::list_customers))
        .routes(routes!(customer::get_customer))
        .routes(routes!(customer::reveal_customer))
        .routes(routes!(customer::list_customer_transactions))
        .routes(routes!(movements::list_customer_balances))
        .routes(routes!(movements::list_movements))
        .routes(routes!(movements::list_work))
        .routes(routes!(movements::get_movement))
        .routes(routes!(movements::reveal_movement))
        .routes(routes!(movements::resolve_movement))
        .routes(routes!(movements::list_network_fees))
        .routes(routes!(movements::raise_network_fee))
        .routes(routes!(ledger::list_ledger_accounts))
        .routes(routes!(ledger::get_ledger_account))
        .routes(routes!(customer::block_customer))
        .routes(routes!(customer::unblock_customer))
        .routes(routes!(customer::raise_customer_tier))
        .routes(routes!(agreed_limits::agree_customer_limits))
        .routes(routes!(customer::lower_customer_tier))
        .routes(routes!(customer::reset_customer_factors))
        .routes(routes!(support_unlocks::unlock_customer_factor))
        .routes(routes!(support_unlocks::allow_customer_phone_change))
        .routes(routes!(customer::end_customer_sessions))
        .routes(routes!(verifications::list_waiting))
        .routes(routes!(verifications::decide))
        .routes(routes!(verifications::look_at_documents))
        .routes(routes!(proposals::list_proposals))
        .routes(routes!(signatures::begin_approval))
        .routes(routes!(proposals::approve))
        .routes(routes!(signatures::get_signature))
        .routes(routes!(proposals::refuse))
        .routes(routes!(proposals::withdraw))
        .routes(routes!(notifications::preview_notifications))
        .routes(routes!(notifications::preview_mail))
        .routes(routes!(sent_messages::list_sent_messages))
        .routes(routes!(audit::list_log))
        .routes(routes!(alerts::list_alerts))
        .merge(partner_routes())
        .merge(policy_routes())
        .merge(support_routes())
}

/// The routes of partners and merchants.
fn partner_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(partners::list_partners))
        .routes(routes!(partners::get_partner))
        .routes(routes!(partners::revoke_partner_key))
        .routes(routes!(partners::pause_partner_webhook))
        .routes(routes!(partners::stop_merchant))
        .routes(routes!(partners::allow_merchant))
}

/// The routes of rules and rates.
fn policy_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(rules::get_rules, rules::propose_rules))
        .routes(routes!(rules::preview_rules))
        .routes(routes!(rules::ask_fees))
        .routes(routes!(rules::list_rules_versions))
        .routes(routes!(rules::get_rules_version))
        .routes(routes!(rules::preview_rules_version))
        .routes(routes!(rules::propose_rules_version))
        .routes(routes!(rates::get_rate_board))
        .routes(routes!(rates::pause_quotes))
        .routes(routes!(rates::resume_quotes))
        .routes(routes!(payways::list_payway_pauses, payways::pause_payway))
        .routes(routes!(payways::resume_payway))
        .routes(routes!(server_connections::switch_server_connection))
}

/// The routes of support.
fn support_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(support_desk::list_desk))
        .routes(routes!(support_desk::get_desk_conversation, support_desk::change_desk_conversation))
        .routes(routes!(support_desk::reply_at_desk))
        .routes(routes!(support_desk::note_at_desk))
        .routes(routes!(support_desk::answer_complaint))
        .routes(routes!(support_desk::end_at_desk))
        .routes(routes!(support_desk::get_desk_picture))
        .routes(routes!(support_settings::list_saved_answers, support_settings::save_answer))
        .routes(routes!(support_settings::change_saved_answer, support_settings::delete_saved_answer))
        .routes(routes!(support_settings::get_support_clocks, support_settings::set_support_clocks))
}

/// The routes of an operator's own sign-in and settings.
fn own_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(session::get_session, session::sign_in, session::sign_out))
        .routes(routes!(session::confirm))
        .routes(routes!(session::sign_in_as_demo))
        .routes(routes!(passkey::begin_passkey_sign_in))
        .routes(routes!(passkey::sign_in_by_passkey))
        .routes(routes!(passkey::begin_passkey_confirmation))
        .routes(routes!(passkey::confirm_by_passkey))
        .routes(routes!(passkey::list_own_passkeys, passkey::add_own_passkey))
        .routes(routes!(passkey::begin_own_passkey))
        .routes(routes!(alert_mail::get_alert_mail, alert_mail::set_alert_mail))
        .routes(routes!(passkey::rename_own_passkey, passkey::remove_own_passkey))
        .routes(routes!(join::open_invitation))
        .routes(routes!(join::accept_invitation))
}

/// The routes of campaigns and of what operators show to customers.
fn campaign_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(campaigns::list_campaigns, campaigns::make_campaign))
        .routes(routes!(campaigns::get_campaign, campaigns::delete_campaign))
        .routes(routes!(campaigns::switch_campaign))
        .routes(routes!(campaigns::set_campaign_clock))
        .routes(routes!(sources::list_sources))
        .routes(routes!(sources::export_sources))
        .routes(routes!(content::list_content, content::make_content))
        .routes(routes!(content::change_content, content::delete_content))
}

/// The routes of the referral programme.
fn referral_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(referrals::list_referrers))
        .routes(routes!(referrals::get_referrer))
        .routes(routes!(referrals::block_referrer))
        .routes(routes!(referrals::unblock_referrer))
        .routes(routes!(referrals::decide_earning))
}

/// The routes of the farm.
fn farm_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(farm::list_seasons, farm::make_season))
        .routes(routes!(farm::change_season, farm::delete_season))
        .routes(routes!(farm::switch_season))
}
