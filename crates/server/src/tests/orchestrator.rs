//! A payment orchestrator on this machine that speaks Hyperswitch's documented format. Its cards say what becomes of
//! their payments and payouts; a test changes that later.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

pub const KEY: &str = "snd_the-secret-api-key";
pub const PUBLISHABLE_KEY: &str = "pk_snd_the-publishable-key";
pub const WEBHOOK_KEY: &str = "the payment response hash key";
pub const APPROVED: &str = "4242 4242 4242 4242";
pub const DECLINED: &str = "4000 0000 0000 9995";
pub const CHALLENGED: &str = "4000 0000 0000 3220";
pub const PROCESSING: &str = "5555 5555 5555 4444";
/// The object is made, and the answer is a server error.
pub const LOST: &str = "4000 0566 5566 5556";
/// The payment is made and not confirmed, and the answer is a server error.
pub const HALTED: &str = "2221 0000 0000 0009";
/// The object is made, and the answer waits for [`Orchestrator::release`].
pub const SLOW: &str = "5200 8282 8282 8210";

type Answer = (StatusCode, Json<Value>);

#[derive(Default)]
struct Known {
    /// The number of the card of each customer.
    cards: BTreeMap<String, String>,
    /// Payments, refunds and payouts by id.
    objects: BTreeMap<String, Value>,
    /// Every request that asked for money to move, as it came.
    asked: Vec<Value>,
    looks: BTreeMap<String, usize>,
    /// The customers whose card has a mandate.
    mandates: BTreeSet<String>,
    /// The hosts for which wallets' sessions were opened.
    session_hosts: Vec<String>,
}

/// The running server. Cheap to clone.
#[derive(Clone)]
pub struct Orchestrator {
    known: Arc<Mutex<Known>>,
    held: Arc<Semaphore>,
    pub address: String,
}

fn error(status: StatusCode, code: &str) -> Answer {
    (status, Json(json!({ "error": { "type": "invalid_request", "message": "4242 4242 4242 4242", "code": code } })))
}

impl Orchestrator {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let own = Self { known: Arc::default(), held: Arc::new(Semaphore::new(0)), address };
        let routes = Router::new()
            .route("/api/customers", post(customer))
            .route("/api/customers/{id}/payment_methods", get(cards))
            .route("/api/payment_methods", post(card))
            .route("/api/payments", post(payment))
            .route("/api/payments/session_tokens", post(session_tokens))
            .route("/api/payments/{id}/confirm", post(confirm))
            .route("/api/refunds", post(refund))
            .route("/api/payouts/create", post(payout))
            .route("/api/{collection}/{id}", get(look))
            .with_state(own.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        own
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap()
    }

    /// The variables of the tenant `agio`.
    pub fn variables(&self) -> Vec<(String, String)> {
        let url = format!("{}/api/", self.address);
        let keys = [("KEY", KEY), ("WEBHOOK_KEY", WEBHOOK_KEY), ("PUBLISHABLE_KEY", PUBLISHABLE_KEY)];
        let given = [("URL", url.as_str()), ("CURRENCIES", "EUR")].into_iter().chain(keys);
        given.map(|(name, value)| (format!("AGIO_CARDS_AGIO_{name}"), value.to_owned())).collect()
    }

    /// The ids of what was made for an order, in the order of their making.
    pub fn made_for(&self, order: &str) -> Vec<String> {
        let known = self.known();
        let of = |body: &&Value| body["metadata"]["agio_key"].as_str().unwrap().starts_with(order);
        let mut ids: Vec<String> = known.asked.iter().filter(of).map(|body| id_of(body).to_owned()).collect();
        ids.dedup();
        ids
    }

    /// Waits until so much was made for an order. Requests come by jobs.
    pub async fn until_made(&self, order: &str, count: usize) -> Vec<String> {
        let made = async {
            while self.made_for(order).len() < count {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), made).await.expect("it is asked for");
        self.made_for(order)
    }

    fn looks(&self, id: &str) -> usize {
        self.known().looks.get(id).copied().unwrap_or_default()
    }

