//! Random requests, generated from the OpenAPI documents.

use serde_json::{Map, Value, json};

use super::HOSTS;
use super::populate::Settled;
use super::strings::Canaries;
use crate::tests::support::{Answer, Person};

/// Operations that end sessions or accounts, or set the tenant's clock. They are never called, so that the other
/// requests continue to work.
const ENDS: [&str; 8] = ["logout", "/auth", "advance", "/block", "end-sessions", "reset-factors", "/remove", "/role"];
const CONSOLE: &str = "/api/operator/v1/";

/// One of the two tenants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Agio,
    Nova,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Agio, Self::Nova];

    pub fn other(self) -> Self {
        if self == Self::Agio { Self::Nova } else { Self::Agio }
    }
}

/// A deterministic random number generator (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % end.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

struct Operation {
    method: String,
    path: String,
    queries: Vec<String>,
    body: Option<Value>,
    /// Whether it is one of [`ENDS`].
    ends: bool,
}

/// All operations, and the words for requests.
pub struct Operations {
    all: Vec<Operation>,
    /// The schemas of both documents.
    schemas: Map<String, Value>,
    /// Ids and words of each tenant.
    words: [Vec<String>; 2],
    /// Ids of both tenants, by kind.
    things: Vec<(&'static str, String)>,
}

/// A request.
pub struct Asked {
    pub name: String,
    pub host: Side,
    /// The caller whose access token or cookies the request has.
    token: Option<Side>,
    /// Which operator of the tenant sends it, for console operations.
    operator: usize,
    method: String,
    path: String,
    body: Option<Value>,
    profile: Option<String>,
    key: String,
}

impl Operation {
    fn read(method: &str, path: &str, operation: &Value) -> Self {
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let queries = parameters.iter().filter(|one| one["in"] == "query");
        let body = operation["requestBody"]["content"]["application/json"]["schema"].as_object();
        let method = method.to_uppercase();
        Self {
            queries: queries.map(|one| one["name"].as_str().unwrap().to_owned()).collect(),
            body: body.cloned().map(Value::Object),
            path: path.to_owned(),
            ends: method == "DELETE" || ENDS.iter().any(|end| path.ends_with(end)),
            method,
        }
    }
}

impl Operations {
    pub fn read(settled: &[Settled; 2], canaries: &Canaries) -> Self {
        let documents =
            [serde_json::to_value(api::openapi()).unwrap(), serde_json::to_value(api::operator_openapi()).unwrap()];
        let (mut all, mut schemas) = (Vec::new(), Map::new());
        for document in &documents {
            for (path, item) in document["paths"].as_object().unwrap() {
                all.extend(item.as_object().unwrap().iter().map(|(method, one)| Operation::read(method, path, one)));
            }
            for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
                // A schema name that both documents have must mean the same schema.
                let before = schemas.insert(name.clone(), schema.clone());
                assert!(before.is_none_or(|before| before == *schema), "{name}");
            }
        }
        let extra = [
            "/.well-known/jwks.json",
            "/.well-known/agio/key",
            "/.well-known/agio/checkpoint",
            "/.well-known/log-checkpoint",
            "/oauth/google",
            "/sandbox/3ds/{id}",
        ];
        all.extend(extra.map(|path| Operation {
            method: "GET".into(),
            path: path.into(),
            queries: vec!["state".into(), "size".into()],
            body: None,
            ends: false,
        }));
        assert_eq!(settled.iter().map(|one| one.person.host).collect::<Vec<_>>(), HOSTS);
        let words = Side::BOTH.map(|side| {
            let mut words: Vec<String> = canaries.of(side).iter().cloned().collect();
            words.sort();
            words
        });
        Self { all, schemas, words, things: settled.iter().flat_map(|one| one.things.clone()).collect() }
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// A random operation, at either host, by a caller of either tenant or an anonymous one.
    pub fn any(&self, dice: &mut Dice) -> Asked {
        let operation = dice.of(&self.all);
        let host = *dice.of(&Side::BOTH);
        // Mostly callers of the host's own tenant, because others are refused early.
        let token = match dice.below(10) {
            0 => None,
            1 | 2 => Some(host.other()),
            _ => Some(host),
        };
        let token = token.filter(|_| !operation.ends);
        let mut path = operation.path.clone();
        while let Some((before, rest)) = path.split_once('{') {
            let (name, after) = rest.split_once('}').unwrap();
            let word = self.path_word(before, name, dice);
            path = format!("{before}{word}{after}");
        }
        let query: Vec<String> = operation.queries.iter().filter_map(|name| self.query(name, dice)).collect();
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let profile = (dice.below(8) == 0).then(|| format!("prf_{}", self.word(dice)));
        let body = operation.body.as_ref().map(|schema| self.value(schema, dice, (host, "", 0)));
        let name = format!("{} {}", operation.method, operation.path);
        let key = format!("{}{}", self.word(dice), dice.below(1 << 30));
        let operator = dice.below(2);
        Asked { name, host, token, operator, method: operation.method.clone(), path, body, profile, key }
    }

