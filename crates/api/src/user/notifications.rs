//! Notifications of a person and the selected profile.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::web_push::Subscription;
use identity::{Channel, NotificationFilter, Quiet, Reader};
use kernel::{NotificationId, kinds};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::notification::{
    AddPushDevice, ChangeNotification, ChangeNotificationSettings, Notification, NotificationSettings,
    NotificationTopic, PushDevice, PushDevices, ReadNotifications, TelegramLink, TelegramMessages, UnreadNotifications,
};
use crate::dto::page::Page;
use crate::extract::{Authenticated, Body, CameFrom, Customer, IdInPath, Params};
use crate::problem::{FieldError, Problem};

/// Which notifications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NotificationParams {
    /// Of this topic only.
    topic: Option<NotificationTopic>,
    /// Unread ones only.
    unread: Option<bool>,
}

fn reader(customer: &Customer) -> Reader {
    Reader { user: customer.principal.user, profile: customer.profile }
}

/// Lists the notifications of the person and of the selected profile, newest first, in their language.
#[utoipa::path(get, path = "/api/client/v1/notifications", tag = "user", params(NotificationParams, PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<Notification>)))]
pub(crate) async fn list_notifications(
    State(state): State<AppState>,
    customer: Customer,
    Params(page): Params<PageParams>,
    Params(asked): Params<NotificationParams>,
) -> Result<Json<Page<Notification>>, Problem> {
    let after = page.after()?.map(NotificationId::from_uuid);
    let filter =
        NotificationFilter { topic: asked.topic.map(|topic| topic.0), is_unread: asked.unread.unwrap_or_default() };
    let identity = state.identity();
    let found = identity.notifications(&customer.tenant, reader(&customer), filter, after, page.limit()?).await?;
    let (data, has_more) = found;
    let last = data.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    Ok(Json(Page { data: data.into_iter().map(Into::into).collect(), next_cursor: last, has_more }))
}

/// Counts the unread notifications.
#[utoipa::path(get, path = "/api/client/v1/notifications/unread", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = UnreadNotifications)))]
pub(crate) async fn count_notifications(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<UnreadNotifications>, Problem> {
    let unread = state.identity().unread_notifications(customer.tenant.id, reader(&customer)).await?;
    Ok(Json(unread.into()))
}

/// Marks all notifications as read, or those up to one.
#[utoipa::path(put, path = "/api/client/v1/notifications", tag = "user", request_body = ReadNotifications,
    security(("bearer" = [])), responses((status = 200, body = UnreadNotifications)))]
pub(crate) async fn read_notifications(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<ReadNotifications>,
) -> Result<Json<UnreadNotifications>, Problem> {
    let refused = || Problem::field(FieldError::new("/up_to", "invalid", "must be the id of a notification"));
    let up_to: Option<NotificationId> = asked.up_to.map(|id| id.parse().map_err(|_| refused())).transpose()?;
    let (identity, tenant) = (state.identity(), customer.tenant.id);
    identity.mark_notifications(tenant, reader(&customer), up_to).await?;
    Ok(Json(identity.unread_notifications(tenant, reader(&customer)).await?.into()))
}

/// Marks a notification as read or unread.
#[utoipa::path(put, path = "/api/client/v1/notifications/{id}", tag = "user", request_body = ChangeNotification,
    params(("id" = String, Path, description = "The notification.")), security(("bearer" = [])),
    responses((status = 200, body = Notification)))]
pub(crate) async fn change_notification(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::Notification>,
    Body { value: asked, .. }: Body<ChangeNotification>,
) -> Result<Json<Notification>, Problem> {
    let user = who.principal.user;
    Ok(Json(state.identity().mark_notification(&who.tenant, user, id, asked.is_read).await?.into()))
}

/// Returns the notification settings.
#[utoipa::path(get, path = "/api/client/v1/notifications/settings", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = NotificationSettings)))]
pub(crate) async fn get_notification_settings(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<NotificationSettings>, Problem> {
    Ok(Json(state.identity().notification_settings(who.tenant.id, who.principal.user).await?.into()))
}

/// Changes the notification settings. Security notices cannot be switched off.
///
/// `by_text` is a field error for a person without a verified phone number.
#[utoipa::path(put, path = "/api/client/v1/notifications/settings", tag = "user",
    request_body = ChangeNotificationSettings, security(("bearer" = [])),
    responses((status = 200, body = NotificationSettings)))]
