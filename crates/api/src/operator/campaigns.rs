//! Campaigns of promo codes in the console. One operator makes a draft, a second one publishes it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use campaigns::{Campaign, CampaignState, CampaignView, Codes, LocalRange, NewCampaign, Terms};
use chrono::{DateTime, NaiveDateTime, Utc};
use identity::operator::OperatorAction;
use kernel::{Amount, Country, Currency, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::scalar::{CountryCode, CurrencyCode, Decimal, PaywayCode};
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

/// State of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CampaignStateName {
    /// Made by one operator, not published.
    Draft,
    /// Published. It gives discounts from its beginning to its end.
    On,
    /// Stopped by an operator.
    Stopped,
}

/// A campaign. Amounts are in its currency.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignInfo {
    /// Id.
    #[schema(example = "cmp_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    id: String,
    /// Name, for operators.
    name: String,
    /// State.
    state: CampaignStateName,
    /// Discount on the platform's fee, in percent.
    percent: u32,
    /// Amount that a completed order earns for the customer. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<Decimal>,
    /// Beginning by the campaign's clock, without a zone. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-12-01T00:00")]
    from: Option<String>,
    /// End by the campaign's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2027-01-01T00:00")]
    until: Option<String>,
    /// The campaign's clock: the tenant's time zone when it was made.
    #[schema(example = "Europe/Warsaw")]
    time_zone: String,
    /// Moment of the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_at: Option<DateTime<Utc>>,
    /// Moment of the end, at which it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    until_at: Option<DateTime<Utc>>,
    /// Uses. In the list an upper bound, which also counts orders that came to nothing.
    uses: i64,
    /// Maximum number of uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    uses_max: Option<u32>,
    /// Maximum number of uses of one person.
    #[serde(skip_serializing_if = "Option::is_none")]
    per_person: Option<u32>,
    /// Currency of bonus, budget and minimum.
    currency: CurrencyCode,
    /// The maximum sum of all discounts and bonuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<Decimal>,
    /// The sum of the discounts and bonuses. Counted with a budget only.
    spent: Decimal,
    /// Minimum value of an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<Decimal>,
    /// Whether it is only for customers without a completed exchange.
    first_order_only: bool,
    /// Countries of residence, ISO 3166-1. Empty for all.
    #[schema(value_type = Vec<CountryCode>)]
    countries: Vec<String>,
    /// Payways, of which an order uses one on either side. Empty for all.
    payways: Vec<PaywayCode>,
    /// The operator who made it.
    made_by: String,
    /// When.
    made_at: DateTime<Utc>,
}

/// The tenant's campaigns.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignsInfo {
    /// The tenant's clock, by which new campaigns begin and end.
    #[schema(example = "Europe/Warsaw")]
    time_zone: String,
    /// Campaigns, the newest first.
    data: Vec<CampaignInfo>,
}

/// A promo code.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PromoCodeInfo {
    /// The code.
    #[schema(example = "SPRING")]
    code: String,
    /// Whether it is for one use.
    is_single: bool,
    /// Uses that count.
    uses: i64,
}

/// A campaign with its codes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignDetails {
    /// The campaign, with exact numbers.
    campaign: CampaignInfo,
    /// Its codes.
    codes: Vec<PromoCodeInfo>,
}

/// A campaign to make. Give either `code` or `code_count`.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewCampaignBody {
    /// Name, for operators.
    #[schema(min_length = 1, max_length = 80)]
    name: String,
    /// One code for everybody: 2 to 40 letters, digits, dashes and underscores.
    #[schema(max_length = 40)]
    code: Option<String>,
    /// So many generated codes, each for one use.
    #[schema(minimum = 1, maximum = 1000)]
    code_count: Option<u32>,
    /// Discount on the platform's fee, in percent.
    #[schema(minimum = 0, maximum = 100)]
    percent: u32,
    /// Amount that a completed order earns for the customer's rewards. Needs `per_person` and `budget`.
    bonus: Option<Decimal>,
    /// Beginning by the tenant's clock, without a zone: `2026-12-01T00:00`.
    #[schema(max_length = 40)]
    from: Option<String>,
    /// End by the tenant's clock, at which it is over.
    #[schema(max_length = 40)]
    until: Option<String>,
    /// Maximum number of uses.
    #[schema(minimum = 1, maximum = 1_000_000)]
    uses_max: Option<u32>,
    /// Maximum number of uses of one person.
    #[schema(minimum = 1, maximum = 1_000_000)]
    per_person: Option<u32>,
    /// Currency of bonus, budget and minimum.
    currency: CurrencyCode,
    /// The maximum sum of all discounts and bonuses.
    budget: Option<Decimal>,
    /// Minimum value of an order.
    minimum: Option<Decimal>,
    /// Whether it is only for customers without a completed exchange.
    #[serde(default)]
    #[schema(required = false)]
    first_order_only: bool,
    /// Countries of residence, ISO 3166-1 alpha-2. Empty for all.
    #[serde(default)]
    #[schema(value_type = Vec<CountryCode>, required = false, max_items = 250)]
    countries: Vec<String>,
    /// Payways, of which an order uses one on either side. Empty for all.
    #[serde(default)]
    #[schema(required = false, max_items = 60)]
    payways: Vec<PaywayCode>,
}

