//! The referral programme, as customers see it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, Decimal, Money};

/// The programme, and the customer's part in it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Referral {
    /// Code of the customer's link.
    #[schema(example = "7KMQ4TXB")]
    pub code: String,
    /// The customer's link, on the host of this request.
    #[schema(example = "https://pay.example/?ref=7KMQ4TXB")]
    pub link: String,
    /// Whether rewards are on hold for a review by an operator.
    pub is_on_hold: bool,
    /// The rule in force. Absent while no order earns anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<ReferralTerms>,
    /// Sums by currency, that of new rewards first.
    pub sums: Vec<ReferralSums>,
    /// Number of friends who came by the link.
    pub friends_count: i64,
    /// Newest friends; at most 50.
    pub friends: Vec<ReferralFriend>,
    /// Newest earnings; at most 50.
    pub earnings: Vec<ReferralEarning>,
    /// Name on the leaderboard. Absent if the customer is not on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    /// First places of the leaderboard, and the customer's own. Only for customers who are on it.
    pub leaderboard: Vec<LeaderboardPlace>,
}

/// The reward terms for a friend's orders.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReferralTerms {
    /// Share of the platform's fee, in percent.
    pub share_percent: Decimal,
    /// Number of a friend's orders that earn.
    pub orders: u32,
    /// Days after joining in which a friend's orders earn.
    pub days: u32,
    /// The most that one friend earns.
    pub per_friend: Money,
    /// The most that is earned within `period_days`.
    pub per_period: Money,
    /// Days of `per_period`.
    pub period_days: u32,
    /// Days that an earning waits before it can be moved to the balance.
    pub settle_days: u32,
}

/// Rewards of one currency.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReferralSums {
    /// Earned, whether moved or not.
    pub earned: Money,
    /// Waits, and cannot be moved yet.
    pub waiting: Money,
    /// Can be moved to the balance.
    pub available: Money,
    /// Was moved to balances.
    pub paid: Money,
}

/// The state of a friend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FriendState {
    /// Joined, without a completed order.
    Joined,
    /// Orders earn.
    Earning,
    /// No further order earns.
    Finished,
}

/// A friend who came by the link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReferralFriend {
    /// First letter; the rest is hidden.
    #[schema(example = "B•••")]
    pub name: String,
    /// State of the friend.
    pub state: FriendState,
    /// When the friend joined.
    pub joined_at: DateTime<Utc>,
    /// Orders that count.
    pub orders: i64,
    /// Earned for this friend.
    pub earned: Money,
}

/// State of an earning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReferralEarningState {
    /// It waits before it can be moved.
    Waiting,
    /// Under review by an operator.
    Checking,
    /// It can be moved, or was.
    Earned,
    /// It was not granted, because the order was taken back.
    Refused,
}

/// The earning of a friend's order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReferralEarning {
    /// First letter of the friend; the rest is hidden.
    pub name: String,
    /// Amount.
    pub amount: Money,
    /// State.
    pub state: ReferralEarningState,
    /// When the order was completed.
    pub at: DateTime<Utc>,
    /// When it can be moved. Absent unless it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_at: Option<DateTime<Utc>>,
}

/// A place of the leaderboard.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LeaderboardPlace {
    /// Rank, from 1. Equal numbers of friends share a rank.
    pub rank: i64,
    /// Chosen name.
    pub nickname: String,
    /// Friends who have completed an order.
    pub friends: i64,
    /// Whether it is the customer's own.
    pub is_own: bool,
}

/// How the customer appears on the leaderboard.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct LeaderboardEntry {
    /// Chosen name, 2 to 24 characters. Absent: the customer leaves the leaderboard.
    #[serde(default)]
    #[schema(required = false, min_length = 2, max_length = 24)]
    pub nickname: Option<String>,
}

/// Rewards to move to a balance.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RewardQuoteRequest {
    /// Currency of the rewards.
    pub from_currency: CurrencyCode,
    /// Currency of the balance.
    pub to_currency: CurrencyCode,
    /// How much. Absent: everything that is available.
    #[serde(default)]
    #[schema(required = false)]
    pub amount: Option<Decimal>,
}