    /// Waits until an object was looked up once more than at the time of this call.
    pub fn next_look(&self, id: &str) -> impl Future<Output = ()> {
        let (own, id, before) = (self.clone(), id.to_owned(), self.looks(id));
        async move {
            let looked = async {
                while own.looks(&id) <= before {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(std::time::Duration::from_secs(60), looked).await.expect("it is looked up");
        }
    }

    /// The requests that asked for this object.
    pub fn requests(&self, id: &str) -> Vec<Value> {
        self.known().asked.iter().filter(|body| id_of(body) == id).cloned().collect()
    }

    /// The hosts for which wallets' sessions were opened.
    pub fn session_hosts(&self) -> Vec<String> {
        self.known().session_hosts.clone()
    }

    /// From now on an object has this status.
    pub fn becomes(&self, id: &str, status: &str) {
        self.known().objects.get_mut(id).unwrap()["status"] = json!(status);
    }

    /// The cardholder disputes a payment. The dispute's id.
    pub fn dispute(&self, payment: &str) -> String {
        let id = format!("dp_{payment}");
        let dispute = json!({ "dispute_id": id, "payment_id": payment, "amount": "25000", "currency": "EUR",
            "dispute_stage": "dispute", "dispute_status": "dispute_opened", "connector_reason": "fraudulent",
            "challenge_required_by": "2099-05-01T12:00:00.000Z" });
        self.known().objects.insert(id.clone(), dispute);
        id
    }

    /// From now on a dispute has this status.
    pub fn decides(&self, dispute: &str, status: &str) {
        self.known().objects.get_mut(dispute).unwrap()["dispute_status"] = json!(status);
    }

    /// Sends the answers that wait.
    pub fn release(&self) {
        self.held.add_permits(1);
    }

    /// The webhook about an object, with a status that may be older than the object's.
    pub fn webhook(&self, id: &str, event: &str, status: &str) -> String {
        let kind =
            ["refund", "payout", "dispute"].into_iter().find(|kind| event.starts_with(kind)).unwrap_or("payment");
        let mut object = self.known().objects.get(id).cloned().unwrap_or_else(|| json!({ "payment_id": id }));
        object["status"] = json!(status);
        let content = json!({ "type": format!("{kind}_details"), "object": object });
        json!({ "merchant_id": "m", "event_id": "evt", "event_type": event, "content": content }).to_string()
    }

    /// Makes an object, unless one with its id exists, and answers as the card says.
    async fn make(&self, number: &str, body: Value, object: Value) -> Answer {
        let id = id_of(&body).to_owned();
        {
            let mut known = self.known();
            known.asked.push(body);
            if known.objects.contains_key(&id) {
                return error(StatusCode::BAD_REQUEST, "HE_01");
            }
            known.objects.insert(id, object.clone());
        }
        match number {
            LOST | HALTED => error(StatusCode::INTERNAL_SERVER_ERROR, "HE_00"),
            SLOW => {
                self.held.acquire().await.unwrap().forget();
                (StatusCode::OK, Json(object))
            }
            _ => (StatusCode::OK, Json(object)),
        }
    }

    /// The number of the card that a payment charges: of the vault, of a wallet, or under a mandate. `None` without one.
    fn paying_number(&self, body: &Value) -> Option<String> {
        let customer = &body["customer_id"];
        if body["off_session"] == json!(true) {
            assert_eq!(body["recurring_details"], json!({ "type": "payment_method_id", "data": "pm_1" }));
            let is_agreed = self.known().mandates.contains(customer.as_str()?);
            return is_agreed.then(|| self.number(customer));
        }
        if body["payment_method"] == "wallet" {
            let data = &body["payment_method_data"]["wallet"][body["payment_method_type"].as_str()?];
            return data.is_object().then(|| APPROVED.to_owned());
        }
        assert_eq!(body["payment_token"], json!(format!("token_{}", customer.as_str().unwrap())));
        Some(self.number(customer))
    }

    /// A payment that is not confirmed, for the sessions of wallets.
    fn session_payment(&self, body: &Value) -> Answer {
        let id = id_of(body).to_owned();
        let mut known = self.known();
        if known.objects.contains_key(&id) {
            return error(StatusCode::BAD_REQUEST, "HE_01");
        }
        let object = json!({ "payment_id": id, "status": "requires_payment_method", "amount": body["amount"],
            "currency": body["currency"], "client_secret": format!("{id}_secret_1") });
        known.objects.insert(id, object.clone());
        (StatusCode::OK, Json(object))
    }

    fn number(&self, customer: &Value) -> String {
        let digits = self.known().cards[customer.as_str().unwrap()].clone();
        let parts: Vec<&str> = [0, 4, 8, 12].into_iter().map(|at| &digits[at..at + 4]).collect();
        parts.join(" ")
    }
}

fn id_of(body: &Value) -> &str {
    ["refund_id", "payout_id", "payment_id"].into_iter().find_map(|name| body[name].as_str()).unwrap()
}

/// Whether the key is right; 401 otherwise.
fn known_key(headers: &HeaderMap) -> Result<(), Answer> {
    let given = headers.get("api-key").and_then(|value| value.to_str().ok());
    if given == Some(KEY) { Ok(()) } else { Err(error(StatusCode::UNAUTHORIZED, "IR_01")) }
}

async fn customer(headers: HeaderMap, Json(body): Json<Value>) -> Result<Answer, Answer> {
    known_key(&headers)?;
    Ok((StatusCode::OK, Json(json!({ "customer_id": body["customer_id"] }))))
}

async fn card(State(own): State<Orchestrator>, headers: HeaderMap, Json(body): Json<Value>) -> Result<Answer, Answer> {
    known_key(&headers)?;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    assert!(body["card"].get("card_cvc").is_none(), "the vault takes no security code");
    own.known().cards.insert(text(&body["customer_id"]), text(&body["card"]["card_number"]));
    Ok((StatusCode::OK, Json(json!({ "payment_method_id": "pm_1", "customer_id": body["customer_id"] }))))
}

async fn cards(State(own): State<Orchestrator>, headers: HeaderMap, Path(id): Path<String>) -> Result<Answer, Answer> {
    known_key(&headers)?;
    if !own.known().cards.contains_key(&id) {
        return Err(error(StatusCode::NOT_FOUND, "HE_02"));
    }
    let is_agreed = own.known().mandates.contains(&id);
    let entry = json!({ "payment_token": format!("token_{id}"), "payment_method": "card", "payment_method_id": "pm_1",
        "recurring_enabled": is_agreed });
    Ok((StatusCode::OK, Json(json!({ "customer_payment_methods": [entry], "is_guest_customer": false }))))
}

async fn payment(
    State(own): State<Orchestrator>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<Answer, Answer> {
    known_key(&headers)?;
    if body["confirm"] == json!(false) {
        return Ok(own.session_payment(&body));
    }
    assert_eq!((&body["confirm"], &body["capture_method"]), (&json!(true), &json!("automatic")));
    let Some(number) = own.paying_number(&body) else { return Err(error(StatusCode::BAD_REQUEST, "IR_06")) };
    let status = match number.as_str() {
        DECLINED => "failed",
        CHALLENGED => "requires_customer_action",
        PROCESSING => "processing",
        HALTED => "requires_confirmation",
        _ => "succeeded",
    };
    if status == "succeeded" && body["setup_future_usage"] == "off_session" {
        let accepted = &body["customer_acceptance"];
        assert!(accepted["accepted_at"].is_string() && accepted["online"]["user_agent"].is_string(), "{body}");
        own.known().mandates.insert(body["customer_id"].as_str().unwrap().to_owned());
    }
    let page = format!("{}/redirect/{}", own.address, id_of(&body));
    let object = json!({ "payment_id": body["payment_id"], "status": status, "amount": body["amount"],
        "currency": body["currency"], "metadata": body["metadata"], "created": "2024-01-01T00:00:00.000Z",
        "error_code": (status == "failed").then_some("card_declined"),
        "issuer_error_code": (status == "failed").then_some("51"),
        "next_action": { "type": "redirect_to_url", "redirect_to_url": page } });
    Ok(own.make(&number, body, object).await)
}

/// The sessions of wallets. Clients ask for them, with the publishable key.
async fn session_tokens(
    State(own): State<Orchestrator>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<Answer, Answer> {
    let given = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    if given("api-key") != PUBLISHABLE_KEY {
        return Err(error(StatusCode::UNAUTHORIZED, "IR_01"));
    }
    let mut known = own.known();
    known.session_hosts.push(given("x-merchant-domain"));
    let payment = &known.objects[id_of(&body)];
    assert_eq!(payment["client_secret"], body["client_secret"]);
    let google = json!({ "wallet_name": "google_pay", "connector": "stripe", "delayed_session_token": false,
        "merchant_info": { "merchant_id": "BCR1", "merchant_name": "East Exchange" },
        "allowed_payment_methods": [{ "type": "CARD",
            "parameters": { "allowed_auth_methods": ["PAN_ONLY"], "allowed_card_networks": ["VISA", "AMEX"] },
            "tokenization_specification": { "type": "PAYMENT_GATEWAY", "parameters": { "gateway": "stripe" } } }] });
    let apple = json!({ "wallet_name": "apple_pay", "connector": "stripe", "delayed_session_token": false,
        "session_token_data": { "merchant_session_identifier": "SSH1", "nonce": "n", "psp_id": "p" },
        "payment_request_data": { "country_code": "DE", "currency_code": payment["currency"],
            "total": { "label": "East Exchange", "type": "final", "amount": "250.00" },
            "merchant_capabilities": ["supports3DS"], "supported_networks": ["visa", "masterCard"],
            "merchant_identifier": "merchant.east" } });
    let answer = json!({ "payment_id": body["payment_id"], "client_secret": body["client_secret"],
        "session_token": [google, apple, { "wallet_name": "no_session_token_received" }] });
    Ok((StatusCode::OK, Json(answer)))
}

/// The payment is captured.
async fn confirm(
    State(own): State<Orchestrator>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Result<Answer, Answer> {
    known_key(&headers)?;
    assert!(body["payment_method"].is_string(), "{body}");
    let mut known = own.known();
    let object = known.objects.get_mut(&id).unwrap();
    if object["status"] != "requires_confirmation" {
        return Err(error(StatusCode::BAD_REQUEST, "IR_14"));
    }
    object["status"] = json!("succeeded");
    Ok((StatusCode::OK, Json(object.clone())))
}

async fn refund(
    State(own): State<Orchestrator>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<Answer, Answer> {
    known_key(&headers)?;
    assert!(own.known().objects.contains_key(body["payment_id"].as_str().unwrap()), "the payment is there");
    let object = json!({ "refund_id": body["refund_id"], "payment_id": body["payment_id"], "status": "pending",
        "amount": body["amount"], "currency": "EUR", "metadata": body["metadata"] });
    Ok(own.make(APPROVED, body, object).await)
}

async fn payout(
    State(own): State<Orchestrator>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<Answer, Answer> {
    known_key(&headers)?;
    assert_eq!(body["payout_token"], json!(format!("token_{}", body["customer_id"].as_str().unwrap())));
    let number = own.number(&body["customer_id"]);
    let status = match number.as_str() {
        DECLINED => "failed",
        LOST => "requires_fulfillment",
        _ => "pending",
    };
    let object = json!({ "payout_id": body["payout_id"], "status": status, "amount": body["amount"],
        "currency": body["currency"], "metadata": body["metadata"],
        "error_code": (status == "failed").then_some("card_declined") });
    Ok(own.make(&number, body, object).await)
}

async fn look(
    State(own): State<Orchestrator>,
    headers: HeaderMap,
    Path((_, id)): Path<(String, String)>,
) -> Result<Answer, Answer> {
    known_key(&headers)?;
    let mut known = own.known();
    *known.looks.entry(id.clone()).or_default() += 1;
    known
        .objects
        .get(&id)
        .map(|object| (StatusCode::OK, Json(object.clone())))
        .ok_or_else(|| error(StatusCode::NOT_FOUND, "HE_02"))
}
