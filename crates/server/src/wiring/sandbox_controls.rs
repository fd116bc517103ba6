//! The sandbox controls of the simulated rails and chains.

use std::collections::HashMap;

use api::dto::deposit_account::SandboxMistake;
use api::dto::sandbox::{ChangeTestClock, SandboxAction, SandboxClock, SandboxTransfer, TestClockState};
use api::{ChallengeView, Problem, SandboxControls};
use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::deposit_account::DepositAccount;
use exchange::rails::Target;
use exchange::transaction::{Collect, Instructions, PaymentState, rail_name};
use exchange::{Exchange, Status, Transaction};
use kernel::{Amount, ClockRefusal, Currency, ErrorKind, Network, TenantId};
use providers::sandbox::chain::{ControlError, SandboxChain};
use providers::sandbox::{self, ChangedClock, ClockChange, Nudge, SandboxRails};

use crate::run::liabilities::Liabilities;

/// Actor in a transaction's history.
const ACTOR: &str = "sandbox";

/// The sandbox controls.
pub struct SandboxPanel {
    pub rails: SandboxRails,
    pub chains: HashMap<Network, SandboxChain>,
    pub exchange: Exchange,
    pub liabilities: Liabilities,
}

#[async_trait]
impl SandboxControls for SandboxPanel {
    async fn act(&self, tenant: TenantId, transaction: &Transaction, action: SandboxAction) -> Result<bool, Problem> {
        match action {
            SandboxAction::Expire => self.expire(tenant, transaction).await,
            SandboxAction::PayLate => {
                let late = transaction.status() == Status::Expired || self.expire(tenant, transaction).await?;
                Ok(late && self.happen(tenant, transaction, SandboxAction::Pay).await?)
            }
            _ => self.happen(tenant, transaction, action).await,
        }
    }

    async fn transfers(&self, transaction: &Transaction) -> Result<Vec<SandboxTransfer>, Problem> {
        let instructions = transaction.collect().map(|collect| &collect.instructions);
        let Some(Instructions::Crypto { address, network }) = instructions else { return Ok(Vec::new()) };
        let Some(chain) = self.chains.get(network) else { return Ok(Vec::new()) };
        let found = chain.latest_to(&address.address).await.map_err(refused)?;
        Ok(found
            .into_iter()
            .map(|one| SandboxTransfer { transaction_hash: one.txid, amount: one.amount.into(), memo: one.memo })
            .collect())
    }

    async fn receive(
        &self,
        tenant: TenantId,
        account: &DepositAccount,
        amount: Amount,
        reference: Option<String>,
    ) -> Result<(), Problem> {
        if let Instructions::Crypto { address, network } = &account.instructions {
            let real = || {
                let detail = "This network has a real node here: send the coins with it.";
                Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail)
            };
            let chain = self.chains.get(network).ok_or_else(real)?;
            return chain.pay(&address.address, address.memo.as_deref(), amount).await.map(drop).map_err(refused);
        }
        let target = reference.map_or(Target::Account(account.id), Target::Reference);
        Ok(self.rails.receive(tenant, target, amount).await?)
    }

    async fn receive_wrongly(
        &self,
        _tenant: TenantId,
        account: &DepositAccount,
        amount: Amount,
        mistake: SandboxMistake,
    ) -> Result<bool, Problem> {
        let Instructions::Crypto { address, network } = &account.instructions else { return Ok(false) };
        self.pay_wrongly((*network, &address.address, address.memo.as_deref()), amount, mistake).await
    }

    async fn clock(&self, tenant: TenantId) -> Result<SandboxClock, Problem> {
        Ok(shown(self.rails.clock(tenant).await?))
    }

    async fn advance_clock(&self, tenant: TenantId, seconds: u32) -> Result<Option<SandboxClock>, Problem> {
        Ok(self.rails.advance_clock(tenant, seconds).await?.map(shown))
    }

    async fn test_clock(&self, tenant: TenantId) -> Result<TestClockState, Problem> {
        Ok(shown_test_clock(self.rails.test_clock(tenant).await?))
    }

    async fn change_test_clock(
        &self,
        tenant: TenantId,
        change: ChangeTestClock,
    ) -> Result<Result<(TestClockState, TimeDelta), ClockRefusal>, Problem> {
        let change = ClockChange { frozen: change.frozen, advance_to: change.advance_to };
        let ChangedClock { clock, moved } = match self.rails.change_test_clock(tenant, change).await? {
            Ok(changed) => changed,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let Err(error) = self.exchange.run_due(tenant).await {
            tracing::warn!(
                event = "test_clock.due_failed", %tenant, %error,
                "What is due by a test clock after a step cannot be done. The scheduled sweeps try again."
            );
        }
        Ok(Ok((shown_test_clock(clock), moved)))
    }

    async fn publish_liabilities(&self, tenant: TenantId) -> Result<(), Problem> {
        let Liabilities { world, .. } = &self.liabilities;
        let made = self.liabilities.publish(tenant, world.uuid()).await;
        made.map(|_| ()).map_err(|error| {
            tracing::warn!(
                event = "liabilities.publish_failed",
                error = format!("{error:#}"),
                "The sandbox cannot publish its liabilities."
            );
            let detail = "Another publication is being made. Try again in a moment.";
            Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail)
        })
    }

    async fn challenge(&self, tenant: TenantId, reference: &str) -> Result<Option<ChallengeView>, Problem> {
        let asked = self.rails.challenge(tenant, reference).await?;
        Ok(asked.map(|asked| ChallengeView {
            transaction: asked.transaction,
            amount: asked.amount,
            card: asked.card,
            answered: asked.answered,
            return_url: asked.return_url,
        }))
    }

    async fn answer(&self, tenant: TenantId, reference: &str, approve: bool) -> Result<bool, Problem> {
        Ok(self.rails.answer(tenant, reference, approve).await?)
    }
}

