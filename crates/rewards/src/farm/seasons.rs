//! Operators' use cases: drafts of seasons, their switch, and their numbers.

use ::exchange::ExchangeError;
use ::store::{Store, StoreError};
use campaigns::day_range;
use chrono::TimeDelta;
use chrono_tz::Tz;
use identity::operator::{OperatorPrincipal, SeasonAct, SeasonSwitch, StateChange};
use identity::{ClientContext, Identity, IdentityError};
use kernel::{Amount, SeasonId, TenantId, World};
use serde_json::{Value, json};

use super::{LANGUAGES, NewSeason, Season, SeasonNumbers, SeasonRules, SeasonState, season_store};
use crate::Rewards;

/// The maximum number of seasons of a tenant, and of those in a list.
const SEASONS_MAX: i64 = 200;

/// An error of operators' use cases.
#[derive(Debug)]
pub enum FarmError {
    /// A broken rule, a conflict, or the database.
    Exchange(ExchangeError),
    /// A refusal for this operator, or a fault of the audit log.
    Identity(IdentityError),
}

impl From<ExchangeError> for FarmError {
    fn from(error: ExchangeError) -> Self {
        Self::Exchange(error)
    }
}

impl From<StoreError> for FarmError {
    fn from(error: StoreError) -> Self {
        Self::Exchange(error.into())
    }
}

impl From<IdentityError> for FarmError {
    fn from(error: IdentityError) -> Self {
        Self::Identity(error)
    }
}

type Who<'a> = (&'a OperatorPrincipal, &'a ClientContext);

fn conflict(reason: &str) -> FarmError {
    FarmError::Exchange(ExchangeError::Refused { reason: reason.to_owned() })
}

fn missing() -> FarmError {
    FarmError::Exchange(ExchangeError::NotFound { what: "season" })
}

fn logged(season: &Season) -> Value {
    json!({ "name": season.names.get("en"), "terms": season.terms() })
}

impl Rewards {
    /// The tenant's seasons with their numbers, the latest first. The caller has checked the permission.
    ///
    /// # Errors
    /// Database errors.
    pub async fn seasons(&self, tenant: TenantId) -> Result<Vec<(Season, SeasonNumbers)>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut found = Vec::new();
        for season in season_store::list(tx.conn(), tenant, SEASONS_MAX).await? {
            let numbers = season_store::numbers(tx.conn(), tenant, season.id).await?;
            found.push((season, numbers));
        }
        Ok(found)
    }

    /// Makes a draft, or gives an existing one new content. A second operator publishes it.
    ///
    /// # Errors
    /// A field error; a conflict above the maximum and for a season that is no draft; 403 without permission.
    pub async fn save_season(
        &self,
        tenant: TenantId,
        (identity, who): (&Identity, Who<'_>),
        (draft, zone): (Option<SeasonId>, Tz),
        mut new: NewSeason,
    ) -> Result<Season, FarmError> {
        identity.may_write_seasons(who.0)?;
        let now = self.world().now();
        let instants = new.check(zone, now.with_timezone(&zone).date_naive())?;
        let mut tx = self.store().tenant(tenant).await?;
        let before = match draft {
            Some(id) => Some(season_store::one(tx.conn(), tenant, id).await?.ok_or_else(missing)?),
            None => None,
        };
        if before.is_none() && season_store::count(tx.conn(), tenant).await? >= SEASONS_MAX {
            return Err(conflict("there are too many seasons; delete drafts first"));
        }
        let season = Season {
            id: draft.unwrap_or_else(|| self.world().id()),
            version: before.as_ref().map_or(1, |before| before.version.saturating_add(1)),
            state: SeasonState::Draft,
            names: new.names,
            zone,
            days: new.days,
            instants,
            spent: Amount::zero(new.rules.exchange.currency()),
            rules: new.rules,
            made_by: who.0.email.clone(),
            made_at: now,
        };
        if !season_store::save(tx.conn(), tenant, &season).await? {
            return Err(conflict("only a draft is changed; make a new season"));
        }
        let act = if before.is_some() { SeasonAct::Change } else { SeasonAct::Make };
        let before = before.as_ref().map_or_else(|| json!({}), logged);
        let lines = StateChange { before, after: logged(&season) };
        identity.season_act(&mut tx, who, act, season.id, lines).await?;
        tx.commit().await?;
        Ok(season)
    }

    /// Deletes a draft.
    ///
    /// # Errors
    /// Not found; a conflict for a published season; 403 without permission.
    pub async fn delete_season(
        &self,
        tenant: TenantId,
        (identity, who): (&Identity, Who<'_>),
        id: SeasonId,
    ) -> Result<(), FarmError> {
        identity.may_write_seasons(who.0)?;
        let mut tx = self.store().tenant(tenant).await?;
        let found = season_store::one(tx.conn(), tenant, id).await?.ok_or_else(missing)?;
        if !season_store::delete(tx.conn(), tenant, id).await? {
            return Err(conflict("only a draft is deleted; stop a published season"));
        }
        identity
            .season_act(&mut tx, who, SeasonAct::Delete, id, StateChange { before: logged(&found), after: json!({}) })
            .await?;
        Ok(tx.commit().await?)
    }

    /// The switch of a season that operators decide about. Writes nothing.
    ///
    /// # Errors
    /// Not found; a conflict if it is in that state already, is over, or overlaps a published season.
    pub async fn switchable(&self, tenant: TenantId, id: SeasonId, is_on: bool) -> Result<SeasonSwitch, FarmError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let season = season_store::one(tx.conn(), tenant, id).await?.ok_or_else(missing)?;
        match (season.state, is_on) {
            (SeasonState::On, true) => return Err(conflict("this season is published already")),
            (SeasonState::Draft | SeasonState::Stopped, false) => {
                return Err(conflict("this season is not published"));
            }
            (_, true) if season.instants.1 <= self.world().now() => return Err(conflict("this season is over")),
            (_, true) if season_store::overlaps(tx.conn(), tenant, &season).await? => {
                return Err(conflict("another season is open in this time; change the days"));
            }
            _ => {}
        }
        let name = season.names.get("en").cloned().unwrap_or_default();
        Ok(SeasonSwitch { season: id, version: season.version, name, is_on, terms: season.terms() })
    }
}

/// Adds an open season of twelve weeks to a sandbox that has no season.
///
/// # Errors
/// Database errors.
pub async fn seed_season(store: &Store, world: &World, tenant: TenantId) -> Result<(), ExchangeError> {
    let (now, zone) = (world.now(), Tz::UTC);
    let today = now.date_naive();
    let days = (today, today + TimeDelta::weeks(12));
    let Some(instants) = day_range(days.0, days.1, zone) else { return Ok(()) };
    let mut tx = store.tenant(tenant).await?;
    season_store::lock(tx.conn(), tenant).await?;
    if season_store::count(tx.conn(), tenant).await? > 0 {
        return Ok(());
    }
    let names = ["First harvest", "Перший врожай", "Первый урожай", "Pierwsze zbiory"];
    let names = LANGUAGES.into_iter().zip(names).map(|(language, name)| (language.to_owned(), name.to_owned()));
    let rules = SeasonRules::seed();
    let season = Season {
        id: world.id(),
        version: 1,
        state: SeasonState::Draft,
        names: names.collect(),
        zone,
        days,
        instants,
        spent: Amount::zero(rules.exchange.currency()),
        rules,
        made_by: "sandbox".to_owned(),
        made_at: now,
    };
    season_store::save(tx.conn(), tenant, &season).await?;
    season_store::set_state(tx.conn(), tenant, season.id, SeasonState::On, now).await?;
    Ok(tx.commit().await?)
}
