//! Promo codes: made by an operator, published by a second one, and used by customers.

mod job;
mod model;
mod port;
mod store;

use std::collections::BTreeMap;

use identity::ClientContext;
use identity::operator::{CampaignSwitch, ContentAct, OperatorPrincipal, StateChange};
use kernel::{Amount, CampaignId, Country, Payway, TenantId};
use serde_json::json;

pub use job::Switch;
pub use model::{CODES_MAX, Campaign, CampaignState, Codes, NewCampaign, Terms, read_code};
pub(crate) use store::{set_time_zone, time_zone};

use crate::schedule::{LocalRange, zone};
use crate::{CampaignError, Campaigns};

/// The maximum number of campaigns of a tenant, and of those in a list.
const CAMPAIGNS_MAX: i64 = 500;
/// How often codes are generated until enough are new.
const TRIES: usize = 4;

/// A campaign with what its codes were used for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignView {
    /// The campaign, with the exact numbers of its uses.
    pub campaign: Campaign,
    /// Its codes, each with whether it is for one use, and the uses that count.
    pub codes: Vec<(String, bool, i64)>,
}

impl Campaigns {
    /// The time zone by which the tenant's campaigns begin and end.
    ///
    /// # Errors
    /// Database errors.
    pub async fn time_zone(&self, tenant: TenantId) -> Result<String, CampaignError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(time_zone(tx.conn(), tenant).await?)
    }

    /// Sets the time zone for campaigns and content to be made. What exists keeps its own.
    ///
    /// # Errors
    /// A field error of `time_zone`; 403 without permission.
    pub async fn set_time_zone(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        name: &str,
    ) -> Result<(), CampaignError> {
        self.inner.identity.may_at_content(who.0, ContentAct::SetClock)?;
        let name = zone(name)?.name();
        let mut tx = self.inner.store.tenant(tenant).await?;
        let before = time_zone(tx.conn(), tenant).await?;
        set_time_zone(tx.conn(), tenant, name, self.inner.world.now()).await?;
        let lines = StateChange { before: json!({ "time_zone": before }), after: json!({ "time_zone": name }) };
        self.inner.identity.content_act(&mut tx, who, ContentAct::SetClock, name, lines).await?;
        Ok(tx.commit().await?)
    }

    /// The tenant's campaigns, the newest first.
    ///
    /// # Errors
    /// 403 without permission, and database errors.
    pub async fn campaigns(&self, tenant: TenantId, who: &OperatorPrincipal) -> Result<Vec<Campaign>, CampaignError> {
        self.inner.identity.may_read_campaigns(who)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, CAMPAIGNS_MAX).await?)
    }

    /// One campaign with its codes.
    ///
    /// # Errors
    /// [`CampaignError::NotFound`]; 403 without permission.
    pub async fn campaign(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: CampaignId,
    ) -> Result<CampaignView, CampaignError> {
        self.inner.identity.may_read_campaigns(who)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::one(tx.conn(), tenant, id).await?.ok_or(CampaignError::NotFound("campaign"))?;
        let (uses, spent) = store::exact(tx.conn(), tenant, id, None).await?;
        let spent = Amount::new(spent, found.terms.currency);
        let codes = store::codes(tx.conn(), tenant, id, i64::from(CODES_MAX)).await?;
        Ok(CampaignView { campaign: Campaign { uses, spent, ..found }, codes })
    }

    /// Makes a draft. Its terms never change; a second operator publishes it.
    ///
    /// # Errors
    /// A field error; [`CampaignError::Conflict`] above the maximum; 403 without permission.
    pub async fn make_campaign(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        new: NewCampaign,
    ) -> Result<CampaignView, CampaignError> {
        self.inner.identity.may_at_content(who.0, ContentAct::MakeCampaign)?;
        let (new, now) = (new.check()?, self.inner.world.now());
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::count(tx.conn(), tenant).await? >= CAMPAIGNS_MAX {
            return Err(CampaignError::Conflict("there are too many campaigns; delete drafts first"));
        }
        let time_zone = time_zone(tx.conn(), tenant).await?;
        let schedule = new.range.resolve(zone(&time_zone)?)?;
        if schedule.until.is_some_and(|until| until <= now) {
            return Err(CampaignError::invalid("until", "must be in the future"));
        }
        let currency = new.terms.currency;
        let campaign = Campaign {
            id: self.inner.world.id(),
            name: new.name,
            state: CampaignState::Draft,
            terms: new.terms,
            time_zone,
            range: new.range,
            schedule,
            uses: 0,
            spent: Amount::zero(currency),
            made_by: who.0.email.clone(),
            made_at: now,
        };
        store::add(tx.conn(), tenant, &campaign).await?;
        self.add_codes(&mut tx, campaign.id, &new.codes).await?;
        let codes = store::codes(tx.conn(), tenant, campaign.id, i64::from(CODES_MAX)).await?;
        let after = json!({ "name": campaign.name, "terms": terms_of(&campaign, &codes) });
        let lines = StateChange { before: json!({}), after };
        let subject = campaign.id.to_string();
        self.inner.identity.content_act(&mut tx, who, ContentAct::MakeCampaign, &subject, lines).await?;
        tx.commit().await?;
        Ok(CampaignView { campaign, codes })
    }

    async fn add_codes(&self, tx: &mut ::store::TenantTx, id: CampaignId, codes: &Codes) -> Result<(), CampaignError> {
        let tenant = tx.tenant();
        let mut left = match codes {
            Codes::Shared(code) => {
                return match store::add_codes(tx.conn(), tenant, id, std::slice::from_ref(code), false).await? {
                    1 => Ok(()),
                    _ => Err(CampaignError::invalid("code", "is a code of another campaign")),
                };
            }
            Codes::Single(count) => u64::from(*count),
        };
        for _ in 0..TRIES {
            let made: Vec<String> = (0..left).map(|_| model::code_of(self.inner.world.random())).collect();
            left = left.saturating_sub(store::add_codes(tx.conn(), tenant, id, &made, true).await?);
            if left == 0 {
                return Ok(());
            }
        }
        Err(CampaignError::Conflict("not enough new codes were found; try again"))
    }

    /// Deletes a draft.
    ///
    /// # Errors
    /// [`CampaignError::NotFound`]; [`CampaignError::Conflict`] for a published campaign; 403 without permission.
    pub async fn delete_campaign(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: CampaignId,
    ) -> Result<(), CampaignError> {
        self.inner.identity.may_at_content(who.0, ContentAct::DeleteCampaign)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::one(tx.conn(), tenant, id).await?.ok_or(CampaignError::NotFound("campaign"))?;
        if !store::delete_draft(tx.conn(), tenant, id).await? {
            return Err(CampaignError::Conflict("only a draft is deleted; stop a published campaign"));
        }
        let subject = id.to_string();
        let lines = StateChange { before: json!({ "name": found.name }), after: json!({}) };
        self.inner.identity.content_act(&mut tx, who, ContentAct::DeleteCampaign, &subject, lines).await?;
        Ok(tx.commit().await?)
    }

    /// The switch of a campaign that operators decide about. Writes nothing.
    ///
    /// # Errors
    /// [`CampaignError::NotFound`]; [`CampaignError::Conflict`] if it is in that state already, or over.
    pub async fn switchable(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: CampaignId,
        is_on: bool,
    ) -> Result<CampaignSwitch, CampaignError> {
        let CampaignView { campaign, codes } = self.campaign(tenant, who, id).await?;
        let is_over = campaign.schedule.until.is_some_and(|until| until <= self.inner.world.now());
        match (campaign.state, is_on) {
            (CampaignState::On, true) => return Err(CampaignError::Conflict("this campaign runs already")),
            (CampaignState::Draft | CampaignState::Stopped, false) => {
                return Err(CampaignError::Conflict("this campaign does not run"));
            }
            (_, true) if is_over => return Err(CampaignError::Conflict("this campaign is over")),
            _ => {}
        }
        let terms = terms_of(&campaign, &codes);
        Ok(CampaignSwitch { campaign: id, name: campaign.name, is_on, terms })
    }
}

