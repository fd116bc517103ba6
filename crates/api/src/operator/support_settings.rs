//! Support settings of operators: saved answers, and the clocks.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::NaiveDate;
use identity::Language;
use kernel::kinds;
use serde::{Deserialize, Serialize};
use support::{ClockChange, Clocks, SavedAnswer, SavedAnswerText};
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::dto::page::List;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::Problem;

/// The texts of a saved answer. A text contains `{number}`, `{order}` and `{company}`, which the console fills in.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub(super) struct SavedAnswerTexts {
    /// English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000)]
    en: Option<String>,
    /// Ukrainian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000)]
    uk: Option<String>,
    /// Russian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000)]
    ru: Option<String>,
    /// Polish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000)]
    pl: Option<String>,
}

/// A saved answer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedAnswerInfo {
    /// Id.
    #[schema(example = "ans_019a0000000070008000000000000001")]
    id: String,
    /// Name, for operators.
    name: String,
    /// Texts by language.
    texts: SavedAnswerTexts,
}

/// A saved answer. In a change, omitted fields remain unchanged.
#[derive(Deserialize, ToSchema)]
pub(super) struct SavedAnswerBody {
    /// Name, for operators.
    #[serde(default)]
    #[schema(max_length = 80)]
    name: Option<String>,
    /// Texts by language; at least one.
    #[serde(default)]
    texts: Option<SavedAnswerTexts>,
}

impl From<SavedAnswer> for SavedAnswerInfo {
    fn from(mut answer: SavedAnswer) -> Self {
        let mut of = |language: Language| answer.texts.remove(language.code());
        let texts =
            SavedAnswerTexts { en: of(Language::En), uk: of(Language::Uk), ru: of(Language::Ru), pl: of(Language::Pl) };
        Self { id: answer.id.to_string(), name: answer.name, texts }
    }
}

impl From<SavedAnswerBody> for SavedAnswerText {
    fn from(body: SavedAnswerBody) -> Self {
        let pairs = |SavedAnswerTexts { en, uk, ru, pl }: SavedAnswerTexts| {
            let all = [(Language::En, en), (Language::Uk, uk), (Language::Ru, ru), (Language::Pl, pl)];
            all.into_iter().filter_map(|(language, text)| Some((language, text?))).collect()
        };
        Self { name: body.name, texts: body.texts.map(pairs) }
    }
}

/// Lists the saved answers by name.
#[utoipa::path(get, path = "/api/operator/v1/support/saved-answers", tag = "support",
    security(("session" = ["support.read"])), responses((status = 200, body = List<SavedAnswerInfo>)))]
pub(super) async fn list_saved_answers(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<List<SavedAnswerInfo>>, Problem> {
    let found = state.support().saved_answers(operator.tenant.id, &operator.who).await?;
    Ok(Json(List { data: found.into_iter().map(Into::into).collect() }))
}

/// Saves an answer to use again.
///
/// 409 `CONFLICT_ERROR` for a name that exists, and for more than 200.
#[utoipa::path(post, path = "/api/operator/v1/support/saved-answers", tag = "support",
    security(("session" = ["support.write"])), request_body = SavedAnswerBody,
    responses((status = 201, body = SavedAnswerInfo)))]
pub(super) async fn save_answer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<SavedAnswerBody>,
) -> Result<(StatusCode, Json<SavedAnswerInfo>), Problem> {
    let saved = state.support().save_answer(operator.tenant.id, (&operator.who, &context), asked.into()).await?;
    Ok((StatusCode::CREATED, Json(saved.into())))
}

/// Changes a saved answer.
#[utoipa::path(put, path = "/api/operator/v1/support/saved-answers/{id}", tag = "support",
    params(("id" = String, Path, description = "The saved answer.")), security(("session" = ["support.write"])),
    request_body = SavedAnswerBody, responses((status = 200, body = SavedAnswerInfo)))]
