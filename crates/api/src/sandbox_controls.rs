//! The API's interface to the sandbox. The server implements it with the simulated rails.

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::Transaction;
use exchange::deposit_account::DepositAccount;
use kernel::{Amount, ClockRefusal, TenantId, TransactionId};

use crate::dto::deposit_account::SandboxMistake;
use crate::dto::sandbox::{ChangeTestClock, SandboxAction, SandboxClock, SandboxTransfer, TestClockState};
use crate::problem::Problem;

/// A 3-D Secure challenge for the holder of a test card.
#[derive(Debug, Clone)]
pub struct ChallengeView {
    /// The transaction.
    pub transaction: TransactionId,
    /// The amount.
    pub amount: Amount,
    /// The card, masked, as in `visa •••• 3220`; or the service's name.
    pub card: String,
    /// Whether it was already answered.
    pub answered: bool,
    /// The path to return to.
    pub return_url: String,
}

/// Controls of the sandbox.
#[async_trait]
pub trait SandboxControls: Send + Sync {
    /// Simulates an event of a transaction. Returns whether it had an effect.
    async fn act(&self, tenant: TenantId, transaction: &Transaction, action: SandboxAction) -> Result<bool, Problem>;
    /// The latest transfers to the address that a transaction is paid at, newest first, as an explorer of the simulated
    /// chain shows them. Empty for a transaction that is paid in another way.
    async fn transfers(&self, transaction: &Transaction) -> Result<Vec<SandboxTransfer>, Problem>;
    /// Simulates a payment to a deposit account. For a bank transfer, `reference` replaces the account's own payment
    /// reference.
    async fn receive(
        &self,
        tenant: TenantId,
        account: &DepositAccount,
        amount: Amount,
        reference: Option<String>,
    ) -> Result<(), Problem>;
    /// Simulates a payment of coins to a deposit account with a payer's mistake. Returns whether its network allows the
    /// mistake.
    async fn receive_wrongly(
        &self,
        tenant: TenantId,
        account: &DepositAccount,
        amount: Amount,
        mistake: SandboxMistake,
    ) -> Result<bool, Problem>;
    /// The state of the tenant's clock.
    async fn clock(&self, tenant: TenantId) -> Result<SandboxClock, Problem>;
    /// Advances the clock. Returns `None` if it is at its maximum.
    async fn advance_clock(&self, tenant: TenantId, seconds: u32) -> Result<Option<SandboxClock>, Problem>;
    /// The tenant's test clock.
    async fn test_clock(&self, tenant: TenantId) -> Result<TestClockState, Problem>;
    /// Changes the test clock, and lets everything due happen. Returns the clock, and how far it jumped.
    async fn change_test_clock(
        &self,
        tenant: TenantId,
        change: ChangeTestClock,
    ) -> Result<Result<(TestClockState, TimeDelta), ClockRefusal>, Problem>;
    /// Publishes the tenant's proof of liabilities immediately.
    async fn publish_liabilities(&self, tenant: TenantId) -> Result<(), Problem>;
    /// The challenge of a 3-D Secure page.
    async fn challenge(&self, tenant: TenantId, reference: &str) -> Result<Option<ChallengeView>, Problem>;
    /// Answers a challenge. Returns whether it exists.
    async fn answer(&self, tenant: TenantId, reference: &str, approve: bool) -> Result<bool, Problem>;
}
