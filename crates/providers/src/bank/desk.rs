//! The operators' actions on the bank's files.

use ::store::StoreError;
use exchange::rails::{BankDeskError, BankOverview, PaymentFile, RailEvent, RailEventKind, Target, leg_of_key};
use iso20022::pain001::{Debtor, Initiation, Transfer};
use kernel::{Amount, Currency, TenantId, TransactionId};
use uuid::Uuid;

use super::balances::gaps;
use super::rail::unavailable;
use super::store::folder;
use super::store::payments::{self, Waiting};
use super::store::statements;
use super::{FileBank, TELL, end_to_end_id};
use crate::tell;

/// The most payments in one file. The others wait for the next one.
const PAYMENTS_MAX: i64 = 5_000;
/// The most files and statements that an overview shows.
const SHOWN: i64 = 20;
/// The most gaps between statements that an overview shows.
const GAPS_SHOWN: usize = 20;
/// The most statements of each account whose balances are compared.
const COMPARED: i64 = 400;

pub(super) fn broken(error: &StoreError) -> BankDeskError {
    unavailable(error).into()
}

impl FileBank {
    /// See [`exchange::rails::BankDesk::overview`].
    pub(crate) async fn overview(&self, tenant: TenantId) -> Result<BankOverview, BankDeskError> {
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            let waiting = payments::waiting(tx.conn(), tenant).await?;
            let files = payments::files(tx.conn(), tenant, SHOWN).await?;
            let statements = statements::statements(tx.conn(), tenant, SHOWN).await?;
            let mut balances = Vec::new();
            for currency in self.currencies() {
                balances.push(statements::balances(tx.conn(), tenant, currency, COMPARED).await?);
            }
            Ok((waiting, files, statements, balances))
        };
        let (waiting, files, statements, balances) = read.await.map_err(|error| broken(&error))?;
        let gaps = balances.into_iter().flat_map(gaps).take(GAPS_SHOWN).collect();
        let accounts = self.accounts.ibans.iter().map(|(currency, iban)| (*currency, iban.clone()));
        Ok(BankOverview { accounts: accounts.collect(), waiting, files, statements, gaps })
    }

    /// See [`exchange::rails::BankDesk::payment_file`].
    pub(crate) async fn payment_file(&self, tenant: TenantId, id: Uuid) -> Result<Option<String>, BankDeskError> {
        let has_folder = self.folder.is_some();
        let read = async {
            let mut tx = self.store.tenant(tenant).await?;
            let found = payments::open_file(tx.conn(), tenant, id).await?;
            let is_coming = match &found {
                // Without its folder it goes by download, and the folder does not get it later.
                Some(file) if file.by_folder && !file.is_written => {
                    has_folder || !folder::take_from_folder(tx.conn(), tenant, id).await?
                }
                _ => false,
            };
            tx.commit().await?;
            Ok((found, is_coming))
        };
        let (found, is_coming) = read.await.map_err(|error| broken(&error))?;
        if is_coming {
            return Err(BankDeskError::BeingWritten);
        }
        Ok(found.map(|file| file.content))
    }

    /// See [`exchange::rails::BankDesk::refuse_payment_file`].
    pub(crate) async fn refuse_payment_file(
        &self,
        tenant: TenantId,
        id: Uuid,
        reason: &str,
    ) -> Result<Option<u32>, BankDeskError> {
        let refused = async {
            let now = self.world.now();
            let mut tx = self.store.tenant(tenant).await?;
            // A statement may be read at the same time, and may have some of the payments.
            statements::lock_statements(tx.conn(), tenant).await?;
            if payments::file(tx.conn(), tenant, id).await?.is_none() {
                return Ok(Ok(None));
            }
            let Some(failed) = payments::refuse_file(tx.conn(), tenant, (id, reason), now).await? else {
                return Ok(Err(BankDeskError::BeingWritten));
            };
            let jobs: Vec<_> =
                failed.iter().map(|failed| tell::job(TELL, tenant, &not_made(failed, id, reason))).collect();
            tx.enqueue(now, &jobs).await?;
            tx.commit().await?;
            Ok(Ok(Some(u32::try_from(failed.len()).unwrap_or(u32::MAX))))
        };
        refused.await.map_err(|error| broken(&error))?
    }

    /// See [`exchange::rails::BankDesk::make_payment_file`].
    pub(crate) async fn make_payment_file(
        &self,
        tenant: TenantId,
        by: &str,
        currency: Currency,
    ) -> Result<PaymentFile, BankDeskError> {
        let store_failed = |error: StoreError| broken(&error);
        let iban = self.accounts.ibans.get(&currency).ok_or(BankDeskError::NothingWaits)?;
        let mut tx = self.store.tenant(tenant).await.map_err(store_failed)?;
        let waiting = payments::lock_waiting(tx.conn(), tenant, currency, PAYMENTS_MAX).await.map_err(store_failed)?;
        if waiting.is_empty() {
            return Err(BankDeskError::NothingWaits);
        }
        let (now, token) = (self.world.now(), Uuid::from_bytes(self.world.random()).as_u128() as u32);
        let message_id = format!("AGIO-{}-{token:08X}", now.format("%Y%m%d"));
        let debtor =
            Debtor { name: self.accounts.holder.clone(), iban: iban.clone(), bic: Some(self.accounts.bic.clone()) };
        let transfers = waiting.iter().map(|payment| transfer(payment, currency)).collect();
        let execution_date = now.date_naive();
        let file = Initiation { message_id: message_id.clone(), created_at: now, debtor, execution_date, transfers };
        let content = file.to_xml().map_err(|error| BankDeskError::File(error.to_string()))?;
        let total = Amount::new(waiting.iter().map(|payment| payment.amount.0).sum(), currency);
        let payments = u32::try_from(waiting.len()).unwrap_or(u32::MAX);
        let id = self.world.uuid();
        let made = PaymentFile {
            id,
            message_id,
            payments,
            ended: 0,
            refused_at: None,
            total,
            made_by: by.to_owned(),
            created_at: now,
            by_folder: self.folder.is_some(),
            written_at: None,
        };
        let keys: Vec<String> = waiting.iter().map(|payment| payment.key.clone()).collect();
        payments::add_file(tx.conn(), tenant, (&made, &content), &keys).await.map_err(store_failed)?;
        let jobs: Vec<_> =
            waiting.iter().map(|payment| tell::job(TELL, tenant, &sent(payment, &made.message_id))).collect();
        tx.enqueue(now, &jobs).await.map_err(store_failed)?;
        tx.commit().await.map_err(store_failed)?;
        Ok(made)
    }
}

