//! The played bank: receives transfers that the panel makes up, and sends payments that come back for some accounts.

use async_trait::async_trait;
use exchange::rails::{Bank, BankDetails, BankPayment, PayoutOutcome, RailError};
use kernel::{Amount, Currency, TenantId, TransactionId};

use super::movement::{Flow, Rail};
use super::rails::{SandboxRails, sent};

/// Our accounts: published sample IBANs with a right check digit, which belong to nobody.
const ACCOUNTS: [(Currency, &str, &str); 3] = [
    (Currency::EUR, "DE02120300000000202051", "BYLADEM1001"),
    (Currency::PLN, "PL61109010140000071219812874", "WBKPPLPP"),
    (Currency::UAH, "UA213223130000026007233566001", "NBUAUAUX"),
];
const BENEFICIARY: &str = "Agio Sandbox";
/// Reference api.md B9: accepted, and returned a moment later.
const RETURNED: &str = "GB29NWBK60161331926819";
/// Reference api.md B9: the bank knows the account under another name.
const NO_MATCH: &str = "FR1420041010050500013M02606";

#[async_trait]
impl Bank for SandboxRails {
    async fn details(&self, _tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError> {
        let account = ACCOUNTS.iter().find(|account| account.0 == currency);
        let Some((_, iban, bic)) = account else {
            return Err(RailError::Invalid {
                field: "currency",
                rule: format!("the bank has no account in {currency}"),
            });
        };
        Ok(BankDetails {
            iban: (*iban).to_owned(),
            bic: (*bic).to_owned(),
            beneficiary: BENEFICIARY.to_owned(),
            reference: reference.to_owned(),
        })
    }

    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError> {
        if payment.iban == NO_MATCH {
            return Ok(PayoutOutcome::Rejected { reason: "the name does not match the account".to_owned() });
        }
        let returned = (payment.iban == RETURNED).then(|| "the payment was returned: account closed".to_owned());
        let mut payout = self.movement(Rail::Iban, Flow::Payout, &payment.key, payment.transaction, payment.amount);
        payout.payer = Some(payment.iban.clone());
        self.send(payment.tenant, payout, returned).await
    }

    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        _reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        self.send(tenant, self.movement(Rail::Iban, Flow::Refund, key, transaction, amount), None).await
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Iban, key).await?.map(sent))
    }
}
