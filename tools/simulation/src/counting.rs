//! How the simulation counts the use of the limits, and checks their rule.

use exchange::ExchangeError;
use exchange::admission::Counts;
use exchange::limits::{Period, Use};
use exchange::transaction::{Command, Decision, Transaction};
use kernel::{Amount, Currency, ProfileId};
use ledger::memory::Broken;
use uuid::Uuid;

use crate::executor::{Mistake, counted};
use crate::limits::{CRYPTO_OUT_EURO, FIAT_EURO, evidence, user_of};
use crate::sim::Sim;

impl Sim {
    /// The counted uses of a profile's owner, without the movement `own`.
    #[must_use]
    pub fn counts(&self, profile: ProfileId, own: Option<Uuid>) -> Counts {
        let user = user_of(profile);
        let of_user = self.limits.rows.iter().filter(|(id, row)| row.user == user && Some(**id) != own);
        let now = of_user.filter_map(|(id, row)| Some(counted(self.mistake(), row.written, self.stored.get(id)?)));
        Counts {
            user,
            version: self.journal.counter(user.uuid()),
            uses: now.collect(),
            address: None,
            linked: Vec::new(),
            wallet: None,
            coming: None,
            came: Amount::zero(Currency::EUR),
            statement: None,
        }
    }

    fn mistake(&self) -> Option<Mistake> {
        self.bug.and_then(crate::bug::Bug::of_executor)
    }

    /// Checks the limits of an owner's command, as the use case does, and adds what it counts to the decision.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`], and a missing price.
    pub fn check_limits(
        &self,
        command: &Command,
        before: &Transaction,
        decision: &mut Decision,
    ) -> Result<(), ExchangeError> {
        let is_counted = match command {
            Command::UpdateAmount => true,
            Command::Deposit => before.is_arrival(),
            _ => false,
        };
        if is_counted {
            let tx = &decision.transaction;
            let counts = self.counts(tx.profile, Some(tx.id.uuid()));
            let prices = self.market.prices();
            decision.counted = evidence(&self.market.rules_of(tx.profile), tx, &tx.price, &counts, prices, self.now())?;
        }
        Ok(())
    }

    /// Writes what a change counts, and checks the rule of the limits.
    ///
    /// # Errors
    /// The violated rule.
    pub fn count(&mut self, decision: &Decision, before: Option<&Transaction>) -> Result<(), Broken> {
        let (now, tx) = (self.now(), &decision.transaction);
        self.limits.write(decision, before.map(Transaction::status), now);
        let Some(row) = self.limits.rows.get(&tx.id.uuid()) else { return Ok(()) };
        let (counts, expected) = (counted(self.mistake(), row.written, tx), self.limits.expected(tx, row.written));
        let broken = |what| Err(Broken { rule: "limits", what });
        if (counts.fiat, counts.crypto_out) != (expected.fiat, expected.crypto_out) {
            return broken(format!("{} counts {counts:?}, and moved has {expected:?}", tx.id));
        }
        if decision.counted.is_none() {
            return Ok(());
        }
        let user = row.user;
        let admitted = self.limits.rows.iter().filter(|(_, row)| row.user == user && !row.is_revived);
        let all: Vec<Use> =
            admitted.filter_map(|(id, row)| Some(self.limits.expected(self.stored.get(id)?, row.written))).collect();
        for (period, fiat, crypto_out) in
            [(Period::Day, FIAT_EURO.0, CRYPTO_OUT_EURO.0), (Period::Month, FIAT_EURO.1, CRYPTO_OUT_EURO.1)]
        {
            let recent = || all.iter().filter(|one| now - one.at < period.length());
            let sums = [
                (recent().map(|one| one.fiat.atoms()).sum::<i128>(), fiat * 100),
                (recent().map(|one| one.crypto_out.atoms()).sum(), crypto_out * 100),
            ];
            if let Some((sum, most)) = sums.into_iter().find(|(sum, most)| sum > most) {
                return broken(format!("{user} has used {sum} cents of {most} within a {period:?}"));
            }
        }
        Ok(())
    }
}