pub(super) async fn change_saved_answer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::SavedAnswer>,
    Body { value: asked, .. }: Body<SavedAnswerBody>,
) -> Result<Json<SavedAnswerInfo>, Problem> {
    let (tenant, who) = (operator.tenant.id, (&operator.who, &context));
    Ok(Json(state.support().change_saved_answer(tenant, who, id, asked.into()).await?.into()))
}

/// Deletes a saved answer.
#[utoipa::path(delete, path = "/api/operator/v1/support/saved-answers/{id}", tag = "support",
    params(("id" = String, Path, description = "The saved answer.")), security(("session" = ["support.write"])),
    responses((status = 204, description = "It is deleted.")))]
pub(super) async fn delete_saved_answer(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::SavedAnswer>,
) -> Result<StatusCode, Problem> {
    state.support().delete_saved_answer(operator.tenant.id, (&operator.who, &context), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The clocks of support.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SupportClocks {
    /// Time zone of days and holidays.
    #[schema(example = "Europe/Warsaw")]
    time_zone: String,
    /// Days that are no business days, beside Saturdays and Sundays.
    holidays: Vec<NaiveDate>,
    /// Hours until the first answer.
    first_answer_hours: u16,
    /// Hours until each further answer.
    next_answer_hours: u16,
    /// Calendar days until a complaint is acknowledged.
    acknowledge_days: u16,
    /// Business days until a complaint is answered.
    answer_business_days: u16,
}

/// A change of the clocks. Omitted fields remain unchanged.
#[derive(Deserialize, ToSchema)]
pub(super) struct SupportClocksBody {
    /// Time zone, an IANA name.
    #[serde(default)]
    #[schema(max_length = 64)]
    time_zone: Option<String>,
    /// Days that are no business days.
    #[serde(default)]
    #[schema(max_items = 200)]
    holidays: Option<Vec<NaiveDate>>,
    /// Hours until the first answer.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 240)]
    first_answer_hours: Option<u16>,
    /// Hours until each further answer.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 240)]
    next_answer_hours: Option<u16>,
    /// Calendar days until a complaint is acknowledged.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10)]
    acknowledge_days: Option<u16>,
    /// Business days until a complaint is answered.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60)]
    answer_business_days: Option<u16>,
}

impl From<Clocks> for SupportClocks {
    fn from(clocks: Clocks) -> Self {
        let Clocks { time_zone, holidays, first_answer_hours, next_answer_hours, .. } = clocks;
        let Clocks { acknowledge_days, answer_business_days, .. } = clocks;
        Self { time_zone, holidays, first_answer_hours, next_answer_hours, acknowledge_days, answer_business_days }
    }
}

/// Returns the clocks of support.
#[utoipa::path(get, path = "/api/operator/v1/support/clocks", tag = "support",
    security(("session" = ["support.read"])), responses((status = 200, body = SupportClocks)))]
pub(super) async fn get_support_clocks(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<SupportClocks>, Problem> {
    Ok(Json(state.support().clocks(operator.tenant.id, &operator.who).await?.into()))
}

/// Changes the clocks of support. Deadlines of earlier conversations stay, because they were communicated to customers.
#[utoipa::path(put, path = "/api/operator/v1/support/clocks", tag = "support",
    security(("session" = ["policies.write"])), request_body = SupportClocksBody,
    responses((status = 200, body = SupportClocks)))]
pub(super) async fn set_support_clocks(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<SupportClocksBody>,
) -> Result<Json<SupportClocks>, Problem> {
    let change = ClockChange {
        time_zone: asked.time_zone,
        holidays: asked.holidays,
        first_answer_hours: asked.first_answer_hours,
        next_answer_hours: asked.next_answer_hours,
        acknowledge_days: asked.acknowledge_days,
        answer_business_days: asked.answer_business_days,
    };
    Ok(Json(state.support().set_clocks(operator.tenant.id, (&operator.who, &context), change).await?.into()))
}
