//! Banners, onboarding slides and articles of help: their texts, place, period and audience. Pure.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::ContentId;
use kernel::text::strip_invisible;
use serde::{Deserialize, Serialize};
use url::Url;

use super::article::{self, ArticleHead, ShownArticle};
use crate::CampaignError;
use crate::schedule::{LocalRange, Phase, Schedule};

/// The languages of texts. English is required; it stands in for a missing one.
pub const TEXT_LANGUAGES: [&str; 4] = ["en", "uk", "ru", "pl"];
/// The built-in illustrations.
pub const PICTURES: [&str; 7] = ["none", "wallet", "exchange", "shield", "people", "done", "mail"];
const TITLE_CHARS_MAX: usize = 60;
const TEXT_CHARS_MAX: usize = 240;
const BUTTON_CHARS_MAX: usize = 30;
const LINK_BYTES_MAX: usize = 300;

kernel::codes! {
    /// The kind of content.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ContentKind {
        /// A banner on a page.
        Banner = "BANNER",
        /// A slide that a newcomer sees once.
        Slide = "SLIDE",
        /// An article of help.
        Article = "ARTICLE",
    }
}

kernel::codes! {
    /// The place that requests content.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum ContentPlace {
        /// Banners of the home page.
        Home = "HOME",
        /// Banners of the landing page, before the sign-in.
        Landing = "LANDING",
        /// The slides of a newcomer.
        Onboarding = "ONBOARDING",
    }
}

/// The audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// Customers whose identity is not verified.
    NotVerified,
    /// Customers who signed up within so many days.
    New(u16),
}

impl Audience {
    /// The code in the database and on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::All => "ALL",
            Self::NotVerified => "NOT_VERIFIED",
            Self::New(_) => "NEW",
        }
    }

    /// The days of newcomers.
    #[must_use]
    pub const fn days(self) -> Option<u16> {
        match self {
            Self::New(days) => Some(days),
            Self::All | Self::NotVerified => None,
        }
    }

    /// `None` for an unknown code, or newcomers without days.
    #[must_use]
    pub fn of(code: &str, days: Option<u16>) -> Option<Self> {
        match (code, days) {
            ("ALL", None) => Some(Self::All),
            ("NOT_VERIFIED", None) => Some(Self::NotVerified),
            ("NEW", Some(days)) if (1..=365).contains(&days) => Some(Self::New(days)),
            _ => None,
        }
    }
}

/// The words in one language. Plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentText {
    /// The title.
    pub title: String,
    /// The text below; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The words of the link; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub button: String,
    /// Of an article: words that people search for and its text does not contain.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub keywords: String,
}

/// Content as an operator writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewContent {
    /// Banner, slide or article.
    pub kind: ContentKind,
    /// The pages of a banner.
    pub places: Vec<ContentPlace>,
    /// Whether it is shown at all.
    pub is_on: bool,
    /// The words by language.
    pub texts: BTreeMap<String, ContentText>,
    /// The illustration.
    pub picture: String,
    /// The target of the link.
    pub link: Option<String>,
    /// The order among others, from 0.
    pub position: u8,
    /// The audience.
    pub audience: Audience,
    /// The address and topic of an article.
    pub article: Option<ArticleHead>,
    /// When, by the tenant's clock.
    pub range: LocalRange,
}

/// Stored content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The id.
    pub id: ContentId,
    /// The operator's input.
    pub written: NewContent,
    /// The time zone of its times.
    pub time_zone: String,
    /// When it is shown.
    pub schedule: Schedule,
    /// The operator who changed it last.
    pub updated_by: String,
    /// When.
    pub updated_at: DateTime<Utc>,
}

/// The visitor of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    /// When they signed up.
    pub since: DateTime<Utc>,
    /// Whether their identity is verified.
    pub is_verified: bool,
}

/// Content in one language, as a page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownContent {
    /// The id.
    pub id: ContentId,
    /// The language of the words.
    pub language: String,
    /// The words.
    pub text: ContentText,
    /// The illustration.
    pub picture: String,
    /// The target of the link.
    pub link: Option<String>,
}

/// Plain text without control and invisible characters, of at most `max` characters.
fn tidy(text: &str, max: usize, field: &'static str) -> Result<String, CampaignError> {
    let text = strip_invisible(text.trim());
    let text = text.trim().to_owned();
    if text.chars().count() > max {
        return Err(CampaignError::invalid(field, format!("must have at most {max} characters")));
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(CampaignError::invalid(field, "must not have control characters"));
    }
    Ok(text)
}

