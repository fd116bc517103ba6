//! The simulated card acquirer: well-known test cards, and a 3-D Secure page.

use async_trait::async_trait;
use chrono::{DateTime, Datelike, Utc};
use exchange::failure_code::FailureCode;
use exchange::rails::{
    Acquirer, AuthorizeRequest, CardInput, CardOutcome, CardToken, DeclineCode, Initiator, Launch, LaunchField,
    PayoutOutcome, RailError, WalletInput,
};
use kernel::{Amount, TenantId, TransactionId};

use super::movement::{Flow, Movement, Rail, State, Way};
use super::rails::{Fate, SandboxRails, sent, unavailable};
use super::store as memory;

/// The outcome of a charge on a test card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behaviour {
    /// The payment succeeds.
    Ok,
    /// The payment succeeds after the cardholder has confirmed on a page that is reached so.
    Challenge(Way),
    /// The bank declines.
    Declined,
    /// Declined: insufficient funds.
    NotEnoughFunds,
    /// Declined: expired card.
    Expired,
    /// Declined with a reason of the failure catalogue.
    Fails(FailureCode),
}

const CARDS: [(&str, Behaviour); 11] = [
    ("4242424242424242", Behaviour::Ok),
    ("5555555555554444", Behaviour::Ok),
    ("4000000000003220", Behaviour::Challenge(Way::Get)),
    ("4000002760003184", Behaviour::Challenge(Way::Get)),
    ("4000000000003063", Behaviour::Challenge(Way::Post)),
    ("4000000000003055", Behaviour::Challenge(Way::Frame)),
    ("4000000000000002", Behaviour::Declined),
    ("4000000000009995", Behaviour::NotEnoughFunds),
    ("4000000000000069", Behaviour::Expired),
    ("4000056655665556", Behaviour::Ok),
    ("5200828282828210", Behaviour::Ok),
];

impl Behaviour {
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Challenge(Way::Get) => "challenge",
            Self::Challenge(Way::Post) => "challenge_post",
            Self::Challenge(Way::Frame) => "challenge_iframe",
            Self::Declined => "declined",
            Self::NotEnoughFunds => "not_enough_funds",
            Self::Expired => "expired",
            Self::Fails(reason) => reason.code(),
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        let known = CARDS.iter().map(|card| card.1).find(|behaviour| behaviour.code() == code);
        known.or_else(|| FailureCode::of(code).map(Self::Fails))
    }

    /// The raw code of the refusal.
    fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Ok | Self::Challenge(_) => None,
            Self::Declined => Some(DeclineCode::DoNotHonour.code()),
            Self::NotEnoughFunds => Some(DeclineCode::InsufficientFunds.code()),
            Self::Expired => Some(DeclineCode::ExpiredCard.code()),
            Self::Fails(reason) => Some(reason.code()),
        }
    }
}

/// The first digits of the test cards of the failure catalogue. The row's number, from 1, and the check digit follow.
const CATALOGUE: &str = "400000990000";

/// The test card of each reason of the failure catalogue.
pub fn failure_cards() -> impl Iterator<Item = (FailureCode, String)> {
    FailureCode::all().zip(1_u16..).map(|(reason, row)| {
        let number = format!("{CATALOGUE}{row:03}");
        let check = (0..10).map(|digit| format!("{number}{digit}")).find(|whole| luhn(whole));
        (reason, check.unwrap_or(number))
    })
}

fn behaviour_of(number: &str) -> Option<Behaviour> {
    let known = CARDS.iter().find(|known| known.0 == number).map(|known| known.1);
    let of_catalogue = || failure_cards().find(|(_, card)| card == number).map(|(reason, _)| Behaviour::Fails(reason));
    known.or_else(of_catalogue)
}

/// A tokenised card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownCard {
    pub token: String,
    pub last4: String,
    pub brand: String,
    pub behaviour: Behaviour,
}

