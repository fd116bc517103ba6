//! The list of a profile's transactions and its filters, on the real ledger.

use chrono::{DateTime, Utc};
use exchange::listing::{SearchText, TransactionFilter};
use exchange::transaction::{DisplayType, Transaction};
use exchange::{Status, short_reference};
use kernel::{Currency, Endpoint, Payway, ProfileId, TransactionId};

use crate::support::*;

/// A deposit, a conversion into bitcoin, a scheduled withdrawal, and a purchase that touches no balance.
struct Story {
    setup: Setup,
    deposit: Transaction,
    convert: Transaction,
    withdraw: Transaction,
    purchase: Transaction,
    /// When the conversion was made.
    at: DateTime<Utc>,
}

impl Story {
    async fn tell() -> Self {
        let setup = Setup::new().await;
        let deposit = setup.deposit("200").await;
        let at = setup.pass(60);
        setup.prices();
        let quote = setup.firm((Currency::EUR, Endpoint::Balance), (Currency::BTC, Endpoint::Balance), "100").await;
        let convert = setup.open(&quote, None).await.unwrap();
        setup.pass(60);
        setup.prices();
        let withdraw = setup.withdrawal("50").await.unwrap();
        // Ids of one millisecond have no order.
        setup.pass(1);
        let purchase = setup.purchase(Payway::Visamc).await;
        Self { setup, deposit, convert, withdraw, purchase, at }
    }

    async fn found(&self, filter: &TransactionFilter) -> Vec<TransactionId> {
        self.found_of(self.setup.profile, filter).await
    }

    async fn found_of(&self, profile: ProfileId, filter: &TransactionFilter) -> Vec<TransactionId> {
        let page = self.setup.exchange.search(self.setup.tenant, profile, filter, None, 50).await.unwrap();
        assert_eq!(page.next, None);
        page.transactions.into_iter().map(|found| found.id).collect()
    }

    async fn searched(&self, typed: &str) -> Vec<TransactionId> {
        self.found(&TransactionFilter { search: SearchText::parse(typed), ..Default::default() }).await
    }
}

#[tokio::test]
async fn a_list_is_filtered_by_what_moves_a_balance_by_currency_by_type_by_status_and_by_time() {
    let story = &Story::tell().await;
    let Story { deposit, convert, withdraw, purchase, at, .. } = story;
    let all = TransactionFilter::default();
    let of = |filter: TransactionFilter| async move { story.found(&filter).await };
    let [deposit, convert, withdraw, purchase] = [deposit.id, convert.id, withdraw.id, purchase.id];
    assert_eq!(of(all.clone()).await.len(), 4);

    let balance = |currency| TransactionFilter { balance: Some(currency), ..all.clone() };
    assert_eq!(of(balance(Currency::EUR)).await, [withdraw, convert, deposit], "the purchase takes from no balance");
    assert_eq!(of(balance(Currency::BTC)).await, [convert]);
    assert_eq!(of(balance(Currency::PLN)).await, []);
    let currency = |currency| TransactionFilter { currency: Some(currency), ..all.clone() };
    assert_eq!(of(currency(Currency::LTC)).await, [purchase]);
    assert_eq!(of(currency(Currency::EUR)).await.len(), 4);

    let shown = |display_types| TransactionFilter { display_types, ..all.clone() };
    assert_eq!(of(shown(vec![DisplayType::Purchase])).await, [purchase]);
    assert_eq!(of(shown(vec![DisplayType::Deposit, DisplayType::Convert])).await, [convert, deposit]);
    let done = TransactionFilter { statuses: vec![Status::Done], ..all.clone() };
    assert_eq!(of(done.clone()).await, [convert, deposit]);
    assert_eq!(of(TransactionFilter { balance: Some(Currency::BTC), ..done }).await, [convert]);

    let period = |from: i64, to: i64| {
        let [from, to] = [from, to].map(|seconds| Some(*at + chrono::TimeDelta::seconds(seconds)));
        TransactionFilter { from, to, ..all.clone() }
    };
    assert_eq!(of(period(0, 1)).await, [convert], "the first instant belongs to a period");
    assert_eq!(of(period(-30, 0)).await, [], "the last does not");
    assert_eq!(of(period(-100, 1)).await, [convert, deposit]);
    assert_eq!(of(period(1, 100)).await, [purchase, withdraw]);
}

#[tokio::test]
async fn a_search_finds_references_amounts_and_counterparties() {
    let story = Story::tell().await;
    let withdraw = story.withdraw.id;
    assert_eq!(story.searched(&short_reference(withdraw)).await, [withdraw]);
    assert_eq!(story.searched("shevch").await, [withdraw]);
    assert_eq!(story.searched("DE89370").await, [withdraw]);
    assert_eq!(story.searched(&LTC_ADDRESS[..9]).await, [story.purchase.id]);
    // 200 EUR by card cost 5.05 EUR.
    assert_eq!(story.searched("194,95").await, [story.deposit.id]);
    assert_eq!(story.searched("nobody at all").await, []);
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap_and_another_profile_has_none() {
    let story = Story::tell().await;
    let euro = TransactionFilter { balance: Some(Currency::EUR), ..Default::default() };
    let (mut cursor, mut found) = (None, Vec::new());
    loop {
        let (tenant, profile) = (story.setup.tenant, story.setup.profile);
        let page = story.setup.exchange.search(tenant, profile, &euro, cursor, 1).await.unwrap();
        assert!(page.transactions.len() <= 1);
        found.extend(page.transactions.iter().map(|one| one.id));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, story.found(&euro).await);
    let stranger = ProfileId::from_uuid(uuid::Uuid::from_u128(7));
    assert_eq!(story.found_of(stranger, &euro).await, []);
}