/// Checks a link: a path of the app, or an https address without a user name.
fn checked_link(link: &str) -> Result<String, CampaignError> {
    let refused = || CampaignError::invalid("link", "must be a path such as /exchange, or an address with https://");
    let link = link.trim();
    if link.len() > LINK_BYTES_MAX || link.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return Err(refused());
    }
    // Two slashes begin the address of another host.
    if link.starts_with('/') {
        return if link.starts_with("//") { Err(refused()) } else { Ok(link.to_owned()) };
    }
    let url = Url::parse(link).map_err(|_| refused())?;
    let is_plain = url.scheme() == "https" && url.has_host() && url.username().is_empty() && url.password().is_none();
    if is_plain { Ok(url.into()) } else { Err(refused()) }
}

/// The words of a banner or slide in one language, normalized.
fn words(text: &ContentText) -> Result<ContentText, CampaignError> {
    Ok(ContentText {
        title: tidy(&text.title, TITLE_CHARS_MAX, "title")?,
        text: tidy(&text.text, TEXT_CHARS_MAX, "text")?,
        button: tidy(&text.button, BUTTON_CHARS_MAX, "button")?,
        keywords: String::new(),
    })
}

impl NewContent {
    /// Checks the content, and normalizes its texts and link.
    ///
    /// # Errors
    /// A field error.
    pub fn check(mut self) -> Result<Self, CampaignError> {
        self.places.sort_unstable();
        self.places.dedup();
        let is_banner = self.kind == ContentKind::Banner;
        if self.places.contains(&ContentPlace::Onboarding) || is_banner == self.places.is_empty() {
            let rule = if is_banner { "must name a page" } else { "is for banners" };
            return Err(CampaignError::invalid("places", rule));
        }
        if self.places.contains(&ContentPlace::Landing) && self.audience != Audience::All {
            return Err(CampaignError::invalid(
                "audience",
                "must be everybody on the landing page: nobody is known there",
            ));
        }
        article::check(&self)?;
        if !PICTURES.contains(&self.picture.as_str()) {
            return Err(CampaignError::invalid("picture", "must be one of the illustrations"));
        }
        if self.position > 99 {
            return Err(CampaignError::invalid("position", "must be 0 to 99"));
        }
        self.link =
            self.link.as_deref().map(str::trim).filter(|link| !link.is_empty()).map(checked_link).transpose()?;
        let mut texts = BTreeMap::new();
        for (language, text) in &self.texts {
            if !TEXT_LANGUAGES.contains(&language.as_str()) {
                return Err(CampaignError::invalid("texts", "must be in en, uk, ru or pl"));
            }
            let text = if self.article.is_some() { article::words(text)? } else { words(text)? };
            // A language without a title is missing.
            if !text.title.is_empty() {
                texts.insert(language.clone(), text);
            }
        }
        if !texts.contains_key("en") {
            return Err(CampaignError::invalid(
                "title",
                "must be there in English, which stands in for other languages",
            ));
        }
        self.texts = texts;
        Ok(self)
    }
}

impl Content {
    /// The shown part of it. `viewer` is `None` before the sign-in.
    #[must_use]
    pub fn shown(
        &self,
        place: ContentPlace,
        viewer: Option<&Viewer>,
        language: &str,
        now: DateTime<Utc>,
    ) -> Option<ShownContent> {
        let written = &self.written;
        let is_here = match place {
            ContentPlace::Onboarding => written.kind == ContentKind::Slide,
            page => written.places.contains(&page),
        };
        let is_for = match (written.audience, viewer) {
            (Audience::All, _) => true,
            (Audience::NotVerified, Some(viewer)) => !viewer.is_verified,
            (Audience::New(days), Some(viewer)) => now < viewer.since + TimeDelta::days(i64::from(days)),
            (_, None) => false,
        };
        if !(written.is_on && is_here && is_for && self.schedule.phase(now) == Phase::Running) {
            return None;
        }
        let found = self.words(language)?;
        Some(ShownContent {
            id: self.id,
            language: found.0.clone(),
            text: found.1.clone(),
            picture: written.picture.clone(),
            link: written.link.clone(),
        })
    }

    /// The words in a language, or in English.
    fn words(&self, language: &str) -> Option<(&String, &ContentText)> {
        let texts = &self.written.texts;
        texts.get_key_value(language).or_else(|| texts.get_key_value("en"))
    }

    /// The article in a language, while it is shown; `None` for other content.
    #[must_use]
    pub fn article(&self, language: &str, now: DateTime<Utc>) -> Option<ShownArticle> {
        let head = self.written.article.as_ref().filter(|_| self.written.is_on)?;
        let (language, text) = self.words(language).filter(|_| self.schedule.phase(now) == Phase::Running)?;
        Some(ShownArticle { head: head.clone(), language: language.clone(), text: text.clone() })
    }
}

