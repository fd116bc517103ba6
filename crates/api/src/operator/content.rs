//! Banners, onboarding slides and articles of help in the console.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use campaigns::{
    ArticleHead, Audience, Content, ContentKind, ContentPlace, ContentText, HelpTopic, LocalRange, NewContent,
};
use chrono::{DateTime, Utc};
use kernel::kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::campaigns::{local, shown_local};
use super::principal::Operator;
use crate::AppState;
use crate::dto::code::coded;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

/// Kind of content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ContentKindName {
    /// On a page.
    #[default]
    Banner,
    /// Shown once to a newcomer.
    Slide,
    /// A page of help.
    Article,
}

/// Page of a banner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BannerPage {
    /// The customers' home page.
    Home,
    /// The landing page, before the sign-in.
    Landing,
}

/// The audience of content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum AudienceName {
    /// Everybody.
    #[default]
    All,
    /// Customers whose identity is not verified.
    NotVerified,
    /// Customers who signed up within `new_days`.
    New,
}

coded! {
    /// The topic under which help lists an article.
    pub(super) type ArticleTopic = HelpTopic;
}

/// Words in one language. Plain text; `**bold**`, `*name*` and lists in an article.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub(super) struct ContentWords {
    /// Title: at most 60 characters, of an article 100.
    #[serde(default)]
    #[schema(max_length = 100, required = false)]
    title: String,
    /// Text below: at most 240 characters, of an article 5,000.
    #[serde(default)]
    #[schema(max_length = 5000, required = false)]
    text: String,
    /// Words of the link.
    #[serde(default)]
    #[schema(max_length = 30, required = false)]
    button: String,
    /// Of an article: words that people search for.
    #[serde(default)]
    #[schema(max_length = 300, required = false)]
    keywords: String,
}

/// A banner, a slide or an article.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ContentInfo {
    /// Id.
    #[schema(example = "cnt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    id: String,
    /// Kind.
    kind: ContentKindName,
    /// Pages of a banner.
    places: Vec<BannerPage>,
    /// Whether it is shown at all.
    is_on: bool,
    /// Words by language: `en`, `uk`, `ru`, `pl`. English stands in for a missing one.
    texts: BTreeMap<String, ContentWords>,
    /// Illustration.
    picture: String,
    /// The target of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// Address of an article.
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<String>,
    /// Topic of an article.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<ArticleTopic>,
    /// Order among others, from 0.
    position: u8,
    /// The audience.
    audience: AudienceName,
    /// Days since the sign-up, for newcomers.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_days: Option<u16>,
    /// Beginning by its clock, without a zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// End by its clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// Its clock.
    time_zone: String,
    /// Moment of the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_at: Option<DateTime<Utc>>,
    /// Moment of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    until_at: Option<DateTime<Utc>>,
    /// The operator who changed it last.
    updated_by: String,
    /// When.
    updated_at: DateTime<Utc>,
}

/// All banners and slides.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ContentsInfo {
    /// The tenant's clock, by which they begin and end.
    time_zone: String,
    /// In the order in which they are shown.
    data: Vec<ContentInfo>,
}

/// A banner or a slide as an operator writes it.
#[derive(Deserialize, ToSchema)]
pub(super) struct ContentBody {
    /// Kind.
    #[serde(default)]
    #[schema(required = false)]
    kind: ContentKindName,
    /// Pages of a banner.
    #[serde(default)]
    #[schema(required = false, max_items = 2)]
    places: Vec<BannerPage>,
    /// Whether it is shown at all.
    #[serde(default)]
    #[schema(required = false)]
    is_on: bool,
    /// Words by language: `en`, `uk`, `ru`, `pl`.
    #[serde(default)]
    #[schema(required = false)]
    texts: BTreeMap<String, ContentWords>,
    /// Illustration: `none`, `wallet`, `exchange`, `shield`, `people`, `done` or `mail`.
    #[serde(default)]
    #[schema(required = false, max_length = 20)]
    picture: Option<String>,
    /// The target of the link: a path of the app, or an address with https.
    #[schema(max_length = 300)]
    link: Option<String>,
    /// Address of an article: 2 to 40 small Latin letters, digits and dashes. That of a built-in article takes its place.
    #[schema(max_length = 40)]
    slug: Option<String>,
    /// Topic of an article; `money` without one.
    topic: Option<ArticleTopic>,
    /// Order among others.
    #[serde(default)]
    #[schema(required = false, maximum = 99)]
    position: u8,
    /// The audience.
    #[serde(default)]
    #[schema(required = false)]
    audience: AudienceName,
    /// Days since the sign-up, 1 to 365, for newcomers.
    #[schema(minimum = 1, maximum = 365)]
    new_days: Option<u16>,
    /// Beginning by the tenant's clock, without a zone: `2026-12-01T00:00`.
    #[schema(max_length = 40)]
    from: Option<String>,
    /// End by the tenant's clock.
    #[schema(max_length = 40)]
    until: Option<String>,
}

