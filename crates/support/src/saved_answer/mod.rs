//! Answers that operators keep to use again, in the tenant's languages.

mod store;

use std::collections::BTreeMap;

use identity::operator::{OperatorPrincipal, StateChange, SupportAct};
use identity::{ClientContext, Language, rules};
use kernel::{SavedAnswerId, TenantId};
use serde_json::json;

use crate::conversation::TEXT_CHARS_MAX;
use crate::{Support, SupportError};

/// The maximum number of saved answers of a tenant.
const SAVED_MAX: i64 = 200;
const NAME_CHARS_MAX: usize = 80;

/// A saved answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAnswer {
    /// Its id.
    pub id: SavedAnswerId,
    /// Its name, for operators.
    pub name: String,
    /// Its text by language.
    pub texts: BTreeMap<String, String>,
}

/// The content of a saved answer. `None` keeps the stored value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedAnswerText {
    /// The name, 1 to 80 characters.
    pub name: Option<String>,
    /// The texts; at least one.
    pub texts: Option<Vec<(Language, String)>>,
}

impl SavedAnswerText {
    fn checked_name(&self) -> Result<Option<String>, SupportError> {
        let Some(name) = &self.name else { return Ok(None) };
        let name = rules::note(name, NAME_CHARS_MAX).map_err(|broken| SupportError::invalid("name", broken.message))?;
        let name = name.filter(|name| !name.contains('\n'));
        Ok(Some(name.ok_or_else(|| SupportError::invalid("name", "has 1 to 80 characters in one line"))?))
    }

    fn checked_texts(&self) -> Result<Option<BTreeMap<String, String>>, SupportError> {
        let Some(texts) = &self.texts else { return Ok(None) };
        let mut checked = BTreeMap::new();
        for (language, text) in texts {
            let text = rules::note(text, TEXT_CHARS_MAX);
            let text = text.map_err(|broken| SupportError::invalid("texts", broken.message))?;
            if let Some(text) = text {
                checked.insert(language.code().to_owned(), text);
            }
        }
        if checked.is_empty() {
            return Err(SupportError::invalid("texts", "needs the text in at least one language"));
        }
        Ok(Some(checked))
    }
}

impl Support {
    /// All saved answers by name.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn saved_answers(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
    ) -> Result<Vec<SavedAnswer>, SupportError> {
        self.inner.identity.may_support(who, SupportAct::Read)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::all(tx.conn(), tenant, SAVED_MAX).await?)
    }

    /// Adds a saved answer.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::Invalid`], [`SupportError::Conflict`] for a name that exists and for
    /// more than 200.
    pub async fn save_answer(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        text: SavedAnswerText,
    ) -> Result<SavedAnswer, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::SaveAnswer)?;
        let need = |field| SupportError::invalid(field, "is required");
        let name = text.checked_name()?.ok_or_else(|| need("name"))?;
        let texts = text.checked_texts()?.ok_or_else(|| need("texts"))?;
        let answer = SavedAnswer { id: self.inner.world.id(), name, texts };
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::count(tx.conn(), tenant).await? >= SAVED_MAX {
            return Err(SupportError::Conflict("There are 200 saved answers. Delete one first."));
        }
        if !store::add(tx.conn(), tenant, &answer, self.inner.world.now()).await? {
            return Err(SupportError::Conflict("There is a saved answer of this name."));
        }
        let change = StateChange { before: json!({}), after: json!({ "name": answer.name }) };
        let subject = answer.id.to_string();
        self.inner.identity.support_act(&mut tx, who, SupportAct::SaveAnswer, &subject, change).await?;
        tx.commit().await?;
        Ok(answer)
    }

    /// Changes a saved answer.
    ///
    /// # Errors
    /// The errors of [`Support::save_answer`], and [`SupportError::NotFound`].
    pub async fn change_saved_answer(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: SavedAnswerId,
        text: SavedAnswerText,
    ) -> Result<SavedAnswer, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::SaveAnswer)?;
        let (name, texts) = (text.checked_name()?, text.checked_texts()?);
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::lock(tx.conn(), tenant, id).await?.ok_or(SupportError::NotFound("saved answer"))?;
        let before = found.name.clone();
        let answer = SavedAnswer { id, name: name.unwrap_or(found.name), texts: texts.unwrap_or(found.texts) };
        if !store::set(tx.conn(), tenant, &answer, self.inner.world.now()).await? {
            return Err(SupportError::Conflict("There is a saved answer of this name."));
        }
        let change = StateChange { before: json!({ "name": before }), after: json!({ "name": answer.name }) };
        self.inner.identity.support_act(&mut tx, who, SupportAct::SaveAnswer, &id.to_string(), change).await?;
        tx.commit().await?;
        Ok(answer)
    }

    /// Deletes a saved answer.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::NotFound`].
    pub async fn delete_saved_answer(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: SavedAnswerId,
    ) -> Result<(), SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::SaveAnswer)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::lock(tx.conn(), tenant, id).await?.ok_or(SupportError::NotFound("saved answer"))?;
        store::delete(tx.conn(), tenant, id).await?;
        let change = StateChange { before: json!({ "name": found.name }), after: json!({}) };
        self.inner.identity.support_act(&mut tx, who, SupportAct::SaveAnswer, &id.to_string(), change).await?;
        Ok(tx.commit().await?)
    }
}