/// A switch of a campaign.
#[derive(Deserialize, ToSchema)]
pub(super) struct CampaignSwitchBody {
    /// Start, or stop.
    is_on: bool,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// The tenant's clock.
#[derive(Deserialize, ToSchema)]
pub(super) struct CampaignClockBody {
    /// IANA name of the time zone.
    #[schema(max_length = 64, example = "Europe/Warsaw")]
    time_zone: String,
}

/// A local time without a zone, such as `2026-12-01T00:00`.
pub(super) fn local(field: &str, text: Option<&str>) -> Result<Option<NaiveDateTime>, Problem> {
    let read = |text: &str| {
        let read = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M");
        let rule = "must be a local time such as 2026-12-01T00:00";
        read.map_err(|_| Problem::field(FieldError::new(format!("/{field}"), "invalid", rule)))
    };
    text.map(str::trim).filter(|text| !text.is_empty()).map(read).transpose()
}

/// A local time as the wire has it.
pub(super) fn shown_local(at: NaiveDateTime) -> String {
    at.format("%Y-%m-%dT%H:%M").to_string()
}

fn optional(pointer: &str, text: Option<&Decimal>, currency: Currency) -> Result<Option<Amount>, Problem> {
    text.map(|text| crate::client::quotes::amount(pointer, text, currency)).transpose()
}

impl NewCampaignBody {
    fn read(self) -> Result<NewCampaign, Problem> {
        let codes = match (self.code, self.code_count) {
            (Some(code), None) => Codes::Shared(code),
            (None, Some(count)) => Codes::Single(count),
            _ => {
                let rule = "give either code or code_count";
                return Err(Problem::field(FieldError::new("/code", "one_of", rule)));
            }
        };
        let country = |code: &String| {
            let rule = "must be a country such as PL";
            code.parse::<Country>().map_err(|_| Problem::field(FieldError::new("/countries", "invalid", rule)))
        };
        let currency = self.currency.0;
        let terms = Terms {
            ppm: self.percent.saturating_mul(10_000),
            bonus: optional("/bonus", self.bonus.as_ref(), currency)?,
            uses_max: self.uses_max,
            per_person: self.per_person,
            currency,
            budget: optional("/budget", self.budget.as_ref(), currency)?,
            minimum: optional("/minimum", self.minimum.as_ref(), currency)?,
            is_first_only: self.first_order_only,
            countries: self.countries.iter().map(country).collect::<Result<_, _>>()?,
            payways: self.payways.into_iter().map(|code| code.0).collect(),
        };
        let from = local("from", self.from.as_deref())?;
        let until = local("until", self.until.as_deref())?;
        Ok(NewCampaign { name: self.name, codes, terms, range: LocalRange { from, until } })
    }
}

impl From<Campaign> for CampaignInfo {
    fn from(campaign: Campaign) -> Self {
        let terms = campaign.terms;
        Self {
            id: campaign.id.to_string(),
            name: campaign.name,
            state: match campaign.state {
                CampaignState::Draft => CampaignStateName::Draft,
                CampaignState::On => CampaignStateName::On,
                CampaignState::Stopped => CampaignStateName::Stopped,
            },
            percent: terms.ppm / 10_000,
            bonus: terms.bonus.map(Decimal::from),
            from: campaign.range.from.map(shown_local),
            until: campaign.range.until.map(shown_local),
            time_zone: campaign.time_zone,
            from_at: campaign.schedule.from,
            until_at: campaign.schedule.until,
            uses: campaign.uses,
            uses_max: terms.uses_max,
            per_person: terms.per_person,
            currency: CurrencyCode(terms.currency),
            budget: terms.budget.map(Decimal::from),
            spent: campaign.spent.into(),
            minimum: terms.minimum.map(Decimal::from),
            first_order_only: terms.is_first_only,
            countries: terms.countries.iter().map(ToString::to_string).collect(),
            payways: terms.payways.into_iter().map(PaywayCode).collect(),
            made_by: campaign.made_by,
            made_at: campaign.made_at,
        }
    }
}

impl From<CampaignView> for CampaignDetails {
    fn from(view: CampaignView) -> Self {
        let code = |(code, is_single, uses)| PromoCodeInfo { code, is_single, uses };
        Self { campaign: view.campaign.into(), codes: view.codes.into_iter().map(code).collect() }
    }
}

/// Returns the tenant's campaigns.
#[utoipa::path(get, path = "/api/operator/v1/campaigns", tag = "campaigns", security(("session" = ["policies.read"])),
    responses((status = 200, body = CampaignsInfo)))]
