//! The signed-in customer: personal data, settings, terms, verification.

mod account_closure;
mod anti_phishing_phrase;
mod attribution;
mod contact;
mod exports;
mod handle;
mod kyc_documents;
mod limits;
mod methods;
mod notifications;
mod person;
mod profiles;
mod sessions;
mod settings;
mod source_of_funds;
mod terms;
mod verification;

pub(crate) use limits::shown as limit_shown;
pub(crate) use terms::ConsentInfo;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
pub(crate) use verification::shown as verification_shown;

use crate::AppState;

/// The routes of this module.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(kyc_documents::routes())
        .routes(routes!(person::get_user, person::update_user))
        .routes(routes!(account_closure::get_closing, account_closure::close_account, account_closure::keep_account))
        .routes(routes!(source_of_funds::answer_source_of_funds))
        .routes(routes!(exports::list_exports, exports::ask_export))
        .routes(routes!(exports::get_export_file))
        .routes(routes!(profiles::list_profiles, profiles::add_profile))
        .routes(routes!(profiles::rename_profile))
        .routes(routes!(profiles::close_profile))
        .routes(routes!(profiles::reopen_profile))
        .routes(routes!(contact::update_email))
        .routes(routes!(contact::confirm_email))
        .routes(routes!(contact::mend_email))
        .routes(routes!(contact::update_phone))
        .routes(routes!(contact::confirm_phone))
        .routes(routes!(
            anti_phishing_phrase::get_mail_phrase,
            anti_phishing_phrase::set_mail_phrase,
            anti_phishing_phrase::remove_mail_phrase
        ))
        .routes(routes!(limits::get_limits))
        .routes(routes!(verification::list_verifications))
        .routes(routes!(settings::get_settings, settings::update_settings))
        .routes(routes!(handle::get_handle, handle::set_handle))
        .routes(routes!(sessions::list_sessions, sessions::end_other_sessions))
        .routes(routes!(sessions::end_session))
        .routes(routes!(terms::get_terms))
        .routes(routes!(terms::accept_terms))
        .routes(routes!(attribution::utm_params))
        .routes(routes!(notifications::list_notifications, notifications::read_notifications))
        .routes(routes!(notifications::count_notifications))
        .routes(routes!(notifications::get_notification_settings, notifications::change_notification_settings))
        .routes(routes!(notifications::list_push_devices, notifications::add_push_device))
        .routes(routes!(notifications::remove_push_device))
        .routes(routes!(
            notifications::get_telegram_chat,
            notifications::begin_telegram_chat,
            notifications::remove_telegram_chat
        ))
        .routes(routes!(notifications::change_notification))
        .routes(routes!(methods::list_methods))
        .routes(routes!(methods::start_linking, methods::finish_linking, methods::unlink))
        .routes(routes!(methods::link_telegram))
}