/// Checks a card and returns its behaviour, stored under `token`.
fn read(card: &CardInput, token: String, now: DateTime<Utc>) -> Result<KnownCard, RailError> {
    let refused = |field: &'static str, rule: &str| RailError::Invalid { field, rule: rule.to_owned() };
    let number: String = card.number.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    if !(12..=19).contains(&number.len()) || !number.bytes().all(|b| b.is_ascii_digit()) || !luhn(&number) {
        return Err(refused("number", "is not a card number"));
    }
    if !(1..=12).contains(&card.expiry_month) {
        return Err(refused("expiry_month", "must be between 1 and 12"));
    }
    let until = (i32::from(card.expiry_year), u32::from(card.expiry_month));
    if until < (now.year(), now.month()) {
        return Err(refused("expiry_year", "is in the past"));
    }
    let is_cvv = |cvv: &String| (3..=4).contains(&cvv.len()) && cvv.bytes().all(|b| b.is_ascii_digit());
    if !card.cvv.as_ref().is_none_or(is_cvv) {
        return Err(refused("cvv", "must be 3 or 4 digits"));
    }
    let Some(behaviour) = behaviour_of(&number) else {
        return Err(refused("number", "is not a test card: the sandbox takes 4242 4242 4242 4242 and its like"));
    };
    let brand = if number.starts_with('4') { "visa" } else { "mastercard" };
    let last4 = number.get(number.len() - 4..).unwrap_or_default().to_owned();
    Ok(KnownCard { token, last4, brand: brand.to_owned(), behaviour })
}

/// The beginning of a token of the sandbox's wallets; the last digits of a test card follow.
const WALLET_TOKEN: &str = "sandbox-";

/// The test card behind a wallet's payment token.
fn read_wallet(wallet: &WalletInput, token: String) -> Option<KnownCard> {
    let last4 = wallet.token.strip_prefix(WALLET_TOKEN)?;
    let (number, behaviour) = CARDS.iter().find(|(number, _)| last4.len() == 4 && number.ends_with(last4))?;
    let brand = if number.starts_with('4') { "visa" } else { "mastercard" };
    Some(KnownCard { token, last4: last4.to_owned(), brand: brand.to_owned(), behaviour: *behaviour })
}

/// The Luhn check of card numbers (ISO/IEC 7812-1).
fn luhn(number: &str) -> bool {
    let digits = number.bytes().rev().map(|b| u32::from(b - b'0'));
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 = digits.enumerate().map(|(at, digit)| if at % 2 == 1 { doubled(digit) } else { digit }).sum();
    sum.is_multiple_of(10)
}

/// The place of 3-D Secure. The form has the field of EMV 3-D Secure that carries the challenge.
fn launch(way: Way, reference: &str) -> Launch {
    match way {
        Way::Get => Launch::Get { url: format!("/sandbox/3ds/{reference}") },
        Way::Post => {
            let field = LaunchField { name: "creq".to_owned(), value: reference.to_owned() };
            Launch::Post { url: "/sandbox/3ds".to_owned(), fields: vec![field] }
        }
        Way::Frame => Launch::Iframe { url: format!("/sandbox/3ds/{reference}/frame") },
    }
}

fn outcome(movement: Movement) -> CardOutcome {
    let reference = movement.reference.clone();
    match movement.state {
        State::Done => CardOutcome::Captured { reference },
        State::Pending => CardOutcome::Challenge { launch: launch(movement.way, &reference), reference },
        State::Refused => CardOutcome::Declined { reason: movement.decline() },
    }
}

impl SandboxRails {
    fn card_token(&self) -> String {
        format!("tok_{}", uuid::Uuid::from_bytes(self.world.random()).as_simple())
    }

    async fn keep_card(&self, tenant: TenantId, known: KnownCard) -> Result<CardToken, RailError> {
        let kept = async {
            let mut tx = self.store.tenant(tenant).await?;
            memory::insert_card(tx.conn(), tenant, &known, self.world.now()).await?;
            tx.commit().await
        };
        kept.await.map_err(|error| unavailable(Rail::Card, &error))?;
        Ok(CardToken { token: known.token, last4: known.last4, brand: known.brand })
    }
}

