//! Conversations of a customer with support.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::{ErrorKind, SupportPictureId, TransactionId, kinds};
use support::{Context, NewConversation, PICTURE_BYTES_MAX, Part, Writer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::AppState;
use crate::dto::support::{
    BeginConversation, SupportContext, SupportConversation, SupportConversations, SupportPicture, SupportPictureRef,
    SupportThread, WriteToSupport,
};
use crate::extract::{Authenticated, Body, CameFrom, Customer, IdInPath};
use crate::http::min_rate::is_too_slow;
use crate::http::rate_limit::Caller;
use crate::problem::{FieldError, Problem};

/// The routes.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    let pictures = OpenApiRouter::new().routes(routes!(send_support_picture));
    let pictures = pictures.layer(DefaultBodyLimit::max(PICTURE_BYTES_MAX));
    OpenApiRouter::new()
        .merge(pictures)
        .routes(routes!(list_conversations, begin_conversation))
        .routes(routes!(get_conversation))
        .routes(routes!(write_to_support))
        .routes(routes!(end_conversation))
        .routes(routes!(get_support_picture))
}

/// The UUID of a request.
pub(crate) fn key_of(key: &str) -> Result<Uuid, Problem> {
    Uuid::try_parse(key).map_err(|_| Problem::field(FieldError::new("/key", "invalid", "must be a UUID")))
}

fn pictures(named: Option<Vec<SupportPictureRef>>) -> Result<Vec<SupportPictureId>, Problem> {
    let refused = || Problem::field(FieldError::new("/picture_ids", "invalid", "must be ids of pictures"));
    named.unwrap_or_default().iter().map(|id| id.0.parse().map_err(|_| refused())).collect()
}

/// Lists the person's conversations with support, the latest first.
#[utoipa::path(get, path = "/api/client/v1/support/conversations", tag = "support", security(("bearer" = [])),
    responses((status = 200, body = SupportConversations)))]
pub(crate) async fn list_conversations(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<SupportConversations>, Problem> {
    let found = state.support().own_list(who.tenant.id, who.principal.user).await?;
    let shown = found.into_iter().map(|one| SupportConversation::of(&one.conversation, Some(one.preview)));
    Ok(Json(SupportConversations { data: shown.collect() }))
}

/// Writes to support: a question, or a complaint.
///
/// A complaint gets a number, and an email with the last day for the answer. 429 above the limits of a person.
#[utoipa::path(post, path = "/api/client/v1/support/conversations", tag = "support", request_body = BeginConversation,
    security(("bearer" = [])), responses((status = 201, body = SupportThread)))]
pub(crate) async fn begin_conversation(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(from): CameFrom,
    Body { value: asked, .. }: Body<BeginConversation>,
) -> Result<(StatusCode, Json<SupportThread>), Problem> {
    let context = context_of(&state, &customer, asked.context.unwrap_or_default()).await?;
    let part = Part { text: asked.text, key: key_of(&asked.key)?, pictures: pictures(asked.picture_ids)? };
    let writer = Writer {
        tenant: &customer.tenant,
        user: customer.principal.user,
        profile: customer.profile,
        language: from.language,
    };
    let asked = NewConversation { kind: asked.kind.0, topic: asked.topic.0, part, context };
    let opened = state.support().begin(writer, asked).await?;
    Ok((StatusCode::CREATED, Json(opened.into())))
}

/// The context, with a transaction of the profile only.
async fn context_of(state: &AppState, customer: &Customer, asked: SupportContext) -> Result<Context, Problem> {
    let SupportContext { transaction_id, screen, app_version, request_id } = asked;
    let transaction = match transaction_id {
        None => None,
        Some(id) => {
            let refused = || {
                Problem::field(FieldError::new("/context/transaction_id", "invalid", "must be a transaction of yours"))
            };
            let id: TransactionId = id.parse().map_err(|_| refused())?;
            match state.exchange().get(customer.tenant.id, customer.profile, id).await {
                Ok(_) => Some(id),
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(refused()),
                Err(error) => return Err(error.into()),
            }
        }
    };
    Ok(Context { transaction, screen, app_version, request_id })
}

/// Returns a conversation with its messages.
#[utoipa::path(get, path = "/api/client/v1/support/conversations/{id}", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("bearer" = [])),
    responses((status = 200, body = SupportThread)))]
