//! What operators do with the bank's files.

use std::collections::BTreeMap;

use ::store::{StoreError, TenantTx};
use exchange::rails::{
    BankDeskError, BankOverview, PaymentFile, RailEvent, RailEventKind, ReadStatement, Target, leg_of_key,
};
use iso20022::camt::{self, Statement};
use iso20022::pain001::{Debtor, Initiation, Transfer};
use kernel::{Amount, Currency, TenantId, TransactionId};
use uuid::Uuid;

use super::lines::{is_of, lines};
use super::meaning::{Exported, Line, Meaning, events, meaning};
use super::rail::unavailable;
use super::store::payments::{self, Waiting};
use super::store::statements;
use super::{FileBank, TELL, end_to_end_id};
use crate::tell;

/// The most payments in one file. The others wait for the next one.
const PAYMENTS_MAX: i64 = 5_000;
/// The most files and statements that an overview shows.
const SHOWN: i64 = 20;
/// The most statements in one file.
const STATEMENTS_MAX: usize = 100;

fn broken(error: &StoreError) -> BankDeskError {
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
            let unclear = statements::unclear(tx.conn(), tenant, SHOWN).await?;
            Ok((waiting, files, statements, unclear))
        };
        let (waiting, files, statements, unclear) = read.await.map_err(|error| broken(&error))?;
        let accounts = self.accounts.ibans.iter().map(|(currency, iban)| (*currency, iban.clone()));
        Ok(BankOverview { accounts: accounts.collect(), waiting, files, statements, unclear })
    }

    /// See [`exchange::rails::BankDesk::payment_file`].
    pub(crate) async fn payment_file(&self, tenant: TenantId, id: Uuid) -> Result<Option<String>, BankDeskError> {
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            payments::open_file(tx.conn(), tenant, id).await
        };
        read.await.map_err(|error| broken(&error))
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
                return Ok(None);
            }
            let failed = payments::refuse_file(tx.conn(), tenant, (id, reason), now).await?;
            let jobs: Vec<_> =
                failed.iter().map(|failed| tell::job(TELL, tenant, &not_made(failed, id, reason))).collect();
            tx.enqueue(now, &jobs).await?;
            tx.commit().await?;
            Ok(Some(u32::try_from(failed.len()).unwrap_or(u32::MAX)))
        };
        refused.await.map_err(|error| broken(&error))
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
        };
        let keys: Vec<String> = waiting.iter().map(|payment| payment.key.clone()).collect();
        payments::add_file(tx.conn(), tenant, (&made, &content), &keys).await.map_err(store_failed)?;
        let jobs: Vec<_> =
            waiting.iter().map(|payment| tell::job(TELL, tenant, &sent(payment, &made.message_id))).collect();
        tx.enqueue(now, &jobs).await.map_err(store_failed)?;
        tx.commit().await.map_err(store_failed)?;
        Ok(made)
    }

    /// See [`exchange::rails::BankDesk::read_statements`].
    pub(crate) async fn read_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<ReadStatement>, BankDeskError> {
        let bytes = file.to_vec();
        // A large file takes a while, and other requests must not wait for it.
        let read = tokio::task::spawn_blocking(move || camt::read(&bytes)).await;
        let read = read.map_err(|_| BankDeskError::File("The file cannot be read.".to_owned()))?;
        let statements = read.map_err(|error| BankDeskError::File(error.to_string()))?;
        if statements.len() > STATEMENTS_MAX {
            return Err(BankDeskError::File(format!("The file has more than {STATEMENTS_MAX} statements.")));
        }
        for statement in &statements {
            self.check_account(statement)?;
        }
        let kept = async {
            let mut tx = self.store.tenant(tenant).await?;
            statements::lock_statements(tx.conn(), tenant).await?;
            let mut read = Vec::new();
            for statement in &statements {
                read.push(self.keep(&mut tx, by, statement).await?);
            }
            tx.commit().await?;
            Ok(read)
        };
        kept.await.map_err(|error| broken(&error))
    }

    fn check_account(&self, statement: &Statement) -> Result<(), BankDeskError> {
        let own = self.accounts.ibans.get(&statement.currency);
        if own.is_some_and(|iban| is_of(statement, iban)) {
            return Ok(());
        }
        let (number, currency) = (statement.account.number(), statement.currency);
        Err(BankDeskError::File(format!(
            "The statement is of the account {number} in {currency}, which is not connected."
        )))
    }

    /// Stores a statement with its new entries, and reports what they mean.
    async fn keep(&self, tx: &mut TenantTx, by: &str, statement: &Statement) -> Result<ReadStatement, StoreError> {
        let (tenant, now) = (tx.tenant(), self.world.now());
        let entries: Vec<Vec<Line>> = statement.entries.iter().map(|entry| lines(statement, entry)).collect();
        let all = || entries.iter().flatten();
        let references: Vec<String> = all().map(|line| line.reference.clone()).collect();
        let known = statements::known(tx.conn(), tenant, &references).await?;
        let ids: Vec<String> = all().filter_map(|line| line.end_to_end_id.clone()).collect();
        let mut exported = payments::exported(tx.conn(), tenant, &ids).await?;
        let mut read = ReadStatement {
            id: self.world.uuid(),
            account: statement.account.number().chars().take(34).collect(),
            number: statement.id.chars().take(35).collect(),
            entries: u32::try_from(references.len()).unwrap_or(u32::MAX),
            new_entries: 0,
            payments: 0,
            settled: 0,
            returned: 0,
            others: 0,
            read_by: by.to_owned(),
            created_at: now,
        };
        statements::add_statement(tx.conn(), tenant, &read).await?;
        let mut jobs = Vec::new();
        let is_new = |entry: &&Vec<Line>| !entry.iter().any(|line| known.contains(&line.reference));
        for line in entries.iter().filter(is_new).flatten() {
            let means = match meaning(line, &exported) {
                // Perhaps an earlier message has it under another key: an operator decides.
                Meaning::Payment if statements::has_lookalike(tx.conn(), tenant, (&read, line)).await? => {
                    Meaning::Other
                }
                means => means,
            };
            statements::add_entry(tx.conn(), tenant, read.id, (line, means), now).await?;
            self.end_own(tx, line, means, &exported).await?;
            remember(&mut exported, line, means);
            count(&mut read, means);
            jobs.extend(events(line, means, &exported).iter().map(|event| tell::job(TELL, tenant, event)));
        }
        tx.enqueue(now, &jobs).await?;
        Ok(read)
    }

    /// Ends the own payment that a line settles or returns.
    async fn end_own(
        &self,
        tx: &mut TenantTx,
        line: &Line,
        means: Meaning,
        exported: &BTreeMap<String, Exported>,
    ) -> Result<(), StoreError> {
        let own = line.end_to_end_id.as_ref().and_then(|id| exported.get(id));
        let Some(own) = own.filter(|_| matches!(means, Meaning::Settled | Meaning::Returned)) else { return Ok(()) };
        let (tenant, now) = (tx.tenant(), self.world.now());
        payments::end_payment(tx.conn(), tenant, (&own.key, means), line.returned.as_deref(), now).await
    }
}

/// A second debit or return in the same statement is another event.
fn remember(exported: &mut BTreeMap<String, Exported>, line: &Line, means: Meaning) {
    let own = line.end_to_end_id.as_ref().and_then(|id| exported.get_mut(id));
    if let Some(own) = own {
        own.is_debited |= means == Meaning::Settled;
        own.is_returned |= means == Meaning::Returned;
    }
}

const fn count(read: &mut ReadStatement, means: Meaning) {
    read.new_entries += 1;
    let counted = match means {
        Meaning::Payment => &mut read.payments,
        Meaning::Settled => &mut read.settled,
        Meaning::Returned => &mut read.returned,
        Meaning::Other => &mut read.others,
    };
    *counted += 1;
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
        sighting: None,
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
        sighting: None,
        kind: RailEventKind::PayoutSent { reference: payment.end_to_end_id.clone() },
    }
}