#[async_trait]
impl Acquirer for SandboxRails {
    async fn tokenize(&self, tenant: TenantId, card: &CardInput) -> Result<CardToken, RailError> {
        let known = read(card, self.card_token(), self.world.now())?;
        self.keep_card(tenant, known).await
    }

    async fn tokenize_wallet(&self, tenant: TenantId, wallet: &WalletInput) -> Result<CardToken, RailError> {
        let unknown = || RailError::Invalid {
            field: "token",
            rule: "is not a token of the sandbox: it takes sandbox-4242 and its like".to_owned(),
        };
        self.keep_card(tenant, read_wallet(wallet, self.card_token()).ok_or_else(unknown)?).await
    }

    async fn authorize(&self, request: &AuthorizeRequest) -> Result<CardOutcome, RailError> {
        let asked = async {
            let mut tx = self.store.tenant_read(request.tenant).await?;
            memory::behaviour(tx.conn(), request.tenant, &request.token.token).await
        };
        let known = asked.await.map_err(|error| unavailable(Rail::Card, &error))?;
        let behaviour = known
            .ok_or_else(|| RailError::Invalid { field: "card_token", rule: "is not a card of this acquirer".into() })?;
        let mut charge = self.movement(Rail::Card, Flow::Charge, &request.key, request.transaction, request.amount);
        charge.payer = Some(format!("{} •••• {}", request.token.brand, request.token.last4));
        charge.return_url.clone_from(&request.return_url);
        charge.reason = behaviour.refusal().map(str::to_owned);
        charge.state = match behaviour {
            Behaviour::Ok => State::Done,
            // Nobody is there to authenticate.
            Behaviour::Challenge(_) if request.initiator == Initiator::Merchant => {
                charge.reason = Some(DeclineCode::AuthenticationFailed.code().to_owned());
                State::Refused
            }
            Behaviour::Challenge(way) => {
                charge.way = way;
                State::Pending
            }
            _ => State::Refused,
        };
        self.book(request.tenant, charge, None).await.map(outcome)
    }

    async fn lookup(&self, tenant: TenantId, key: &str, _amount: Amount) -> Result<Option<CardOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Card, key).await?.map(outcome))
    }

    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        _reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        self.send(tenant, self.movement(Rail::Card, Flow::Refund, key, transaction, amount), Fate::done()).await
    }

    async fn payout(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        token: &CardToken,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        let mut payout = self.movement(Rail::Card, Flow::Payout, key, transaction, amount);
        payout.payer = Some(format!("{} •••• {}", token.brand, token.last4));
        self.send(tenant, payout, Fate::done()).await
    }

    async fn lookup_payout(
        &self,
        tenant: TenantId,
        key: &str,
        _amount: Amount,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Card, key).await?.map(sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(number: &str, month: u8, year: u16) -> CardInput {
        CardInput {
            number: number.into(),
            expiry_month: month,
            expiry_year: year,
            cvv: Some("123".into()),
            holder: "Ada Lovelace".into(),
        }
    }

    #[test]
    fn every_test_card_passes_the_check_digit_and_a_mistyped_one_does_not() {
        let now = DateTime::UNIX_EPOCH;
        let failing = failure_cards().map(|(reason, number)| (number, Behaviour::Fails(reason)));
        for (number, behaviour) in
            CARDS.map(|(number, behaviour)| (number.to_owned(), behaviour)).into_iter().chain(failing)
        {
            assert_eq!(read(&card(&number, 12, 2034), "tok".into(), now).unwrap().behaviour, behaviour);
            assert_eq!(Behaviour::from_code(behaviour.code()), Some(behaviour));
        }
        let refusal = |card: CardInput| match read(&card, "tok".into(), now + chrono::TimeDelta::days(20_000)) {
            Err(RailError::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        };
        assert_eq!(refusal(card("4242 4242 4242 4241", 12, 2034)), "number");
        assert_eq!(refusal(card("4111 1111 1111 1111", 12, 2034)), "number");
        assert_eq!(refusal(card("4242 4242 4242 4242", 13, 2034)), "expiry_month");
        assert_eq!(refusal(card("4242 4242 4242 4242", 1, 2020)), "expiry_year");
    }
}