pub(crate) async fn get_conversation(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::Conversation>,
) -> Result<Json<SupportThread>, Problem> {
    Ok(Json(state.support().own(&who.tenant, who.principal.user, id).await?.into()))
}

/// Writes a message. It opens an ended conversation again within 14 days.
///
/// 409 `CONFLICT_ERROR` later. 429 above the limits of a person.
#[utoipa::path(post, path = "/api/client/v1/support/conversations/{id}/messages", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), request_body = WriteToSupport,
    security(("bearer" = [])), responses((status = 200, body = SupportThread)))]
pub(crate) async fn write_to_support(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::Conversation>,
    Body { value: asked, .. }: Body<WriteToSupport>,
) -> Result<Json<SupportThread>, Problem> {
    let part = Part { text: asked.text, key: key_of(&asked.key)?, pictures: pictures(asked.picture_ids)? };
    Ok(Json(state.support().write(&who.tenant, who.principal.user, id, part).await?.into()))
}

/// Ends a question.
///
/// 409 `CONFLICT_ERROR` if it has ended, and for a complaint, which ends after its answer.
#[utoipa::path(post, path = "/api/client/v1/support/conversations/{id}/end", tag = "support",
    params(("id" = String, Path, description = "The conversation.")), security(("bearer" = [])),
    responses((status = 200, body = SupportThread)))]
pub(crate) async fn end_conversation(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::Conversation>,
) -> Result<Json<SupportThread>, Problem> {
    Ok(Json(state.support().end_own(&who.tenant, who.principal.user, id).await?.into()))
}

/// Uploads a picture for a message as the raw body.
///
/// JPEG, PNG or WebP of at most 8 MiB and 40 megapixels. The format is detected from the content. It is stored as a new
/// JPEG, without metadata. A picture that no message takes is deleted after a day.
#[utoipa::path(post, path = "/api/client/v1/support/pictures", tag = "support", security(("bearer" = [])),
    request_body(content((Vec<u8> = "application/octet-stream"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
        (Vec<u8> = "image/webp"))),
    responses((status = 201, body = SupportPicture)))]
pub(crate) async fn send_support_picture(
    State(state): State<AppState>,
    who: Authenticated,
    request: Request,
) -> Result<(StatusCode, Json<SupportPicture>), Problem> {
    let (tenant, user) = (who.tenant.id, who.principal.user);
    let place = state.uploads_by_person().take(&[Caller::Person(user)]);
    let _place = place.ok_or_else(|| {
        let detail = "Too many pictures are being sent at once. Wait for the first to arrive.";
        Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", detail).retry_after(5)
    })?;
    // Checked before the body is read, so that an upload above the limits uses no memory.
    state.support().may_send_picture(tenant, user).await?;
    let bytes = read(request, &state).await?;
    let id = state.support().add_picture(tenant, user, bytes).await?;
    Ok((StatusCode::CREATED, Json(SupportPicture { id: id.to_string() })))
}

async fn read(request: Request, state: &AppState) -> Result<Vec<u8>, Problem> {
    let bytes = Bytes::from_request(request, state).await.map_err(|refused| {
        if refused.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Problem::new(ErrorKind::Invalid, "PAYLOAD_TOO_LARGE", "The picture is larger than 8 MiB.");
        }
        if is_too_slow(&refused) {
            return Problem::bad_request("The picture came too slowly. Send a smaller one.");
        }
        Problem::bad_request("The picture was cut short.")
    })?;
    Ok(bytes.into())
}

/// Returns a picture of one's own conversation as a JPEG.
#[utoipa::path(get, path = "/api/client/v1/support/pictures/{id}", tag = "support",
    params(("id" = String, Path, description = "The picture.")), security(("bearer" = [])),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg")))]
pub(crate) async fn get_support_picture(
    State(state): State<AppState>,
    who: Authenticated,
    IdInPath(id): IdInPath<kinds::SupportPicture>,
) -> Result<Response, Problem> {
    Ok(jpeg(state.support().own_picture(who.tenant.id, who.principal.user, id).await?))
}

/// A JPEG that no cache keeps.
pub(crate) fn jpeg(bytes: Vec<u8>) -> Response {
    let headers = [(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "no-store")];
    (headers, bytes).into_response()
}
