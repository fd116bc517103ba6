//! The statement of a balance, on the real ledger.

use chrono::{DateTime, TimeDelta, Utc};
use exchange::listing::SearchText;
use exchange::transaction::Command;
use exchange::{Statement, StatementLine, StatementRequest, short_reference};
use kernel::{Currency, Endpoint, ProfileId};

use crate::support::*;

impl Setup {
    fn statement_request(&self, currency: Currency, from: DateTime<Utc>, to: DateTime<Utc>) -> StatementRequest {
        let (tenant, profile) = (self.tenant, self.profile);
        StatementRequest { tenant, profile, currency, from, to, search: None, cursor: None, limit: 50 }
    }

    /// All pages, `limit` lines each, as one.
    async fn whole(&self, request: &StatementRequest) -> Statement {
        let mut page = self.exchange.statement(request).await.unwrap();
        while let Some(cursor) = page.next {
            let more = StatementRequest { cursor: Some(cursor), ..request.clone() };
            let more = self.exchange.statement(&more).await.unwrap();
            assert_eq!((more.opening, more.closing), (page.opening, page.closing), "of every page");
            page.lines.extend(more.lines);
            page.next = more.next;
        }
        page
    }

    /// A deposit, conversions, a completed and a cancelled withdrawal, with some time between them.
    async fn busy(&self) {
        let step = || {
            self.pass(30);
            self.prices();
        };
        self.deposit("200").await;
        for given in ["20", "30", "10"] {
            step();
            let quote = self.firm((Currency::EUR, Endpoint::Balance), (Currency::BTC, Endpoint::Balance), given).await;
            self.open(&quote, None).await.unwrap();
        }
        step();
        let withdrawal = self.withdrawal("50").await.unwrap();
        self.pass(10);
        self.exchange.apply(self.tenant, withdrawal.id, Command::Due, "clock").await.unwrap();
        self.work().await;
        step();
        let cancelled = self.withdrawal("25").await.unwrap();
        self.exchange.apply(self.tenant, cancelled.id, Command::Cancel, "customer").await.unwrap();
        step();
    }
}

fn sum(lines: &[StatementLine]) -> i128 {
    lines.iter().map(|line| line.entry.change.atoms()).sum()
}

#[tokio::test]
async fn the_opening_balance_and_every_change_add_up_to_the_closing_balance_for_any_period() {
    let setup = Setup::new().await;
    let begun = setup.pass(0);
    setup.busy().await;
    let ended = setup.pass(0);
    for currency in [Currency::EUR, Currency::BTC] {
        let all = setup.whole(&setup.statement_request(currency, begun, ended)).await;
        assert_eq!((all.opening.atoms(), all.closing), (0, all.lines[0].entry.balance));
        assert!(all.lines.iter().all(|line| !line.entry.change.is_zero()), "what is reserved is no line");
        for (start, length, limit) in (0..300).step_by(7).flat_map(|s| [(s, 15, 1), (s, 61, 2), (s, 200, 50)]) {
            let from = begun + TimeDelta::seconds(start);
            let to = from + TimeDelta::seconds(length);
            let request = StatementRequest { limit, ..setup.statement_request(currency, from, to) };
            let found = setup.whole(&request).await;
            assert_eq!(found.opening.atoms() + sum(&found.lines), found.closing.atoms(), "{start}, {length}");
            let within = |line: &&StatementLine| line.entry.at >= from && line.entry.at < to;
            assert_eq!(found.lines, all.lines.iter().filter(within).cloned().collect::<Vec<_>>(), "{start}, {length}");
        }
    }
    let euro = setup.whole(&setup.statement_request(Currency::EUR, begun, ended)).await;
    // 194.95 less 60 that were converted and 50 that were withdrawn.
    assert_eq!((euro.lines.len(), euro.closing.atoms()), (5, 8_495));
    assert!(euro.lines.iter().all(|line| line.transaction.is_some()));
    setup.prove().await;
}

#[tokio::test]
async fn a_line_at_the_first_instant_of_a_period_is_in_it_and_one_at_the_last_is_not() {
    let setup = Setup::new().await;
    setup.busy().await;
    let all = setup.whole(&setup.statement_request(Currency::EUR, DateTime::UNIX_EPOCH, setup.pass(0))).await;
    let line = &all.lines[1];
    let before = line.entry.balance.atoms() - line.entry.change.atoms();
    let at = line.entry.at;
    let only = setup.whole(&setup.statement_request(Currency::EUR, at, at + TimeDelta::microseconds(1))).await;
    assert_eq!((only.lines.len(), only.opening.atoms(), only.closing), (1, before, line.entry.balance));
    let earlier = setup.whole(&setup.statement_request(Currency::EUR, at - TimeDelta::microseconds(1), at)).await;
    assert_eq!((earlier.lines.len(), earlier.opening.atoms(), earlier.closing.atoms()), (0, before, before));
    let nothing = setup.whole(&setup.statement_request(Currency::EUR, at, at)).await;
    assert_eq!((nothing.lines.len(), nothing.opening), (0, nothing.closing));
}

#[tokio::test]
async fn lines_are_found_by_amount_reference_and_counterparty() {
    let setup = Setup::new().await;
    setup.busy().await;
    let all = setup.statement_request(Currency::EUR, DateTime::UNIX_EPOCH, setup.pass(0));
    let found = |typed: &str| {
        let request = StatementRequest { search: SearchText::parse(typed), limit: 1, ..all.clone() };
        let setup = &setup;
        async move { setup.whole(&request).await }
    };
    let withdrawal = found("Olena").await;
    assert_eq!(withdrawal.lines.iter().map(|line| line.entry.change.atoms()).collect::<Vec<_>>(), [-5_000]);
    let id = withdrawal.lines[0].transaction.as_ref().unwrap().id;
    assert_eq!(found(&short_reference(id)).await.lines, withdrawal.lines);
    assert_eq!(found("30.00").await.lines.len(), 1);
    let nothing = found("nobody at all").await;
    assert_eq!((nothing.lines.len(), nothing.closing), (0, withdrawal.closing), "balances are those of the period");
}

#[tokio::test]
async fn another_profiles_or_tenants_statement_has_nothing() {
    let setup = Setup::new().await;
    setup.busy().await;
    let own = setup.statement_request(Currency::EUR, DateTime::UNIX_EPOCH, setup.pass(1));
    let stranger = ProfileId::from_uuid(uuid::Uuid::from_u128(7));
    let elsewhere = store::testing::tenant(2);
    let of_stranger = StatementRequest { profile: stranger, ..own.clone() };
    let of_elsewhere = StatementRequest { tenant: elsewhere, ..own.clone() };
    for request in [of_stranger, of_elsewhere, StatementRequest { currency: Currency::PLN, ..own.clone() }] {
        let found = setup.whole(&request).await;
        assert_eq!((found.lines.len(), found.opening.atoms(), found.closing.atoms()), (0, 0, 0), "{request:?}");
    }
}
