//! The customer's part in the referral programme: the link, friends, earnings, the leaderboard.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use exchange::policy::ReferralRule;
use identity::Feature;
use kernel::format_decimal;
use rewards as domain;

use super::quotes::amount;
use crate::AppState;
use crate::dto::quote::Quote;
use crate::dto::referral::{
    FriendState, LeaderboardEntry, LeaderboardPlace, Referral, ReferralEarning, ReferralEarningState, ReferralFriend,
    ReferralSums, ReferralTerms, RewardQuoteRequest,
};
use crate::dto::scalar::Decimal;
use crate::extract::{AskedHost, Body, Customer};
use crate::problem::Problem;
use crate::state::offers;

/// The decimals of a share in percent: a millionth is 0.0001 %.
const PERCENT_SCALE: u8 = 4;

/// Returns the referral programme, and the customer's part in it.
///
/// The first call makes the customer's link. Names of friends are hidden but for the first letter.
#[utoipa::path(get, path = "/api/client/v1/referral", tag = "referral", security(("bearer" = [])),
    responses((status = 200, body = Referral)))]
pub(crate) async fn get_referral(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
) -> Result<Json<Referral>, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let found = state.rewards().overview(customer.tenant.id, customer.principal.user).await?;
    let origin = customer.tenant.origin_at(&host).unwrap_or_default();
    Ok(Json(referral(found, &origin, state.world().now())))
}

/// Puts the customer on the leaderboard under a chosen name, or takes them off it.
///
/// 400 names `nickname` if it is taken.
#[utoipa::path(put, path = "/api/client/v1/referral/leaderboard", tag = "referral", request_body = LeaderboardEntry,
    security(("bearer" = [])), responses((status = 204, description = "It is changed.")))]
pub(crate) async fn set_leaderboard(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<LeaderboardEntry>,
) -> Result<StatusCode, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let (tenant, user) = (customer.tenant.id, customer.principal.user);
    state.rewards().set_nickname(tenant, user, asked.nickname.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Quotes the move of rewards to a balance. An order with the quote moves them.
///
/// 409 `CONFLICT_ERROR` while rewards are on hold, or for another profile than the first.
#[utoipa::path(post, path = "/api/client/v1/referral/quotes", tag = "referral", request_body = RewardQuoteRequest,
    security(("bearer" = [])), responses((status = 201, body = Quote)))]
pub(crate) async fn quote_rewards(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<RewardQuoteRequest>,
) -> Result<(StatusCode, Json<Quote>), Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    state.serves(&customer.tenant).await?;
    let customer_status = customer.principal.customer_status(&customer.tenant);
    state.serves_resident(&customer.tenant, customer_status.residence).await?;
    let (from, to) = (asked.from_currency.0, asked.to_currency.0);
    let given = asked.amount.as_ref().map(|text| amount("/amount", text, from)).transpose()?;
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    let quote = state.rewards().payout_quote(tenant, (profile, &customer_status), (from, to), given).await?;
    Ok((StatusCode::CREATED, Json(Quote::of(&quote, state.world().now_for(tenant)))))
}

fn referral(found: domain::Overview, origin: &str, now: DateTime<Utc>) -> Referral {
    let domain::Overview { link, rule, sums, friends_count, friends, earnings, board } = found;
    Referral {
        code: link.code.to_string(),
        link: format!("{origin}/?ref={}", link.code),
        is_on_hold: link.blocked_at.is_some(),
        rule: rule.as_ref().map(terms),
        sums: sums.into_iter().map(ReferralSums::from).collect(),
        friends_count,
        friends: friends.into_iter().map(|one| friend(one, rule.as_ref(), now)).collect(),
        earnings: earnings.into_iter().map(ReferralEarning::from).collect(),
        nickname: link.nickname,
        leaderboard: board.into_iter().flat_map(|board| board.places).map(LeaderboardPlace::from).collect(),
    }
}

fn terms(rule: &ReferralRule) -> ReferralTerms {
    let percent = format_decimal(i128::from(rule.share_ppm), PERCENT_SCALE);
    ReferralTerms {
        share_percent: Decimal(percent.trim_end_matches('0').trim_end_matches('.').to_owned()),
        orders: rule.orders,
        days: rule.days,
        per_friend: rule.per_friend.into(),
        per_period: rule.per_period.into(),
        period_days: rule.period_days,
        settle_days: rule.settle_days,
    }
}

fn friend(one: domain::Friend, rule: Option<&ReferralRule>, now: DateTime<Utc>) -> ReferralFriend {
    let is_over = |rule: &ReferralRule| {
        now >= one.joined_at + TimeDelta::days(i64::from(rule.days))
            || one.orders >= i64::from(rule.orders)
            || (one.earned.currency() == rule.currency() && one.earned.atoms() >= rule.per_friend.atoms())
    };
    let state = match (rule.is_none_or(is_over), one.orders) {
        (true, _) => FriendState::Finished,
        (false, 0) => FriendState::Joined,
        (false, _) => FriendState::Earning,
    };
    ReferralFriend { name: one.name, state, joined_at: one.joined_at, orders: one.orders, earned: one.earned.into() }
}

impl From<domain::Sums> for ReferralSums {
    fn from(sums: domain::Sums) -> Self {
        Self {
            earned: sums.earned.into(),
            waiting: sums.waiting.into(),
            available: sums.available.into(),
            paid: sums.paid.into(),
        }
    }
}

impl From<domain::Earning> for ReferralEarning {
    fn from(earning: domain::Earning) -> Self {
        use domain::EarningState as S;
        let state = match earning.state {
            S::Waiting => ReferralEarningState::Waiting,
            S::Held | S::Questioned => ReferralEarningState::Checking,
            S::Booked => ReferralEarningState::Earned,
            S::TakenBack | S::Dropped => ReferralEarningState::Refused,
        };
        Self {
            name: earning.name,
            amount: earning.amount.into(),
            state,
            at: earning.earned_at,
            due_at: (earning.state == S::Waiting).then_some(earning.due_at),
        }
    }
}

impl From<domain::LeaderboardPlace> for LeaderboardPlace {
    fn from(place: domain::LeaderboardPlace) -> Self {
        Self { rank: place.rank, nickname: place.nickname, friends: place.friends, is_own: place.is_own }
    }
}