    /// A random word of either tenant.
    fn word(&self, dice: &mut Dice) -> &str {
        let side = *dice.of(&Side::BOTH);
        dice.of::<String>(&self.words[side as usize])
    }

    /// A value for a field. An id can be the other tenant's. A text that is stored and shown again is always the host's
    /// own, because customers can choose such texts freely.
    fn text(&self, dice: &mut Dice, host: Side, field: &str) -> String {
        let names = ["id", "token", "code", "link", "state", "secret", "data"];
        // A postcode is not an id.
        if field != "postcode" && names.iter().any(|end| field.ends_with(end)) {
            return self.word(dice).to_owned();
        }
        dice.of(&self.words[host as usize]).clone()
    }

    fn path_word(&self, before: &str, name: &str, dice: &mut Dice) -> String {
        let things: Vec<&String> =
            self.things.iter().filter(|(part, _)| before.ends_with(part)).map(|(_, id)| id).collect();
        if !things.is_empty() && dice.below(4) > 0 {
            return (*dice.of(&things)).clone();
        }
        let plain = |word: &str| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        match name {
            "action" => (*dice.of(&["pay", "confirm", "underpay"])).to_owned(),
            "provider" | "method" => (*dice.of(&["google", "apple", "telegram", "email"])).to_owned(),
            _ => {
                let prefix = dice.of(&["ord_", "ses_", "prf_", "lia_", "wlt_", ""]);
                format!("{prefix}{}", plain(self.word(dice)))
            }
        }
    }

    fn query(&self, name: &str, dice: &mut Dice) -> Option<String> {
        let word = match name {
            "method" => "email".to_owned(),
            "to" | "from" if dice.below(3) > 0 => (*dice.of(&["EUR", "BTC", "LTC", "USDT"])).to_owned(),
            "to" => (*dice.of(&["agiocanary%40example.test", "novacanary%40example.test"])).to_owned(),
            "limit" => dice.below(60).to_string(),
            "side" => "BUY".to_owned(),
            _ if dice.below(2) == 0 => return None,
            _ => self.word(dice).chars().filter(char::is_ascii_alphanumeric).collect(),
        };
        Some(format!("{name}={word}"))
    }

    /// A value for a schema: mostly its example, otherwise a random word.
    fn value(&self, schema: &Value, dice: &mut Dice, at: (Side, &str, u8)) -> Value {
        let (host, field, depth) = at;
        let deeper = (host, field, depth + 1);
        if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            return if depth > 4 { Value::Null } else { self.value(&self.schemas[name], dice, deeper) };
        }
        if let Some(example) = schema.get("example").filter(|_| dice.below(4) > 0) {
            return example.clone();
        }
        if let Some(choices) = schema["enum"].as_array() {
            return dice.of(choices).clone();
        }
        if let Some(either) = schema["oneOf"].as_array() {
            return self.value(dice.of(either), dice, deeper);
        }
        let kind = schema["type"].as_str().unwrap_or_default();
        match kind {
            "object" => {
                let mut made = Map::new();
                for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                    let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
                    if required || dice.below(2) == 0 {
                        made.insert(name.clone(), self.value(property, dice, (host, name, depth + 1)));
                    }
                }
                Value::Object(made)
            }
            "array" => json!([self.value(&schema["items"], dice, deeper)]),
            "boolean" => json!(dice.below(2) == 0),
            "integer" => json!(dice.below(40)),
            _ => json!(self.text(dice, host, field)),
        }
    }
}

impl Asked {
    pub async fn send(&self, settled: &[Settled; 2]) -> Answer {
        let (host, owner) = (HOSTS[self.host as usize], self.token.map(|side| &settled[side as usize]));
        if let (Some(path), Some(owner)) = (self.path.strip_prefix(CONSOLE), owner) {
            let mut operator = owner.operators[self.operator].clone().elsewhere(host);
            return operator.call(&self.method, path, self.body.as_ref()).await;
        }
        let token = owner.and_then(|one| one.person.token.clone());
        let person = Person { router: settled[0].person.router.clone(), token, host };
        let mut headers = vec![("idempotency-key", self.key.as_str())];
        if let Some(profile) = &self.profile {
            headers.push(("profile-id", profile));
        }
        person.call(&self.method, &self.path, self.body.as_ref(), &headers).await
    }

    /// All text of the request.
    pub fn text(&self) -> String {
        let body = self.body.as_ref().map(Value::to_string).unwrap_or_default();
        let profile = self.profile.as_deref().unwrap_or_default();
        format!("{} {} {} {profile} {} {body}", HOSTS[self.host as usize], self.method, self.path, self.key)
    }
}
