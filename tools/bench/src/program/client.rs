//! A customer of a benchmark, with a minimal HTTP implementation, because the only HTTP client of the platform is
//! reserved for providers.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use kernel::World;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

/// The number of looks at the balance, 50 ms apart, until a deposit is missed.
const DEPOSIT_LOOKS: usize = 600;
/// The time between two looks at an order that is being carried out.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// The number of looks at an order until it is missed: a minute.
const ORDER_LOOKS: usize = 3_000;
const ADDRESS: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";

/// The work of each client in one run.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// `each` sequential orders, each with its own firm quote. With a pace, orders start at this interval, staggered
    /// over the clients.
    Orders { run: &'static str, clients: usize, each: usize, pace: Option<Duration> },
    /// `each` sequential orders of one run, each paid by card at once and awaited until it is done. They end on the
    /// balance, because a simulated chain has a clock of its own.
    Whole { each: usize },
    /// `each` sequential transfers of one euro, each with its own firm quote: to the next customer, or all to the first.
    Transfers { clients: usize, each: usize, is_hot: bool },
    /// `each` indicative quotes, with the customer's token or anonymously.
    Prices { each: usize, signed_in: bool },
}

/// The mailbox of customer `number`, who has no limits.
fn mailbox(number: usize) -> String {
    format!("client-{number}+t4@example.test")
}

/// Response times.
#[derive(Default)]
pub(super) struct Times {
    /// Of each quote.
    pub(super) quotes: Vec<Duration>,
    /// The duration of each order, without its quote.
    pub(super) orders: Vec<Duration>,
    /// The duration of each whole order, from its quote until it is completed.
    pub(super) whole: Vec<Duration>,
}

/// A customer with one keep-alive connection.
pub(super) struct Client {
    stream: TcpStream,
    token: String,
    number: usize,
    /// Prefix of the idempotency keys, so that a second benchmark on the same data creates new orders.
    visit: Uuid,
    /// The client address to send, as a proxy would.
    from: Option<String>,
}