/// The terms as the second operator reads them, a name and a value each.
fn terms_of(campaign: &Campaign, codes: &[(String, bool, i64)]) -> BTreeMap<String, String> {
    let Campaign { terms, range: LocalRange { from, until }, .. } = campaign;
    let mut lines = BTreeMap::new();
    let mut add = |name: &str, value: Option<String>| value.map(|value| lines.insert(name.to_owned(), value));
    add("percent", Some(kernel::Fee::mult(terms.currency, terms.ppm).percent()));
    add("bonus", terms.bonus.map(|amount| amount.to_string()));
    let shared = codes.first().filter(|(_, is_single, _)| !is_single).map(|(code, ..)| code.clone());
    add("codes", Some(shared.unwrap_or_else(|| codes.len().to_string())));
    let time = |at: chrono::NaiveDateTime| format!("{} {}", at.format("%F %R"), campaign.time_zone);
    add("from", from.map(time));
    add("until", until.map(time));
    add("uses_max", terms.uses_max.map(|max| max.to_string()));
    add("per_person", terms.per_person.map(|max| max.to_string()));
    add("budget", terms.budget.map(|amount| amount.to_string()));
    add("minimum", terms.minimum.map(|amount| amount.to_string()));
    add("first_order_only", terms.is_first_only.then(|| "true".to_owned()));
    let joined = |words: Vec<String>| (!words.is_empty()).then(|| words.join(", "));
    add("countries", joined(terms.countries.iter().map(Country::to_string).collect()));
    add("payways", joined(terms.payways.iter().map(|payway: &Payway| payway.code().to_owned()).collect()));
    lines
}
