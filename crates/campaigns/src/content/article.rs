//! Articles of help: their address, topic and texts. Pure.

use kernel::text::strip_invisible;

use super::model::{Audience, ContentKind, ContentText, NewContent};
use crate::CampaignError;

const TITLE_CHARS_MAX: usize = 100;
/// Four languages of Cyrillic text fit into the body of a request.
const TEXT_CHARS_MAX: usize = 5_000;
const KEYWORDS_CHARS_MAX: usize = 300;

kernel::codes! {
    /// The topic under which help lists an article.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HelpTopic {
        /// Money in and out.
        Money = "money",
        /// Orders.
        Orders = "orders",
        /// The account and its verification.
        Account = "account",
        /// The protection of the account.
        Security = "security",
    }
}

/// What an article has beside its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleHead {
    /// The address of its page. An article with the address of a built-in one takes its place.
    pub slug: String,
    /// The topic.
    pub topic: HelpTopic,
}

/// An article in one language, as help shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownArticle {
    /// Its address and topic.
    pub head: ArticleHead,
    /// The language of the words.
    pub language: String,
    /// The words.
    pub text: ContentText,
}

/// Checks what is special about an article. Others have no head.
///
/// # Errors
/// A field error.
pub(super) fn check(content: &NewContent) -> Result<(), CampaignError> {
    let is_article = content.kind == ContentKind::Article;
    if is_article != content.article.is_some() {
        return Err(CampaignError::invalid("slug", "must be there for an article, and only for one"));
    }
    let Some(head) = &content.article else { return Ok(()) };
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !(2..=40).contains(&head.slug.len()) || !head.slug.bytes().all(plain) {
        return Err(CampaignError::invalid("slug", "must be 2 to 40 small Latin letters, digits and dashes"));
    }
    if content.audience != Audience::All {
        return Err(CampaignError::invalid("audience", "must be everybody: help is open to visitors"));
    }
    Ok(())
}

/// The words of an article in one language, normalized. Its lines stay lines.
///
/// # Errors
/// A field error.
pub(super) fn words(text: &ContentText) -> Result<ContentText, CampaignError> {
    let tidy = |text: &str, max: usize, field: &'static str| {
        let text = strip_invisible(&text.replace("\r\n", "\n")).trim().to_owned();
        if text.chars().count() > max {
            return Err(CampaignError::invalid(field, format!("must have at most {max} characters")));
        }
        if text.chars().any(|c| c.is_control() && c != '\n') {
            return Err(CampaignError::invalid(field, "must not have control characters"));
        }
        Ok(text)
    };
    let text = ContentText {
        title: tidy(&text.title, TITLE_CHARS_MAX, "title")?,
        text: tidy(&text.text, TEXT_CHARS_MAX, "text")?,
        keywords: tidy(&text.keywords, KEYWORDS_CHARS_MAX, "keywords")?,
        button: String::new(),
    };
    if !text.title.is_empty() && text.text.is_empty() {
        return Err(CampaignError::invalid("text", "must be there in every language with a title"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::schedule::LocalRange;

    fn article(slug: &str, text: &str) -> NewContent {
        let text = ContentText { title: "Fees".into(), text: text.into(), ..ContentText::default() };
        NewContent {
            kind: ContentKind::Article,
            places: Vec::new(),
            is_on: true,
            texts: BTreeMap::from([("en".to_owned(), text)]),
            picture: "none".into(),
            link: None,
            position: 0,
            audience: Audience::All,
            article: Some(ArticleHead { slug: slug.into(), topic: HelpTopic::Money }),
            range: LocalRange::default(),
        }
    }

    fn field(content: NewContent) -> &'static str {
        match content.check().unwrap_err() {
            CampaignError::Invalid { field, .. } => field,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_article_has_an_address_lines_and_room_for_them() {
        let long = format!("One.\r\n- two\n{}", "x".repeat(4_900));
        let checked = article("our-fees", &long).check().unwrap();
        assert!(checked.texts["en"].text.starts_with("One.\n- two\n"), "its lines stay");
        for slug in ["", "x", "Fees", "a b", "../en", "цени"] {
            assert_eq!(field(article(slug, "One.")), "slug", "{slug:?}");
        }
        assert_eq!(field(article("fees", &"x".repeat(5_001))), "text");
        assert_eq!(field(article("fees", " ")), "text");
        assert_eq!(field(NewContent { article: None, ..article("fees", "One.") }), "slug");
        assert_eq!(field(NewContent { audience: Audience::NotVerified, ..article("fees", "One.") }), "audience");
        let banner = NewContent { kind: ContentKind::Slide, ..article("fees", "One.") };
        assert_eq!(field(banner), "slug", "only an article has one");
    }
}