#[cfg(test)]
mod tests {
    use kernel::Id;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn banner() -> NewContent {
        let text = |title: &str| ContentText { title: title.to_owned(), ..ContentText::default() };
        NewContent {
            kind: ContentKind::Banner,
            places: vec![ContentPlace::Home],
            is_on: true,
            texts: [("en".to_owned(), text("Half the fee")), ("uk".to_owned(), text("Половина комісії"))].into(),
            picture: "wallet".into(),
            link: Some("/exchange".into()),
            position: 0,
            audience: Audience::All,
            article: None,
            range: LocalRange::default(),
        }
    }

    fn stored(written: NewContent) -> Content {
        Content {
            id: Id::from_uuid(Uuid::from_u128(1)),
            written,
            time_zone: "UTC".into(),
            schedule: Schedule::default(),
            updated_by: "ada@bank.example".into(),
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    fn field(content: NewContent) -> &'static str {
        match content.check().unwrap_err() {
            CampaignError::Invalid { field, .. } => field,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_link_stays_here_or_is_https() {
        let of = |link: &str| NewContent { link: Some(link.into()), ..banner() }.check().map(|checked| checked.link);
        assert_eq!(of("/exchange?from=EUR").unwrap().as_deref(), Some("/exchange?from=EUR"));
        assert_eq!(of("https://news.example/a").unwrap().as_deref(), Some("https://news.example/a"));
        assert_eq!(of("  ").unwrap(), None);
        let odd = [
            "javascript:alert(1)",
            "//evil.example",
            "/\\evil.example",
            "http://a.example",
            "exchange",
            "https://ada@evil.example",
            "data:text/html,x",
            "/a b",
        ];
        for link in odd {
            assert!(of(link).is_err(), "{link}");
        }
    }

    #[test]
    fn content_of_operators_is_validated() {
        assert_eq!(field(NewContent { texts: BTreeMap::new(), ..banner() }), "title");
        assert_eq!(field(NewContent { places: Vec::new(), ..banner() }), "places");
        assert_eq!(field(NewContent { kind: ContentKind::Slide, ..banner() }), "places");
        assert_eq!(field(NewContent { picture: "cat".into(), ..banner() }), "picture");
        let landing = NewContent { places: vec![ContentPlace::Landing], audience: Audience::NotVerified, ..banner() };
        assert_eq!(field(landing), "audience");
        let mut long = banner();
        long.texts.insert("pl".into(), ContentText { title: "ż".repeat(61), ..ContentText::default() });
        assert_eq!(field(long), "title");
    }

    #[test]
    fn content_is_shown_in_the_customers_language_or_in_english() {
        let content = stored(banner());
        let shown = |language| content.shown(ContentPlace::Home, None, language, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!((shown("uk").text.title.as_str(), shown("uk").language.as_str()), ("Половина комісії", "uk"));
        assert_eq!((shown("pl").text.title.as_str(), shown("pl").language.as_str()), ("Half the fee", "en"));
    }

    #[test]
    fn content_is_shown_by_place_period_and_audience() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(100);
        let viewer = |days, is_verified| Viewer { since: now - TimeDelta::days(days), is_verified };
        let sees = |written: NewContent, place, viewer: Option<Viewer>| {
            stored(written).shown(place, viewer.as_ref(), "en", now).is_some()
        };
        assert!(sees(banner(), ContentPlace::Home, None) && !sees(banner(), ContentPlace::Landing, None));
        assert!(!sees(NewContent { is_on: false, ..banner() }, ContentPlace::Home, None));
        let new = NewContent { audience: Audience::New(7), ..banner() };
        let of = |days| sees(new.clone(), ContentPlace::Home, Some(viewer(days, true)));
        assert_eq!((of(6), of(7), sees(new.clone(), ContentPlace::Home, None)), (true, false, false));
        let unverified = NewContent { audience: Audience::NotVerified, ..banner() };
        assert!(sees(unverified.clone(), ContentPlace::Home, Some(viewer(0, false))));
        assert!(!sees(unverified, ContentPlace::Home, Some(viewer(0, true))));
        let slide = NewContent { kind: ContentKind::Slide, places: Vec::new(), ..banner() };
        assert!(
            sees(slide.clone(), ContentPlace::Onboarding, Some(viewer(0, false)))
                && !sees(slide, ContentPlace::Home, None)
        );
        let ended = Content { schedule: Schedule { from: None, until: Some(now) }, ..stored(banner()) };
        assert_eq!(ended.shown(ContentPlace::Home, None, "en", now), None);
    }

    proptest! {
        /// No input produces a link to a script, and no path leads to another host.
        #[test]
        fn no_disguised_link_leads_to_another_host(link in any::<String>(), start in "(/|//|https://|javascript:|)") {
            if let Ok(link) = checked_link(&format!("{start}{link}")) {
                prop_assert!(link.starts_with("https://") || (link.starts_with('/') && !link.starts_with("//")));
                prop_assert!(!link.contains(['\\', '\n', '\t', ' ']));
            }
        }
    }
}