pub(super) async fn list_campaigns(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<CampaignsInfo>, Problem> {
    let tenant = operator.tenant.id;
    let data = state.campaigns().campaigns(tenant, &operator.who).await?;
    let time_zone = state.campaigns().time_zone(tenant).await?;
    Ok(Json(CampaignsInfo { time_zone, data: data.into_iter().map(CampaignInfo::from).collect() }))
}

/// Makes the draft of a campaign. Its terms never change: a second operator publishes exactly these.
#[utoipa::path(post, path = "/api/operator/v1/campaigns", tag = "campaigns",
    security(("session" = ["policies.write"])), request_body = NewCampaignBody,
    responses((status = 201, body = CampaignDetails)))]
pub(super) async fn make_campaign(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<NewCampaignBody>,
) -> Result<(StatusCode, Json<CampaignDetails>), Problem> {
    let who = (&operator.who, &context);
    let made = state.campaigns().make_campaign(operator.tenant.id, who, asked.read()?).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Returns a campaign with its codes and exact numbers.
#[utoipa::path(get, path = "/api/operator/v1/campaigns/{id}", tag = "campaigns",
    security(("session" = ["policies.read"])), params(("id" = String, Path, description = "The campaign.")),
    responses((status = 200, body = CampaignDetails)))]
pub(super) async fn get_campaign(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::Campaign>,
) -> Result<Json<CampaignDetails>, Problem> {
    Ok(Json(state.campaigns().campaign(operator.tenant.id, &operator.who, id).await?.into()))
}

/// Deletes the draft of a campaign.
///
/// 409 `CONFLICT_ERROR` for a campaign that was published.
#[utoipa::path(delete, path = "/api/operator/v1/campaigns/{id}", tag = "campaigns",
    security(("session" = ["policies.write"])), params(("id" = String, Path, description = "The campaign.")),
    responses((status = 204, description = "It is deleted.")))]
pub(super) async fn delete_campaign(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Campaign>,
) -> Result<StatusCode, Problem> {
    state.campaigns().delete_campaign(operator.tenant.id, (&operator.who, &context), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Proposes to start a campaign, which a second operator approves; or stops it at once.
///
/// 409 `CONFLICT_ERROR` if it is in that state already, or is over.
#[utoipa::path(post, path = "/api/operator/v1/campaigns/{id}/switch", tag = "campaigns",
    security(("session" = ["policies.write"])), params(("id" = String, Path, description = "The campaign.")),
    request_body = CampaignSwitchBody, responses((status = 200, body = ActInfo)))]
pub(super) async fn switch_campaign(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Campaign>,
    Body { value: asked, .. }: Body<CampaignSwitchBody>,
) -> Result<Json<ActInfo>, Problem> {
    let switch = state.campaigns().switchable(operator.tenant.id, &operator.who, id, asked.is_on).await?;
    act(&state, &operator, OperatorAction::SwitchCampaign(switch), &asked.reason, &context).await
}

/// Sets the tenant's clock for new campaigns, banners and slides. What exists keeps its own.
#[utoipa::path(post, path = "/api/operator/v1/campaigns/clock", tag = "campaigns",
    security(("session" = ["policies.write"])), request_body = CampaignClockBody,
    responses((status = 204, description = "It is set.")))]
pub(super) async fn set_campaign_clock(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<CampaignClockBody>,
) -> Result<StatusCode, Problem> {
    state.campaigns().set_time_zone(operator.tenant.id, (&operator.who, &context), &asked.time_zone).await?;
    Ok(StatusCode::NO_CONTENT)
}
