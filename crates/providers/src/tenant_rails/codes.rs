//! The other services of each tenant: those of the sandbox. No service is connected for a tenant with real customers.

use async_trait::async_trait;
use exchange::rails::{CodeCharge, CodeIssue, CodeOutcome, CodeService, IssueOutcome, PayoutOutcome, RailError};
use kernel::{Amount, Payway, TenantId, TransactionId};

use super::TenantRails;

#[async_trait]
impl CodeService for TenantRails {
    async fn charge(&self, request: &CodeCharge) -> Result<CodeOutcome, RailError> {
        self.simulated(request.tenant, request.payway.code()).await?.charge(request).await
    }

    async fn lookup(&self, tenant: TenantId, payway: Payway, key: &str) -> Result<Option<CodeOutcome>, RailError> {
        CodeService::lookup(self.simulated(tenant, payway.code()).await?, tenant, payway, key).await
    }

    async fn refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        let rails = self.simulated(tenant, payway.code()).await?;
        CodeService::refund(rails, tenant, payway, transaction, key, reference, amount).await
    }

    async fn issue(&self, request: &CodeIssue) -> Result<IssueOutcome, RailError> {
        self.simulated(request.tenant, request.payway.code()).await?.issue(request).await
    }

    async fn lookup_issue(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<IssueOutcome>, RailError> {
        self.simulated(tenant, payway.code()).await?.lookup_issue(tenant, payway, key).await
    }

    async fn lookup_refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        self.simulated(tenant, payway.code()).await?.lookup_refund(tenant, payway, key).await
    }
}
