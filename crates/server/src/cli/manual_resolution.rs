//! `agio ops transaction` and `agio ops resume`: manual resolution of transactions, and resumption of stopped scanners.
//! Each action is recorded before it is executed: a record without the action is harmless, the reverse is not.

use std::io::Write;

use anyhow::{Context, bail};
use custody::Custody;
use exchange::Exchange;
use exchange::transaction::Command;
use identity::operator::{self, Act, Action, Permission, Resource, Role};
use kernel::{Network, TenantId, TransactionId, World};
use store::Store;

use crate::cli::ops_cli::by_command_line;
use crate::cli::{ClosedAs, OnChain, OnTransaction, Remedy};
use crate::wiring::Installation;

/// Actor in a transaction's history.
const ACTOR: &str = "operator";

/// Dependencies of manual resolutions.
pub struct ManualResolution {
    pub store: Store,
    pub world: World,
    pub exchange: Exchange,
    pub custody: Custody,
}

impl ManualResolution {
    /// The parts of a complete system.
    pub fn of(installation: &Installation) -> Self {
        let Installation { store, world, exchange, custody, .. } = installation;
        let (store, world) = (store.clone(), world.clone());
        Self { store, world, exchange: exchange.clone(), custody: custody.clone() }
    }

    /// Resolves a transaction.
    ///
    /// # Errors
    /// A sentence that says what is not possible and why. The transaction is unchanged then.
    pub async fn settle(&self, what: Remedy, out: &mut impl Write) -> anyhow::Result<()> {
        let (about, command) = match what {
            Remedy::Retry(about) => (about, Command::RetryPayout),
            Remedy::Deposit(about) => (about, Command::Deposit),
            Remedy::Close { about, closed_as } => (about, Command::Close { closed_as: closed_as.into() }),
        };
        let (tenant, id) = self.written_down(&about).await?;
        let now = self.exchange.apply(tenant, id, command, ACTOR).await?;
        writeln!(out, "{id} is {}", now.status().code())?;
        Ok(())
    }

    /// Fails an unsigned payout.
    ///
    /// # Errors
    /// If the transaction does not exist, or has no crypto payout that is unsigned and not failed. The transaction is
    /// unchanged then.
    pub async fn fail_payout(&self, about: &OnTransaction, out: &mut impl Write) -> anyhow::Result<()> {
        let (tenant, id) = self.written_down(about).await?;
        let transaction = self.exchange.find(tenant, id).await?;
        for (leg, _) in transaction.payouts() {
            // Custody decides on the row that signing updates, because our read may be outdated.
            if self.custody.fail_unsigned(tenant, id, leg, about.reason.trim()).await? {
                writeln!(
                    out,
                    "The payout of {id} is given up: nobody had signed it. The transaction waits for somebody."
                )?;
                return Ok(());
            }
        }
        bail!("{id} has no payout in coins that is still unsigned: what is signed may have been sent");
    }

    /// Records the action in the audit log, and parses the transaction's id.
    async fn written_down(&self, about: &OnTransaction) -> anyhow::Result<(TenantId, TransactionId)> {
        let OnTransaction { transaction, tenant: slug, reason } = about;
        let id: TransactionId = transaction.parse().with_context(|| format!("{transaction} is no transaction"))?;
        let tenant = identity::tenant_by_slug(&self.store, slug).await?;
        let tenant = tenant.with_context(|| format!("there is no tenant {slug}"))?;
        let permission = Permission(Resource::Payouts, Action::Resolve);
        self.write_down(&Act { permission, tenant: Some(tenant), subject: transaction, reason }).await?;
        Ok((tenant, id))
    }

    /// Resumes a stopped scanner.
    ///
    /// # Errors
    /// If the chain is not connected, or its node does not answer.
    pub async fn resume(
        &self,
        OnChain { network, height, reason }: &OnChain,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let known = self.custody.networks().find(|known| known.to_string() == *network);
        let chain: Network = known.with_context(|| format!("{network} is no chain that is looked at here"))?;
        let permission = Permission(Resource::Treasury, Action::Write);
        self.write_down(&Act { permission, tenant: None, subject: network, reason }).await?;
        self.custody.resume(chain, *height).await?;
        writeln!(out, "{chain} goes on from block {height}")?;
        Ok(())
    }

    async fn write_down(&self, act: &Act<'_>) -> anyhow::Result<()> {
        let mut tx = self.store.system().await?;
        operator::act(&mut tx, &self.world, &by_command_line(Role::TreasuryOperator), act).await?;
        Ok(tx.commit().await?)
    }
}

impl From<ClosedAs> for operator::ClosedAs {
    fn from(closed_as: ClosedAs) -> Self {
        match closed_as {
            ClosedAs::Resolved => Self::Resolved,
            ClosedAs::Rejected => Self::Rejected,
            ClosedAs::Failed => Self::Failed,
        }
    }
}
