//! Content that operators show to customers: banners of a page, onboarding slides, and articles of help.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::ContentId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::extract::{Body, Customer, MaybeCustomer, Params, TenantHost};
use crate::problem::{FieldError, Problem};

/// The most that are dismissed at once.
const IDS_MAX: usize = 20;

/// The place of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ContentPlace {
    /// Banners of the home page.
    Home,
    /// Banners of the landing page.
    Landing,
    /// Slides of a newcomer.
    Onboarding,
}

/// The content to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContentParams {
    /// The place of the app.
    #[param(inline)]
    place: ContentPlace,
    /// Language of the words: `en`, `uk`, `ru` or `pl`. English stands in for a missing one.
    #[param(max_length = 8)]
    language: Option<String>,
}

/// A banner or a slide. Its words are plain text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownContent {
    /// Id.
    #[schema(example = "cnt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    id: String,
    /// Language of the words.
    language: String,
    /// Title.
    title: String,
    /// Text below. Empty without one.
    text: String,
    /// Words of the link. Empty without one.
    button: String,
    /// Illustration: `none`, `wallet`, `exchange`, `shield`, `people`, `done` or `mail`.
    picture: String,
    /// The target of the link: a path of the app, or an address with https.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// The content of a page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownContents {
    /// In their order; at most six.
    data: Vec<ShownContent>,
}

/// The id of a banner or slide. It exists in the document only.
#[derive(ToSchema)]
#[schema(max_length = 36, example = "cnt_019a0000000070008000000000000001")]
#[expect(dead_code, reason = "a type of the document")]
struct ContentIdText(String);

/// The content that a customer has closed.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DismissedContent {
    /// Ids of banners or slides; at most 20.
    #[schema(value_type = Vec<ContentIdText>, max_items = 20)]
    ids: Vec<String>,
}

/// Returns the banners of a page, or the slides of a newcomer, without what the customer has closed.
#[utoipa::path(get, path = "/api/client/v1/content", tag = "content", params(ContentParams),
    security((), ("bearer" = [])), responses((status = 200, body = ShownContents)))]
pub(crate) async fn list_shown_content(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    MaybeCustomer(customer): MaybeCustomer,
    Params(asked): Params<ContentParams>,
) -> Result<Json<ShownContents>, Problem> {
    let place = match asked.place {
        ContentPlace::Home => campaigns::ContentPlace::Home,
        ContentPlace::Landing => campaigns::ContentPlace::Landing,
        ContentPlace::Onboarding => campaigns::ContentPlace::Onboarding,
    };
    let user = customer.as_ref().map(|customer| customer.principal.user);
    let language = asked.language.as_deref().unwrap_or("en");
    let found = state.campaigns().shown(tenant.id, user, place, language).await?;
    let shown = |one: campaigns::ShownContent| ShownContent {
        id: one.id.to_string(),
        language: one.language,
        title: one.text.title,
        text: one.text.text,
        button: one.text.button,
        picture: one.picture,
        link: one.link,
    };
    Ok(Json(ShownContents { data: found.into_iter().map(shown).collect() }))
}

/// The language of articles.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ArticleParams {
    /// Language of the words: `en`, `uk`, `ru` or `pl`. English stands in for a missing one.
    #[param(max_length = 8)]
    language: Option<String>,
}

/// An article of help that the tenant wrote. Its text has lines; `- ` and `1. ` begin those of a list, `**bold**` and
/// `*name*` stand in them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HelpArticle {
    /// Address of its page. The same address as a built-in article takes its place.
    #[schema(example = "fees")]
    slug: String,
    /// Topic: `money`, `orders`, `account` or `security`.
    #[schema(example = "money")]
    topic: &'static str,
    /// Language of the words.
    language: String,
    /// Title.
    title: String,
    /// Text.
    text: String,
    /// Words that people search for and the text does not contain.
    keywords: String,
}

/// The articles of help that the tenant wrote.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HelpArticles {
    /// In their order; at most 100.
    data: Vec<HelpArticle>,
}

/// Returns the articles of help that the tenant wrote. They stand beside the built-in ones of the app.
#[utoipa::path(get, path = "/api/client/v1/content/articles", tag = "content", params(ArticleParams), security(()),
    responses((status = 200, body = HelpArticles)))]
pub(crate) async fn list_help_articles(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(asked): Params<ArticleParams>,
) -> Result<Json<HelpArticles>, Problem> {
    let language = asked.language.as_deref().unwrap_or("en");
    let found = state.campaigns().articles(tenant.id, language).await?;
    let shown = |one: campaigns::ShownArticle| HelpArticle {
        slug: one.head.slug,
        topic: one.head.topic.code(),
        language: one.language,
        title: one.text.title,
        text: one.text.text,
        keywords: one.text.keywords,
    };
    Ok(Json(HelpArticles { data: found.into_iter().map(shown).collect() }))
}

/// Notes that the customer has closed banners or slides. They are not shown again, on any device.
///
/// Repeating it changes nothing. Unknown ids are ignored.
#[utoipa::path(post, path = "/api/client/v1/content/dismissals", tag = "content", request_body = DismissedContent,
    security(("bearer" = [])), responses((status = 204, description = "Noted.")))]
pub(crate) async fn dismiss_content(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<DismissedContent>,
) -> Result<StatusCode, Problem> {
    let invalid = |rule: &str| Problem::field(FieldError::new("/ids", "invalid", rule));
    if asked.ids.len() > IDS_MAX {
        return Err(invalid("must be at most 20"));
    }
    let ids: Result<Vec<ContentId>, _> = asked.ids.iter().map(|id| id.parse()).collect();
    let ids = ids.map_err(|_| invalid("must be ids of content"))?;
    state.campaigns().dismiss(customer.tenant.id, customer.principal.user, &ids).await?;
    Ok(StatusCode::NO_CONTENT)
}