impl SandboxPanel {
    async fn expire(&self, tenant: TenantId, transaction: &Transaction) -> Result<bool, Problem> {
        let after = self.exchange.expire_now(tenant, transaction.id, ACTOR).await?;
        Ok(after.status() == Status::Expired)
    }

    async fn happen(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        action: SandboxAction,
    ) -> Result<bool, Problem> {
        let Some(collect) = transaction.collect() else { return Ok(false) };
        if let Instructions::Crypto { address, network } = &collect.instructions {
            return self.on_chain(*network, &address.address, address.memo.as_deref(), collect, action).await;
        }
        let nudge = match action {
            SandboxAction::Pay => Nudge::Pay,
            SandboxAction::Underpay => Nudge::Underpay,
            SandboxAction::Overpay => Nudge::Overpay,
            SandboxAction::Double => Nudge::Double,
            SandboxAction::Confirm => Nudge::Confirm,
            SandboxAction::Decline => Nudge::Decline,
            _ => return Ok(false),
        };
        let rail = rail_name(collect.payway);
        Ok(self.rails.nudge(tenant, transaction.id, rail, collect.expected, nudge).await?)
    }

    /// Only a node can move a real chain, so it is not affected.
    async fn on_chain(
        &self,
        network: Network,
        address: &str,
        memo: Option<&str>,
        collect: &Collect,
        action: SandboxAction,
    ) -> Result<bool, Problem> {
        let Some(chain) = self.chains.get(&network) else { return Ok(false) };
        let expected = collect.expected;
        let mistake = match action {
            SandboxAction::WrongNetwork => Some(SandboxMistake::WrongNetwork),
            SandboxAction::WrongToken => Some(SandboxMistake::WrongToken),
            SandboxAction::MissingMemo => Some(SandboxMistake::MissingMemo),
            _ => None,
        };
        if let Some(mistake) = mistake {
            return self.pay_wrongly((network, address, memo), expected, mistake).await;
        }
        let part = |atoms: i128| Amount::new(atoms.max(1), expected.currency());
        let amounts = match action {
            SandboxAction::Pay => vec![expected],
            SandboxAction::Underpay => vec![part(expected.atoms() / 2)],
            SandboxAction::Overpay => vec![part(expected.atoms().saturating_add(expected.atoms() / 2))],
            SandboxAction::Double => vec![expected, expected],
            SandboxAction::Confirm => return self.mine(chain, collect).await,
            SandboxAction::Reorg => return chain.take_back(address, memo).await.map_err(refused),
            _ => return Ok(false),
        };
        for amount in amounts {
            chain.pay(address, memo, amount).await.map_err(refused)?;
        }
        Ok(true)
    }

    /// A payment that does not fit its address. Returns false if the network has no such mistake.
    async fn pay_wrongly(
        &self,
        (network, address, memo): (Network, &str, Option<&str>),
        expected: Amount,
        mistake: SandboxMistake,
    ) -> Result<bool, Problem> {
        let found = match mistake {
            SandboxMistake::WrongNetwork => {
                let carries = |other: &Network| *other != network && expected.currency().payway_on(*other).is_some();
                network.family_members().find(carries).map(|other| (other, memo, expected))
            }
            SandboxMistake::WrongToken => other_coin(network, expected.currency()).map(|coin| (network, memo, coin)),
            SandboxMistake::MissingMemo => memo.map(|_| (network, None, expected)),
        };
        let Some((network, memo, amount)) = found else { return Ok(false) };
        let Some(chain) = self.chains.get(&network) else { return Ok(false) };
        chain.pay(address, memo, amount).await.map_err(refused)?;
        Ok(true)
    }

    async fn mine(&self, chain: &SandboxChain, collect: &Collect) -> Result<bool, Problem> {
        let waiting = collect.payments.iter().filter(|payment| payment.state == PaymentState::Seen);
        let missing = waiting.map(|payment| payment.required.saturating_sub(payment.confirmations)).max();
        // A payment may not have reached the scanner yet, so at least one block is mined.
        chain.mine(missing.unwrap_or(1).clamp(1, 100)).await.map_err(refused)?;
        Ok(true)
    }
}

/// Twenty units of a stable coin of the network, or a hundredth of another coin.
fn other_coin(network: Network, ordered: Currency) -> Option<Amount> {
    let carried = |currency: &Currency| *currency != ordered && currency.payway_on(network).is_some();
    let stable = [Currency::USDT, Currency::USDC].into_iter().find(carried);
    let coin = stable.or_else(|| Currency::all().find(carried))?;
    Amount::parse(if stable.is_some() { "20" } else { "0.01" }, coin).ok()
}

const fn shown(clock: sandbox::SandboxClock) -> SandboxClock {
    SandboxClock { now: clock.now, ahead_seconds: clock.ahead_seconds }
}

const fn shown_test_clock(clock: sandbox::TestClockState) -> TestClockState {
    TestClockState { now: clock.now, ahead_seconds: clock.ahead_seconds, is_frozen: clock.is_frozen }
}

fn refused(error: ControlError) -> Problem {
    match error {
        ControlError::Store(error) => error.into(),
        ControlError::Final => Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", error.to_string()),
        other => Problem::bad_request(other.to_string()),
    }
}
