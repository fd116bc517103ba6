//! The port to the exchanger, which owns balances and transactions.

use async_trait::async_trait;
use kernel::{Amount, ProfileId, TransactionId, UserId};
use serde_json::Value;
use store::{StoreError, TenantTx};

/// A balance in one currency; amounts in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The profile that owns the balance.
    pub profile: ProfileId,
    /// The posted balance.
    pub posted: Amount,
    /// The part of the posted balance that is on hold.
    pub held: Amount,
    /// Pending incoming amounts.
    pub incoming: Amount,
}

impl Held {
    pub(crate) const fn is_nothing(&self) -> bool {
        self.posted.atoms() == 0 && self.held.atoms() == 0 && self.incoming.atoms() == 0
    }
}

/// A transaction that has not reached a final status, or that still needs an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The transaction's id.
    pub id: TransactionId,
    /// Its status code from the specification.
    pub status: &'static str,
}

/// The closure blockers that the ledger reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClosureBlockers {
    /// The customer's balances; zero balances may be included.
    pub balances: Vec<Held>,
    /// The open transactions, the newest first; at most [`ClosureBlockers::TRANSACTIONS_MAX`].
    pub transactions: Vec<Unfinished>,
}

impl ClosureBlockers {
    /// The maximum number of open transactions to list; one is enough to block closure.
    pub const TRANSACTIONS_MAX: i64 = 20;

    /// The closure blockers: every non-zero balance and every open transaction.
    #[must_use]
    pub fn closure_blockers(self) -> Self {
        let balances = self.balances.into_iter().filter(|one| !one.is_nothing()).collect();
        Self { balances, transactions: self.transactions }
    }

    /// Whether nothing blocks closure.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.balances.is_empty() && self.transactions.is_empty()
    }
}

/// The port to the exchanger, which owns balances and transactions.
#[async_trait]
pub trait ClosurePort: Send + Sync {
    /// The balances and open transactions of these profiles, read in `tx`.
    async fn ties(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<ClosureBlockers, StoreError>;

    /// A page of `chapter` for the customer's data export; `after` is the `next` value of the previous page.
    async fn page(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        profile: ProfileId,
        chapter: Chapter,
        after: Option<&str>,
    ) -> Result<Page, StoreError>;

    /// Deletes the data of these profiles that has no legal retention period, in `tx`.
    async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError>;
}

/// A list in the export that other parts than identity provide: for one of the customer's profiles, or for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// Balances.
    Balances,
    /// Transactions, the newest first.
    Transactions,
    /// All statement entries of the accounts, the newest first.
    Statements,
    /// Uses of velocity limits by orders.
    Limits,
    /// Payee checks (confirmation of payee).
    Payees,
    /// Payout addresses; per person, not per profile.
    Addresses,
    /// Statements about beneficiary wallets (travel rule); per person, not per profile.
    Wallets,
    /// Statements about originators of incoming coins (travel rule); per person, not per profile.
    Senders,
    /// Permanent deposit addresses and bank references.
    DepositAccounts,
    /// Bank accounts and addresses saved for payouts.
    SavedRequisites,
    /// Saved cards, without their tokens.
    SavedCards,
    /// Links to the status of transactions, without their tokens.
    StatusLinks,
    /// Presets of orders.
    Presets,
    /// What was chosen for an order that does not exist yet.
    OrderDraft,
    /// Exchanges that repeat or wait for a price.
    Plans,
    /// The order in which balances are spent.
    Spending,
    /// Points of the farm, the newest first; per person.
    FarmPoints,
    /// Seasons of the farm with the days of visits; per person.
    FarmDays,
    /// Exchanges of points into the reward; per person.
    FarmExchanges,
    /// The referral link; per person.
    ReferralLink,
    /// When the person and their friends joined by a referral link; per person.
    Referrals,
    /// What friends' orders earned; per person.
    ReferralEarnings,
    /// Consents to partners; per person.
    PartnerConsents,
}

impl Chapter {
    pub(crate) const ALL: [Self; 23] = [
        Self::Balances,
        Self::Transactions,
        Self::Statements,
        Self::Limits,
        Self::Payees,
        Self::Addresses,
        Self::Wallets,
        Self::Senders,
        Self::DepositAccounts,
        Self::SavedRequisites,
        Self::SavedCards,
        Self::StatusLinks,
        Self::Presets,
        Self::OrderDraft,
        Self::Plans,
        Self::Spending,
        Self::FarmPoints,
        Self::FarmDays,
        Self::FarmExchanges,
        Self::ReferralLink,
        Self::Referrals,
        Self::ReferralEarnings,
        Self::PartnerConsents,
    ];

    /// Its name in the file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Balances => "balances",
            Self::Transactions => "transactions",
            Self::Statements => "statements",
            Self::Limits => "limit_uses",
            Self::Payees => "payee_checks",
            Self::Addresses => "payout_addresses",
            Self::Wallets => "wallets",
            Self::Senders => "senders",
            Self::DepositAccounts => "deposit_accounts",
            Self::SavedRequisites => "saved_requisites",
            Self::SavedCards => "saved_cards",
            Self::StatusLinks => "status_links",
            Self::Presets => "presets",
            Self::OrderDraft => "order_draft",
            Self::Plans => "plans",
            Self::Spending => "spending_order",
            Self::FarmPoints => "farm_points",
            Self::FarmDays => "farm_seasons",
            Self::FarmExchanges => "farm_exchanges",
            Self::ReferralLink => "referral_link",
            Self::Referrals => "referrals",
            Self::ReferralEarnings => "referral_earnings",
            Self::PartnerConsents => "partner_consents",
        }
    }

    /// Whether the list is per person, and so the same for every profile.
    pub(crate) const fn is_of_person(self) -> bool {
        matches!(self, Self::Limits | Self::Addresses | Self::Wallets | Self::Senders | Self::PartnerConsents)
            || self.is_of_rewards()
    }

    /// Whether the list is about the referral programme or the farm.
    #[must_use]
    pub const fn is_of_rewards(self) -> bool {
        matches!(
            self,
            Self::FarmPoints
                | Self::FarmDays
                | Self::FarmExchanges
                | Self::ReferralLink
                | Self::Referrals
                | Self::ReferralEarnings
        )
    }
}

/// A page of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The rows as they appear in the file.
    pub rows: Vec<Value>,
    /// An opaque cursor for the next page; `None` after the last.
    pub next: Option<String>,
}
