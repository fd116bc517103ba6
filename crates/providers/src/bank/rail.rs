//! The bank as a rail: payments wait for a payment file.

use async_trait::async_trait;
use exchange::rails::{Bank, BankDetails, BankPayment, PayeeMatch, PayoutOutcome, RailError};
use exchange::short_reference;
use iso20022::pain001::{Debtor, Initiation, Transfer};
use kernel::{Amount, Currency, TenantId, TransactionId};

use super::meaning::{NAME_MAX, REMITTANCE_MAX};
use super::store::entries;
use super::store::payments::{self, NewPayment, PaymentState};
use super::{FileBank, end_to_end_id};

pub(super) fn unavailable(error: &::store::StoreError) -> RailError {
    RailError::Unavailable { rail: "iban".to_owned(), reason: error.to_string() }
}

fn outcome(known: PaymentState) -> PayoutOutcome {
    let reference = known.end_to_end_id;
    match known.state.as_str() {
        "settled" => PayoutOutcome::Settled { reference },
        "rejected" | "refused" | "returned" => PayoutOutcome::Rejected { reason: known.reason.unwrap_or_default() },
        _ => PayoutOutcome::Accepted { reference },
    }
}

impl FileBank {
    /// Whether a payment file can have this payment.
    fn writable(&self, payment: &NewPayment<'_>) -> Result<(), String> {
        let currency = payment.amount.currency();
        let iban = self.accounts.ibans.get(&currency).cloned().unwrap_or_default();
        let transfer = Transfer {
            end_to_end_id: payment.end_to_end_id.to_owned(),
            amount: payment.amount,
            creditor_name: payment.name.chars().take(NAME_MAX).collect(),
            creditor_iban: payment.iban.to_owned(),
            remittance: payment.remittance.chars().take(REMITTANCE_MAX).collect(),
        };
        let now = self.world.now();
        let alone = Initiation {
            message_id: payment.end_to_end_id.to_owned(),
            created_at: now,
            debtor: Debtor { name: self.accounts.holder.clone(), iban, bic: Some(self.accounts.bic.clone()) },
            execution_date: now.date_naive(),
            transfers: vec![transfer],
        };
        alone.to_xml().map(drop).map_err(|error| error.to_string())
    }

    async fn send(&self, tenant: TenantId, payment: NewPayment<'_>) -> Result<PayoutOutcome, RailError> {
        if !self.accounts.ibans.contains_key(&payment.amount.currency()) {
            let rule = format!("the bank has no account in {}", payment.amount.currency());
            return Err(RailError::Invalid { field: "currency", rule });
        }
        // One payment that cannot be written would hold up the whole file.
        let rejected = self.writable(&payment).err();
        self.book(tenant, &payment, rejected.as_deref()).await
    }

    /// Stores the payment, or that it is `rejected`. The first call with a key decides: a later one, after an unclear
    /// answer, gets the same outcome.
    async fn book(
        &self,
        tenant: TenantId,
        payment: &NewPayment<'_>,
        rejected: Option<&str>,
    ) -> Result<PayoutOutcome, RailError> {
        let booked = async {
            let mut tx = self.store.tenant(tenant).await?;
            payments::add_payment(tx.conn(), tenant, (payment, rejected), self.world.now()).await?;
            let known = payments::payment(tx.conn(), tenant, payment.key).await?;
            tx.commit().await?;
            Ok(known)
        };
        let known = booked.await.map_err(|error| unavailable(&error))?;
        Ok(known.map_or(PayoutOutcome::Unknown, outcome))
    }
}

#[async_trait]
impl Bank for FileBank {
    /// Files carry no verification of payee.
    async fn verify_payee(&self, _tenant: TenantId, _iban: &str, _name: &str) -> Result<PayeeMatch, RailError> {
        Ok(PayeeMatch::NotPossible)
    }

    async fn details(&self, _tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError> {
        let Some(iban) = self.accounts.ibans.get(&currency) else {
            let rule = format!("the bank has no account in {currency}");
            return Err(RailError::Invalid { field: "currency", rule });
        };
        Ok(BankDetails {
            iban: iban.clone(),
            bic: self.accounts.bic.clone(),
            beneficiary: self.accounts.holder.clone(),
            reference: reference.to_owned(),
        })
    }

    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError> {
        let (key, amount) = (payment.key.as_str(), payment.amount);
        let (iban, name) = (payment.iban.as_str(), payment.name.as_str());
        let (transaction, remittance) = (payment.transaction, payment.reference.as_str());
        let id = end_to_end_id(key);
        let new = NewPayment { key, transaction, end_to_end_id: &id, iban, name, amount, remittance };
        self.send(payment.tenant, new).await
    }

    /// The payment goes back to the account that the statement names. Without one, an operator must look.
    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        let asked = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            entries::sender(tx.conn(), tenant, reference).await
        };
        let sender = asked.await.map_err(|error| unavailable(&error))?;
        let (iban, name) = sender.clone().unwrap_or_default();
        let (id, remittance) = (end_to_end_id(key), format!("Refund {}", short_reference(transaction)));
        let name = name.as_deref().unwrap_or("Account holder");
        let new =
            NewPayment { key, transaction, end_to_end_id: &id, iban: &iban, name, amount, remittance: &remittance };
        if sender.is_none() {
            return self.book(tenant, &new, Some("the statement does not name the sender's account")).await;
        }
        self.send(tenant, new).await
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        let found = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            payments::payment(tx.conn(), tenant, key).await
        };
        Ok(found.await.map_err(|error| unavailable(&error))?.map(outcome))
    }
}