fn transfer(payment: &Waiting, currency: Currency) -> Transfer {
    Transfer {
        end_to_end_id: payment.end_to_end_id.clone(),
        amount: Amount::new(payment.amount.0, currency),
        creditor_name: payment.name.clone(),
        creditor_iban: payment.iban.clone(),
        remittance: payment.remittance.clone(),
    }
}

/// The report that the bank has not made a payment.
fn not_made((key, transaction): &(String, TransactionId), file: Uuid, reason: &str) -> RailEvent {
    RailEvent {
        target: Target::Order(*transaction),
        rail: "iban".to_owned(),
        event_id: format!("refused:{}:{}", file.as_simple(), end_to_end_id(key)),
        leg: leg_of_key(key),
        charge: None,
        reorg_epoch: None,
        kind: RailEventKind::PayoutFailed { reason: format!("the bank refused the payment file: {reason}") },
    }
}

/// The report that a payment is in a file, so that it cannot be cancelled.
fn sent(payment: &Waiting, message_id: &str) -> RailEvent {
    RailEvent {
        target: Target::Order(TransactionId::from_uuid(payment.transaction_id)),
        rail: "iban".to_owned(),
        event_id: format!("file:{message_id}:{}", payment.end_to_end_id),
        leg: leg_of_key(&payment.key),
        charge: None,
        reorg_epoch: None,
        kind: RailEventKind::PayoutSent { reference: payment.end_to_end_id.clone() },
    }
}