impl Client {
    /// An anonymous connection.
    pub(super) async fn connect(address: SocketAddr, number: usize) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        let client = Self { stream, token: String::new(), number, visit: World::system().uuid(), from: None };
        client.stream.set_nodelay(true)?;
        Ok(client)
    }

    /// Sends an address in its own network from now on.
    pub(super) fn come_from(&mut self, network: usize) {
        self.from = Some(format!("10.{}.{}.1", network / 256 % 256, network % 256));
    }

    /// Requests a code. Returns the response time too.
    pub(super) async fn ask_for_code(&mut self, email: &str) -> anyhow::Result<(Value, Duration)> {
        let began = Instant::now();
        let asked = self.call("POST", "login?method=email", "", &json!({ "email": email })).await?;
        Ok((asked["challenge_id"].clone(), began.elapsed()))
    }

    /// Answers with the sandbox's fixed code for addresses under example.test. Returns the response time.
    pub(super) async fn answer_code(&mut self, challenge: &Value) -> anyhow::Result<Duration> {
        let began = Instant::now();
        let code = json!({ "challenge_id": challenge, "code": "111111" });
        self.call("PUT", "login?method=email", "", &code).await?;
        Ok(began.elapsed())
    }

    /// Customer number `number`, signed in. The same number is the same customer.
    pub(super) async fn sign_in(address: SocketAddr, number: usize) -> anyhow::Result<Self> {
        let mut client = Self::connect(address, number).await?;
        let email = mailbox(number);
        let started = client.call("POST", "login?method=email", "", &json!({ "email": email })).await?;
        // The sandbox's fixed code for addresses under example.test.
        let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
        let login = client.call("PUT", "login?method=email", "", &code).await?;
        client.token = login["access_token"].as_str().context("no token")?.to_owned();
        let terms = client.call("GET", "user/terms", "", &Value::Null).await?;
        client.call("POST", "user/accept-terms", "", &json!({ "version": terms["version"] })).await?;
        Ok(client)
    }

    /// Runs its share of the work, and returns the response times.
    pub(super) async fn work(mut self, work: Work) -> anyhow::Result<(Self, Times)> {
        let times = match work {
            Work::Orders { run, clients, each, pace } => {
                let late = |pace: Duration| {
                    pace * u32::try_from(self.number).unwrap_or(0) / u32::try_from(clients).unwrap_or(1).max(1)
                };
                let due = tokio::time::Instant::now() + pace.map(late).unwrap_or_default();
                self.make_orders(run, each, due, pace).await?
            }
            Work::Whole { each } => self.complete_orders(each).await?,
            Work::Transfers { clients, each, is_hot } => {
                let to = if is_hot { 0 } else { (self.number + 1) % clients.max(1) };
                // The first customer sends nothing to itself.
                if to == self.number {
                    Times::default()
                } else {
                    self.transfer(if is_hot { "hot" } else { "spread" }, to, each).await?
                }
            }
            Work::Prices { each, signed_in } => self.ask_prices(each, signed_in).await?,
        };
        Ok((self, times))
    }

    async fn make_orders(
        &mut self,
        run: &str,
        each: usize,
        mut due: tokio::time::Instant,
        pace: Option<Duration>,
    ) -> anyhow::Result<Times> {
        let mut times = Times::default();
        for order in 0..each {
            if let Some(pace) = pace {
                tokio::time::sleep_until(due).await;
                due += pace;
            }
            let began = Instant::now();
            let quote = self.quote(true).await?;
            times.quotes.push(began.elapsed());
            let requisite = json!({ "kind": "address", "value": ADDRESS });
            let body = json!({ "quote_id": quote["id"], "requisite": requisite });
            let key = format!("{run}-{}-{order}", self.visit);
            let began = Instant::now();
            self.call("POST", "orders", &key, &body).await?;
            times.orders.push(began.elapsed());
        }
        Ok(times)
    }

    async fn complete_orders(&mut self, each: usize) -> anyhow::Result<Times> {
        let mut times = Times::default();
        let asked = json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
            "to_payway": "balance", "from_amount": "250.00", "firm": true });
        let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
            "holder": "Ada Lovelace", "return_url": "/" });
        for order in 0..each {
            let began = Instant::now();
            let quote = self.call("POST", "quotes", "", &asked).await?;
            let key = format!("whole-{}-{order}", self.visit);
            let made = self.call("POST", "orders", &key, &json!({ "quote_id": quote["id"] })).await?;
            let id = made["id"].as_str().context("no id")?.to_owned();
            self.call("POST", &format!("transactions/{id}/payment/card"), &format!("{key}-card"), &card).await?;
            self.until_done(&id).await?;
            times.whole.push(began.elapsed());
        }
        Ok(times)
    }

    /// Waits until an order is done.
    async fn until_done(&mut self, id: &str) -> anyhow::Result<()> {
        for _ in 0..ORDER_LOOKS {
            let order = self.call("GET", &format!("transactions/{id}"), "", &Value::Null).await?;
            match order["status"].as_str() {
                Some("DONE") => return Ok(()),
                Some("NEW" | "WAIT" | "PROCESSING") => tokio::time::sleep(LOOK_AGAIN).await,
                other => bail!("order {id} ended as {other:?}"),
            }
        }
        bail!("order {id} is not done in time")
    }

    /// Puts euro on the balance by bank transfer, and waits until it is there.
    pub(super) async fn deposit(&mut self, amount: &str) -> anyhow::Result<()> {
        let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "EUR",
            "to_payway": "balance", "from_amount": amount, "firm": true });
        let quote = self.call("POST", "quotes", "", &asked).await?;
        let key = format!("deposit-{}", self.visit);
        let order = self.call("POST", "orders", &key, &json!({ "quote_id": quote["id"] })).await?;
        let id = order["id"].as_str().context("no id")?;
        self.call("POST", &format!("sandbox/transactions/{id}/pay"), "", &json!({})).await?;
        for _ in 0..DEPOSIT_LOOKS {
            let balances = self.call("GET", "balances", "", &Value::Null).await?;
            if balances["data"].as_array().is_some_and(|all| !all.is_empty()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("the deposit does not arrive")
    }

    async fn transfer(&mut self, run: &str, to: usize, each: usize) -> anyhow::Result<Times> {
        let mut times = Times::default();
        let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "EUR",
            "to_payway": "customer", "from_amount": "1.00", "firm": true });
        for transfer in 0..each {
            let began = Instant::now();
            let quote = self.call("POST", "quotes", "", &asked).await?;
            times.quotes.push(began.elapsed());
            let requisite = json!({ "kind": "customer", "value": mailbox(to) });
            let body = json!({ "quote_id": quote["id"], "requisite": requisite });
            let key = format!("{run}-{}-{transfer}", self.visit);
            let began = Instant::now();
            self.call("POST", "orders", &key, &body).await?;
            times.orders.push(began.elapsed());
        }
        Ok(times)
    }

    async fn ask_prices(&mut self, each: usize, signed_in: bool) -> anyhow::Result<Times> {
        let token = self.token.clone();
        if !signed_in {
            self.token.clear();
        }
        let mut times = Times::default();
        for _ in 0..each {
            let began = Instant::now();
            self.quote(false).await?;
            times.quotes.push(began.elapsed());
        }
        self.token = token;
        Ok(times)
    }

    async fn quote(&mut self, firm: bool) -> anyhow::Result<Value> {
        let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
            "to_payway": "ltc", "from_amount": "250.00", "firm": firm });
        self.call("POST", "quotes", "", &asked).await
    }

    /// Sends the secret of an API key from now on, instead of a customer's token.
    pub(super) fn become_partner(&mut self, secret: &str) {
        secret.clone_into(&mut self.token);
    }

    /// Sends one request to a whole path and returns the response. The visit makes the idempotency key unique.
    pub(super) async fn ask(&mut self, method: &str, path: &str, key: &str, body: &Value) -> anyhow::Result<Value> {
        let key = if key.is_empty() { String::new() } else { format!("{key}-{}", self.visit) };
        let answer = self.exchange(method, path, &key, body).await?;
        if answer.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_slice(&answer)?) }
    }

    /// Reads a whole path, and discards the response.
    pub(super) async fn read(&mut self, path: &str) -> anyhow::Result<()> {
        self.exchange("GET", path, "", &Value::Null).await.map(drop)
    }

    /// Sends one request to the customers' API and returns the response.
    async fn call(&mut self, method: &str, path: &str, key: &str, body: &Value) -> anyhow::Result<Value> {
        let answer = self.exchange(method, &format!("/api/client/v1/{path}"), key, body).await?;
        if answer.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_slice(&answer)?) }
    }

    /// Sends one request and returns the body of the response.
    async fn exchange(&mut self, method: &str, path: &str, key: &str, body: &Value) -> anyhow::Result<Vec<u8>> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n", body.len());
        if !body.is_empty() {
            head.push_str("content-type: application/json\r\n");
        }
        if !self.token.is_empty() {
            head.push_str(&format!("authorization: Bearer {}\r\n", self.token));
        }
        if let Some(from) = &self.from {
            head.push_str(&format!("x-forwarded-for: {from}\r\n"));
        }
        if !key.is_empty() {
            head.push_str(&format!("idempotency-key: {key}\r\n"));
        }
        self.stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
        let (status, answer) = self.answer().await?;
        if !(200..300).contains(&status) {
            bail!("{method} {path}: {status} {}", String::from_utf8_lossy(&answer));
        }
        Ok(answer)
    }

    async fn answer(&mut self) -> anyhow::Result<(u16, Vec<u8>)> {
        let mut read = Vec::new();
        let head_end = loop {
            if let Some(at) = read.windows(4).position(|end| end == b"\r\n\r\n") {
                break at;
            }
            if self.stream.read_buf(&mut read).await? == 0 {
                bail!("the server hung up");
            }
        };
        let head = String::from_utf8_lossy(&read[..head_end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")).and_then(|n| n.trim().parse().ok());
        let end = head_end + 4 + length.unwrap_or(0);
        while read.len() < end {
            if self.stream.read_buf(&mut read).await? == 0 {
                bail!("the server hung up");
            }
        }
        Ok((status, read[head_end + 4..end].to_vec()))
    }
}