pub(crate) async fn change_notification_settings(
    State(state): State<AppState>,
    who: Authenticated,
    Body { value: asked, .. }: Body<ChangeNotificationSettings>,
) -> Result<Json<NotificationSettings>, Problem> {
    let (identity, tenant, user) = (state.identity(), who.tenant.id, who.principal.user);
    let ChangeNotificationSettings { topics, is_quiet, quiet, time_zone, shows_details, by_text } = asked;
    let mut choices = Vec::new();
    for (at, choice) in topics.unwrap_or_default().into_iter().enumerate() {
        let topic = choice.topic.0;
        let telegram = choice.telegram.map(|is_on| (Channel::Telegram, "telegram", is_on));
        let named = [(Channel::Mail, "mail", choice.mail), (Channel::Push, "push", choice.push)];
        for (channel, name, is_on) in named.into_iter().chain(telegram) {
            if !is_on && !topic.is_optional() {
                let pointer = format!("/topics/{at}/{name}");
                return Err(Problem::field(FieldError::new(pointer, "invalid", "security cannot be switched off")));
            }
            choices.push(((topic, channel), is_on));
        }
    }
    let refused = || Problem::field(FieldError::new("/quiet", "invalid", "must begin and end at different times"));
    let quiet = quiet.map(|hours| Quiet::new(hours.from, hours.to).ok_or_else(refused)).transpose()?;
    let change = move |mut settings: identity::NotificationSettings| {
        for (choice, is_on) in choices {
            if is_on {
                settings.off.remove(&choice)
            } else {
                settings.off.insert(choice)
            };
        }
        settings.quiet = quiet.or(settings.quiet).filter(|_| is_quiet != Some(false));
        settings.time_zone = time_zone.unwrap_or(settings.time_zone);
        settings.shows_details = shows_details.unwrap_or(settings.shows_details);
        settings.by_text = by_text.unwrap_or(settings.by_text);
        settings
    };
    Ok(Json(identity.change_notification_settings(tenant, user, change).await?.into()))
}

/// Lists the browsers that receive web push messages, and returns the key to subscribe with.
///
/// 404 `NOT_FOUND` if web push is not offered.
#[utoipa::path(get, path = "/api/client/v1/notifications/devices", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = PushDevices)))]
pub(crate) async fn list_push_devices(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<PushDevices>, Problem> {
    let (public_key, found) = state.identity().push_devices(who.tenant.id, who.principal.user).await?;
    Ok(Json(PushDevices { public_key, data: found.into_iter().map(Into::into).collect() }))
}

/// Adds this browser. The same browser again renews its keys. It receives messages until this session ends.
///
/// 409 `CONFLICT_ERROR` if the person has ten.
#[utoipa::path(post, path = "/api/client/v1/notifications/devices", tag = "user", request_body = AddPushDevice,
    security(("bearer" = [])), responses((status = 201, body = PushDevice)))]
pub(crate) async fn add_push_device(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<AddPushDevice>,
) -> Result<(StatusCode, Json<PushDevice>), Problem> {
    let AddPushDevice { endpoint, p256dh, auth } = &asked;
    let subscription = Subscription { endpoint, p256dh, auth };
    let added = state.identity().add_push_device(who.tenant.id, &who.principal, &subscription, &context).await?;
    Ok((StatusCode::CREATED, Json(added.into())))
}

/// Removes a browser.
#[utoipa::path(delete, path = "/api/client/v1/notifications/devices/{id}", tag = "user",
    params(("id" = String, Path, description = "The browser.")), security(("bearer" = [])),
    responses((status = 204, description = "It receives no more messages.")))]
pub(crate) async fn remove_push_device(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::PushDevice>,
) -> Result<StatusCode, Problem> {
    state.identity().remove_push_device(who.tenant.id, who.principal.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the tenant's bot and the linked chat.
#[utoipa::path(get, path = "/api/client/v1/notifications/telegram", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = TelegramMessages)))]
pub(crate) async fn get_telegram_chat(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<TelegramMessages>, Problem> {
    Ok(Json(state.identity().telegram_state(&who.tenant, who.principal.user).await?.into()))
}

/// Makes a link that opens the bot with a one-time code of ten minutes. It replaces a former link.
///
/// 404 `NOT_FOUND` if the tenant sends no Telegram messages; 429 after twenty in an hour.
#[utoipa::path(post, path = "/api/client/v1/notifications/telegram", tag = "user", security(("bearer" = [])),
    responses((status = 201, body = TelegramLink)))]
pub(crate) async fn begin_telegram_chat(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<(StatusCode, Json<TelegramLink>), Problem> {
    let link = state.identity().begin_telegram_link(&who.tenant, who.principal.user).await?;
    Ok((StatusCode::CREATED, Json(link.into())))
}

/// Unlinks the chat. The person is notified.
#[utoipa::path(delete, path = "/api/client/v1/notifications/telegram", tag = "user", security(("bearer" = [])),
    responses((status = 204, description = "It receives no more messages.")))]
pub(crate) async fn remove_telegram_chat(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<StatusCode, Problem> {
    state.identity().unlink_telegram_chat(who.tenant.id, who.principal.user).await?;
    Ok(StatusCode::NO_CONTENT)
}
