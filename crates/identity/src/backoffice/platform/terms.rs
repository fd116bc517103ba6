//! Publishes the next version of a tenant's terms of use, for the platform host: in the caller's transaction, logged
//! with operator and reason. Customers who accepted an older version are asked again.

use std::collections::BTreeMap;

use ::store::SystemTx;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::World;
use serde_json::json;

use crate::auth::terms::store;
use crate::backoffice::operator::{Act, Action, Operator, Permission, Resource, act_with};
use crate::{FieldError, IdentityError, Language, Tenant, TermsText};

const TITLE_CHARS_MAX: usize = 200;
const BODY_CHARS_MAX: usize = 200_000;
/// The maximum lead time of a scheduled version: a year.
const AHEAD_MAX: TimeDelta = TimeDelta::days(366);

/// Parses a text: the first line is `# ` and the heading, the rest is Markdown without HTML. Pure.
///
/// # Errors
/// The violated rule; the field is the language.
pub fn read(language: Language, text: &str) -> Result<TermsText, FieldError> {
    let refused = |rule: &str| FieldError { field: language.code().to_owned(), rule: rule.to_owned() };
    let (first, rest) = text.trim().split_once('\n').unwrap_or((text.trim(), ""));
    let title = first.strip_prefix("# ").map(str::trim).filter(|title| !title.is_empty());
    let title = title.ok_or_else(|| refused("the first line is # and the heading"))?;
    let body = rest.trim();
    let plain = |text: &str| !text.chars().any(|c| c.is_control() && c != '\n' && c != '\r' && c != '\t');
    if title.chars().count() > TITLE_CHARS_MAX || !plain(title) {
        return Err(refused("the heading has 200 characters at most"));
    }
    if body.is_empty() || body.chars().count() > BODY_CHARS_MAX || !plain(body) {
        return Err(refused("a text of 1 to 200,000 characters follows the heading"));
    }
    Ok(TermsText { language, title: title.to_owned(), body: body.replace("\r\n", "\n") })
}

/// The texts in the order of the tenant's languages. Refuses missing and additional languages. Pure.
fn whole(tenant: &Tenant, texts: Vec<TermsText>) -> Result<Vec<TermsText>, IdentityError> {
    let mut by_language: BTreeMap<&str, TermsText> = BTreeMap::new();
    for text in texts {
        let code = text.language.code();
        if by_language.insert(code, text).is_some() {
            return Err(IdentityError::conflict(&format!("{code}: is there twice.")));
        }
    }
    let mut found = Vec::new();
    for language in &tenant.languages {
        let code = language.code();
        let text = by_language.remove(code);
        found.push(text.ok_or_else(|| {
            IdentityError::conflict(&format!("{code}: is missing, and {} is read in it.", tenant.name))
        })?);
    }
    match by_language.keys().next() {
        Some(code) => Err(IdentityError::conflict(&format!("{code}: {} is not read in it.", tenant.name))),
        None => Ok(found),
    }
}

/// Publishes `texts` as the next version, effective from `at` or now. Returns the version.
///
/// # Errors
/// A conflict for a missing or additional language, and while another version is scheduled; a field error of `at` and
/// of `reason`; 403 without permission.
pub async fn publish(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    tenant: &Tenant,
    (texts, at): (Vec<TermsText>, Option<DateTime<Utc>>),
    reason: &str,
) -> Result<i32, IdentityError> {
    let (texts, now) = (whole(tenant, texts)?, world.now());
    if at.is_some_and(|at| at < now || at > now + AHEAD_MAX) {
        return Err(IdentityError::field("at", "range", "at must be in the future, and within a year."));
    }
    let last = store::last(tx.conn(), tenant.id).await?;
    if last.is_some_and(|(_, effective_at)| effective_at > now) {
        return Err(IdentityError::conflict("Another version of the terms waits for its time already."));
    }
    let before = last.map_or(0, |(version, _)| version);
    let (version, at) = (before.saturating_add(1), at.unwrap_or(now));
    if !store::publish(tx.conn(), tenant.id, at, version, &texts).await? {
        return Err(IdentityError::conflict("Another version was published in this moment: look again."));
    }
    let languages: Vec<&str> = texts.iter().map(|text| text.language.code()).collect();
    let change = (json!({ "version": before }), json!({ "version": version, "at": at, "languages": languages }));
    let (permission, subject) = (Permission(Resource::Tenants, Action::Write), format!("terms {version}"));
    let act = Act { permission, tenant: Some(tenant.id), subject: &subject, reason };
    act_with(tx, world, operator, &act, change).await?;
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_begins_with_its_heading() {
        let text = read(Language::En, "# Terms of use \r\n\r\nBe kind.\r\n\r\n## 1. More\n").unwrap();
        assert_eq!((text.title.as_str(), text.body.as_str()), ("Terms of use", "Be kind.\n\n## 1. More"));
        for odd in ["", "Terms\n\nBe kind.", "# \n\nBe kind.", "## Terms\n\nBe kind.", "# Terms", "# Terms\n\n \n"] {
            assert_eq!(read(Language::Pl, odd).err().map(|error| error.field).as_deref(), Some("pl"), "{odd:?}");
        }
        assert!(read(Language::En, &format!("# T\n{}", "a".repeat(200_001))).is_err());
        assert!(read(Language::En, "# T\nnul \0").is_err());
    }
}