impl ContentBody {
    fn read(self) -> Result<NewContent, Problem> {
        let (code, days) = match self.audience {
            AudienceName::All => ("ALL", None),
            AudienceName::NotVerified => ("NOT_VERIFIED", None),
            AudienceName::New => ("NEW", Some(self.new_days.unwrap_or_default())),
        };
        let no_days = || Problem::field(FieldError::new("/new_days", "range", "must be 1 to 365"));
        let words = |(language, words): (String, ContentWords)| {
            (
                language,
                ContentText { title: words.title, text: words.text, button: words.button, keywords: words.keywords },
            )
        };
        let topic = self.topic.map_or(HelpTopic::Money, |topic| topic.0);
        Ok(NewContent {
            kind: match self.kind {
                ContentKindName::Banner => ContentKind::Banner,
                ContentKindName::Slide => ContentKind::Slide,
                ContentKindName::Article => ContentKind::Article,
            },
            places: self.places.into_iter().map(ContentPlace::from).collect(),
            is_on: self.is_on,
            texts: self.texts.into_iter().map(words).collect(),
            picture: self.picture.unwrap_or_else(|| "none".to_owned()),
            link: self.link,
            position: self.position,
            audience: Audience::of(code, days).ok_or_else(no_days)?,
            article: self.slug.map(|slug| ArticleHead { slug, topic }),
            range: LocalRange {
                from: local("from", self.from.as_deref())?,
                until: local("until", self.until.as_deref())?,
            },
        })
    }
}

impl From<BannerPage> for ContentPlace {
    fn from(page: BannerPage) -> Self {
        match page {
            BannerPage::Home => Self::Home,
            BannerPage::Landing => Self::Landing,
        }
    }
}

impl From<Content> for ContentInfo {
    fn from(content: Content) -> Self {
        let written = content.written;
        let page = |place: ContentPlace| match place {
            ContentPlace::Home => Some(BannerPage::Home),
            ContentPlace::Landing => Some(BannerPage::Landing),
            ContentPlace::Onboarding => None,
        };
        let words = |(language, text): (String, ContentText)| {
            (
                language,
                ContentWords { title: text.title, text: text.text, button: text.button, keywords: text.keywords },
            )
        };
        Self {
            id: content.id.to_string(),
            kind: match written.kind {
                ContentKind::Banner => ContentKindName::Banner,
                ContentKind::Slide => ContentKindName::Slide,
                ContentKind::Article => ContentKindName::Article,
            },
            places: written.places.into_iter().filter_map(page).collect(),
            is_on: written.is_on,
            texts: written.texts.into_iter().map(words).collect(),
            picture: written.picture,
            link: written.link,
            topic: written.article.as_ref().map(|head| head.topic.into()),
            slug: written.article.map(|head| head.slug),
            position: written.position,
            audience: match written.audience {
                Audience::All => AudienceName::All,
                Audience::NotVerified => AudienceName::NotVerified,
                Audience::New(_) => AudienceName::New,
            },
            new_days: written.audience.days(),
            from: written.range.from.map(shown_local),
            until: written.range.until.map(shown_local),
            time_zone: content.time_zone,
            from_at: content.schedule.from,
            until_at: content.schedule.until,
            updated_by: content.updated_by,
            updated_at: content.updated_at,
        }
    }
}

/// Returns all banners and slides.
#[utoipa::path(get, path = "/api/operator/v1/content", tag = "content", security(("session" = ["content.read"])),
    responses((status = 200, body = ContentsInfo)))]
pub(super) async fn list_content(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<ContentsInfo>, Problem> {
    let tenant = operator.tenant.id;
    let data = state.campaigns().contents(tenant, &operator.who).await?;
    let time_zone = state.campaigns().time_zone(tenant).await?;
    Ok(Json(ContentsInfo { time_zone, data: data.into_iter().map(ContentInfo::from).collect() }))
}

/// Makes a banner or a slide.
#[utoipa::path(post, path = "/api/operator/v1/content", tag = "content", security(("session" = ["content.write"])),
    request_body = ContentBody, responses((status = 201, body = ContentInfo)))]
pub(super) async fn make_content(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<ContentBody>,
) -> Result<(StatusCode, Json<ContentInfo>), Problem> {
    let who = (&operator.who, &context);
    let made = state.campaigns().save_content(operator.tenant.id, who, None, asked.read()?).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Changes a banner or a slide.
#[utoipa::path(put, path = "/api/operator/v1/content/{id}", tag = "content",
    security(("session" = ["content.write"])), params(("id" = String, Path, description = "The banner or slide.")),
    request_body = ContentBody, responses((status = 200, body = ContentInfo)))]
pub(super) async fn change_content(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Content>,
    Body { value: asked, .. }: Body<ContentBody>,
) -> Result<Json<ContentInfo>, Problem> {
    let who = (&operator.who, &context);
    Ok(Json(state.campaigns().save_content(operator.tenant.id, who, Some(id), asked.read()?).await?.into()))
}

/// Deletes a banner or a slide.
#[utoipa::path(delete, path = "/api/operator/v1/content/{id}", tag = "content",
    security(("session" = ["content.write"])), params(("id" = String, Path, description = "The banner or slide.")),
    responses((status = 204, description = "It is deleted.")))]
pub(super) async fn delete_content(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Content>,
) -> Result<StatusCode, Problem> {
    state.campaigns().delete_content(operator.tenant.id, (&operator.who, &context), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
