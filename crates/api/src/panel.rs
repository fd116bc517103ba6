//! What the API needs from the sandbox. The server puts the played rails behind it.

use async_trait::async_trait;
use exchange::Transaction;
use exchange::deposit_account::DepositAccount;
use kernel::{Amount, TenantId, TransactionId};

use crate::dto::sandbox::{SandboxAction, SandboxClock};
use crate::problem::Problem;

/// What the holder of a test card is asked.
#[derive(Debug, Clone)]
pub struct ChallengeView {
    /// For what.
    pub transaction: TransactionId,
    /// How much.
    pub amount: Amount,
    /// From which card, as shown: `visa •••• 3220`.
    pub card: String,
    /// Whether it has been answered already.
    pub answered: bool,
    /// The path to go back to.
    pub return_url: String,
}

/// The controls of the played world.
#[async_trait]
pub trait SandboxPanel: Send + Sync {
    /// Lets something happen to a transaction. Whether anything did.
    async fn act(&self, tenant: TenantId, transaction: &Transaction, action: SandboxAction) -> Result<bool, Problem>;
    /// Lets somebody send money to a deposit account; with `reference`, a bank transfer with that purpose instead of the account's.
    async fn receive(
        &self,
        tenant: TenantId,
        account: &DepositAccount,
        amount: Amount,
        reference: Option<String>,
    ) -> Result<(), Problem>;
    /// How the tenant's clock stands.
    async fn clock(&self, tenant: TenantId) -> Result<SandboxClock, Problem>;
    /// Advances it; nothing if it is as far ahead as it may be.
    async fn advance_clock(&self, tenant: TenantId, seconds: u32) -> Result<Option<SandboxClock>, Problem>;
    /// Publishes what the tenant owes to its customers now, instead of at its time.
    async fn publish_liabilities(&self, tenant: TenantId) -> Result<(), Problem>;
    /// The question of a 3-D Secure page.
    async fn challenge(&self, tenant: TenantId, reference: &str) -> Result<Option<ChallengeView>, Problem>;
    /// The answer to it. Whether there is such a question.
    async fn answer(&self, tenant: TenantId, reference: &str, approve: bool) -> Result<bool, Problem>;
}
