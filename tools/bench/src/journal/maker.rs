//! The changes that callers commit.

use ::store::{EventSpec, JobSpec};
use kernel::{Amount, Currency, ProfileId, TenantId, World};
use ledger::{Account, Change, Record, Transfer, TransferKind};
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{Accounts, Case, Work};

/// Builds changes between the customers of a tenant.
#[derive(Clone)]
pub(super) struct Maker {
    world: World,
    pub accounts: u32,
    /// A body of about the size of a transaction's state.
    body: Value,
}

impl Maker {
    pub fn new(world: &World, accounts: u32) -> Self {
        let leg =
            json!({ "leg": "collect", "state": "settled", "amount": "100.00", "currency": "EUR", "rail": "card" });
        let body =
            json!({ "type": "EXCHANGE", "legs": [leg.clone(), leg.clone(), leg], "quote": "firm", "side": "give" });
        Self { world: world.clone(), accounts: accounts.max(8), body }
    }

    fn profile(&self, number: u32) -> ProfileId {
        ProfileId::from_uuid(Uuid::from_u128(u128::from(number % self.accounts)))
    }

    /// The owner of the accounts of customer `number`.
    pub fn owner(&self, number: i64) -> Uuid {
        self.profile(u32::try_from(number % i64::from(self.accounts)).unwrap_or(0)).uuid()
    }

    fn customer(&self, number: u32) -> Account {
        Account::customer(self.profile(number), Currency::EUR)
    }

    fn post(&self, debit: Account, credit: Account, cents: i128) -> Transfer {
        Transfer::post(self.world.uuid(), debit, credit, Amount::new(cents, Currency::EUR), "bench")
    }

    /// Funds customer `number` for all runs.
    pub fn fund(&self, number: u32) -> Change {
        let transfer = self.post(Account::desk(Currency::EUR), self.customer(number), 1_000_000_000);
        Change { key: format!("bench:fund:{number}").into(), transfers: vec![transfer], ..Change::default() }
    }

    /// The work of a caller in turn `number` of run `run`: one change, or two consecutive ones.
    pub fn work(&self, case: Case, tenant: TenantId, run: u32, number: u32) -> Vec<Change> {
        let from = number % self.accounts;
        // Four distinct customers, and different ones in every round.
        let stride = 1 + (number / self.accounts) % (self.accounts / 4 - 1).max(1);
        let customer = |place: u32| self.customer(from + place * stride);
        let first = match case.accounts {
            Accounts::Spread => customer(0),
            Accounts::Hot => Account::desk(Currency::EUR),
        };
        let key = format!("bench:{run}:{number}");
        let sets = match case.work {
            Work::Transfer => vec![vec![self.post(first, customer(1), 1)]],
            Work::Linked4 => vec![vec![
                self.post(first.clone(), customer(1), 1),
                self.post(customer(1), customer(2), 1),
                self.post(customer(2), customer(3), 1),
                self.post(customer(3), first, 1),
            ]],
            Work::HoldPost => {
                let hold =
                    Transfer { kind: TransferKind::Hold { expires_at: None }, ..self.post(first, customer(1), 1) };
                let kind = TransferKind::PostHold { hold: hold.id };
                let post = Transfer { id: self.world.uuid(), kind, ..hold.clone() };
                vec![vec![hold], vec![post]]
            }
        };
        let record = self.world.uuid();
        let steps = sets.into_iter().zip(1..).map(|(transfers, version): (_, i64)| {
            let change = Change { key: format!("{key}:{version}").into(), transfers, ..Change::default() };
            if case.full { self.whole(change, tenant, record, version, self.profile(from).uuid()) } else { change }
        });
        steps.collect()
    }

    /// Adds the record, event and job of a transaction's step to `change`.
    fn whole(&self, change: Change, tenant: TenantId, id: Uuid, version: i64, owner: Uuid) -> Change {
        let record = Record {
            id,
            kind: "transaction".into(),
            owner,
            status: "DONE".into(),
            version,
            body: self.body.clone(),
            due_at: None,
            reason: "bench".into(),
            actor: "bench".into(),
        };
        let event = EventSpec {
            stream: owner,
            kind: "transaction.changed".into(),
            subject: id,
            body: json!({ "status": "DONE", "version": version }),
        };
        let job = JobSpec::new("bench", tenant, json!({ "transaction": id }));
        Change { record: Some(record), events: vec![event], jobs: vec![job], ..change }
    }
}
