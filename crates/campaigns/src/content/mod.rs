//! Banners, onboarding slides and articles of help, which operators write and customers see.

mod article;
mod model;
mod store;

use ::store::{StoreError, TenantTx};
use identity::ClientContext;
use identity::operator::{ContentAct, OperatorPrincipal, StateChange};
use kernel::{ContentId, ProfileId, TenantId, UserId};
use serde_json::{Value, json};
use uuid::Uuid;

pub use article::{ArticleHead, HelpTopic, ShownArticle};
pub use model::{
    Audience, Content, ContentKind, ContentPlace, ContentText, NewContent, PICTURES, ShownContent, TEXT_LANGUAGES,
    Viewer,
};

use crate::promo::time_zone;
use crate::schedule::zone;
use crate::{CampaignError, Campaigns};

/// The maximum number of banners and slides of a tenant.
const CONTENTS_MAX: usize = 200;
/// The maximum number of banners on a page, and of slides.
const SHOWN_MAX: usize = 6;
/// The maximum number of articles of help.
const ARTICLES_MAX: usize = 100;

impl Campaigns {
    /// All banners and slides of the tenant.
    ///
    /// # Errors
    /// 403 without permission, and database errors.
    pub async fn contents(&self, tenant: TenantId, who: &OperatorPrincipal) -> Result<Vec<Content>, CampaignError> {
        self.inner.identity.may_read_content(who)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, limit()).await?)
    }

    /// Makes content, or changes the one with this id.
    ///
    /// # Errors
    /// A field error; [`CampaignError::NotFound`]; [`CampaignError::Conflict`] above the maximum; 403 without permission.
    pub async fn save_content(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: Option<ContentId>,
        written: NewContent,
    ) -> Result<Content, CampaignError> {
        self.inner.identity.may_at_content(who.0, ContentAct::SaveContent)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let before = match id {
            Some(id) => Some(store::one(tx.conn(), tenant, id).await?.ok_or(CampaignError::NotFound("content"))?),
            None => None,
        };
        let written = written.check()?;
        fits(&store::list(tx.conn(), tenant, limit()).await?, id, &written)?;
        let time_zone = time_zone(tx.conn(), tenant).await?;
        let schedule = written.range.resolve(zone(&time_zone)?)?;
        let content = Content {
            id: id.unwrap_or_else(|| self.inner.world.id()),
            written,
            time_zone,
            schedule,
            updated_by: who.0.email.clone(),
            updated_at: self.inner.world.now(),
        };
        store::save(tx.conn(), tenant, &content).await?;
        let before = before.as_ref().map_or_else(|| json!({}), logged);
        let lines = StateChange { before, after: logged(&content) };
        let subject = content.id.to_string();
        self.inner.identity.content_act(&mut tx, who, ContentAct::SaveContent, &subject, lines).await?;
        tx.commit().await?;
        Ok(content)
    }

    /// Deletes content.
    ///
    /// # Errors
    /// [`CampaignError::NotFound`]; 403 without permission.
    pub async fn delete_content(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ContentId,
    ) -> Result<(), CampaignError> {
        self.inner.identity.may_at_content(who.0, ContentAct::DeleteContent)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let before = store::one(tx.conn(), tenant, id).await?.ok_or(CampaignError::NotFound("content"))?;
        store::delete(tx.conn(), tenant, id).await?;
        let lines = StateChange { before: logged(&before), after: json!({}) };
        let subject = id.to_string();
        self.inner.identity.content_act(&mut tx, who, ContentAct::DeleteContent, &subject, lines).await?;
        Ok(tx.commit().await?)
    }

    /// The content of a page for a person, or for a visitor.
    ///
    /// # Errors
    /// Database errors.
    pub async fn shown(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        place: ContentPlace,
        language: &str,
    ) -> Result<Vec<ShownContent>, CampaignError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let all = store::list(tx.conn(), tenant, limit()).await?;
        let known = match user {
            Some(user) if !all.is_empty() => store::viewer(tx.conn(), tenant, user).await?,
            _ => None,
        };
        let (viewer, dismissed) = known.map_or((None, Vec::new()), |(viewer, seen)| (Some(viewer), seen));
        let shown = all.iter().filter(|content| !dismissed.contains(&content.id));
        let shown = shown.filter_map(|content| content.shown(place, viewer.as_ref(), language, now));
        Ok(shown.take(SHOWN_MAX).collect())
    }

    /// The articles of help that operators wrote, in a language.
    ///
    /// # Errors
    /// Database errors.
    pub async fn articles(&self, tenant: TenantId, language: &str) -> Result<Vec<ShownArticle>, CampaignError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let all = store::list(tx.conn(), tenant, limit()).await?;
        Ok(all.iter().filter_map(|content| content.article(language, now)).take(ARTICLES_MAX).collect())
    }

    /// Records that a person has dismissed these contents. Idempotent.
    ///
    /// # Errors
    /// Database errors.
    pub async fn dismiss(&self, tenant: TenantId, user: UserId, ids: &[ContentId]) -> Result<(), CampaignError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::dismiss(tx.conn(), tenant, user, ids, self.inner.world.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes what the owners of these profiles have dismissed, in `tx`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        let tenant = tx.tenant();
        let ids: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
        store::forget(tx.conn(), tenant, &ids).await
    }
}

/// Checks that the content fits beside the others: their number, and the addresses of articles.
fn fits(all: &[Content], id: Option<ContentId>, written: &NewContent) -> Result<(), CampaignError> {
    if id.is_none() && all.len() >= CONTENTS_MAX {
        return Err(CampaignError::Conflict("there are too many banners, slides and articles; delete some first"));
    }
    let slug = |content: &NewContent| content.article.as_ref().map(|head| head.slug.clone());
    let is_taken = |one: &Content| Some(one.id) != id && slug(&one.written) == slug(written);
    if written.article.is_some() && all.iter().any(is_taken) {
        return Err(CampaignError::invalid("slug", "is the address of another article"));
    }
    Ok(())
}

fn limit() -> i64 {
    i64::try_from(CONTENTS_MAX).unwrap_or(i64::MAX)
}

/// Content in the log.
fn logged(content: &Content) -> Value {
    let NewContent { kind, places, is_on, texts, picture, link, position, audience, article, range } = &content.written;
    json!({
        "kind": kind.code(),
        "places": places.iter().map(|place| place.code()).collect::<Vec<_>>(),
        "is_on": is_on,
        "texts": texts,
        "slug": article.as_ref().map(|head| &head.slug),
        "topic": article.as_ref().map(|head| head.topic.code()),
        "picture": picture,
        "link": link,
        "position": position,
        "audience": audience.code(),
        "new_days": audience.days(),
        "from": range.from,
        "until": range.until,
        "time_zone": content.time_zone,
    })
}
