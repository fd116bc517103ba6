//! Terms of use and their acceptance.

pub(crate) mod store;

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};

use crate::audit::{self, Entry};
use crate::auth::session::Principal;
use crate::{ClientContext, Identity, IdentityError, Language};

/// The terms in force, for one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The version. A higher one must be accepted again. 0 if the tenant has no terms.
    pub version: i32,
    /// The heading.
    pub title: String,
    /// The text, in Markdown without HTML.
    pub text: String,
    /// The URL where the text is also published, if any.
    pub url: Option<String>,
    /// When the person last accepted any version.
    pub last_accepted_at: Option<DateTime<Utc>>,
    /// Whether the person still has to accept the version in force.
    pub consent_required: bool,
}

/// A version that a person has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// The version.
    pub version: i32,
    /// Its heading.
    pub title: String,
    /// When they accepted it.
    pub accepted_at: DateTime<Utc>,
}

/// The text of the terms in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsText {
    /// The language.
    pub language: Language,
    /// The heading.
    pub title: String,
    /// The body, in Markdown without HTML.
    pub body: String,
}

/// The platform's default terms for a tenant of this name, in every language.
pub(crate) fn platform_texts(tenant: &str) -> Vec<TermsText> {
    let text = |language| {
        let (title, body) = match language {
            Language::En => ("Terms of use", include_str!("text_en.md")),
            Language::Uk => ("Умови користування", include_str!("text_uk.md")),
            Language::Ru => ("Условия использования", include_str!("text_ru.md")),
            Language::Pl => ("Warunki korzystania", include_str!("text_pl.md")),
        };
        TermsText { language, title: title.to_owned(), body: body.replace("{tenant}", tenant) }
    };
    Language::ALL.map(text).into()
}

impl Identity {
    /// The terms in force, in `language` if available and in English otherwise.
    ///
    /// # Errors
    /// Database errors.
    pub async fn terms(
        &self,
        tenant: TenantId,
        principal: &Principal,
        language: Language,
    ) -> Result<Terms, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::in_force(tx.conn(), tenant, principal.user, language, self.world().now()).await?)
    }

    /// The terms in force for a visitor without an account, in `language` if available and in English otherwise.
    ///
    /// # Errors
    /// Database errors.
    pub async fn terms_for_visitor(&self, tenant: TenantId, language: Language) -> Result<Terms, IdentityError> {
        let nobody = UserId::from_uuid(uuid::Uuid::nil());
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::in_force(tx.conn(), tenant, nobody, language, self.world().now()).await?)
    }

    /// The versions that a person has accepted, the newest first, with headings in `language` if available.
    ///
    /// # Errors
    /// Database errors.
    pub async fn consents(
        &self,
        tenant: TenantId,
        user: UserId,
        language: Language,
    ) -> Result<Vec<Consent>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::accepted(tx.conn(), tenant, user, language).await?)
    }

    /// Records that a person accepts `version`. A repeated acceptance is a no-op.
    ///
    /// # Errors
    /// A field error of `version` unless it is the one in force: consent requires that the text was shown.
    pub async fn accept_terms(
        &self,
        tenant: TenantId,
        principal: &Principal,
        version: i32,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        if store::version_in_force(tx.conn(), tenant, now).await? != Some(version) {
            let message = "These are not the terms in force. Read the current ones.";
            return Err(IdentityError::field("version", "outdated", message));
        }
        if store::accept(tx.conn(), tenant, principal, version, now).await? {
            let details = serde_json::json!({"version": version});
            let entry = Entry::new("terms.accepted").of(principal.user, Some(principal.session)).with(details);
            audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        }
        Ok(tx.commit().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A summary line for each block of the text: the heading, or that it is a paragraph.
    fn shape(body: &str) -> Vec<String> {
        let kind = |block: &str| match block.strip_prefix("## ") {
            Some(heading) => heading.split(' ').next().unwrap_or_default().to_owned(),
            None => "text".to_owned(),
        };
        body.trim().split("\n\n").map(kind).collect()
    }

    #[test]
    fn the_terms_say_the_same_in_every_language() {
        let texts = platform_texts("Northbank");
        assert_eq!(texts.iter().map(|text| text.language).collect::<Vec<_>>(), Language::ALL);
        let (english, others) = texts.split_first().expect("four languages");
        assert_eq!(shape(&english.body).iter().filter(|kind| *kind != "text").count(), 10);
        for text in others {
            assert_ne!(text.title, english.title);
            assert_eq!(shape(&text.body), shape(&english.body), "{:?}", text.language);
            let named = |body: &str| body.matches("Northbank").count();
            assert_eq!(named(&text.body), named(&english.body), "{:?}", text.language);
            assert!(!text.body.contains('{'), "{:?}", text.language);
        }
    }
}
