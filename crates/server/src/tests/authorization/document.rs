//! The authorisation that the OpenAPI documents declare.

use serde_json::Value;

/// Required authentication of a client API operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// None; credentials, if any, are in the body.
    Anybody,
    /// A valid refresh token, at any stage of the sign-in.
    Refresh,
    /// Optional, but a token that is sent must be valid.
    MaybeCustomer,
    /// A valid token, at any stage of the sign-in.
    AnyStage,
    /// A valid token, after the second factor.
    BeforeTerms,
    /// A valid token, after the second factor and the acceptance of the terms.
    Customer,
}

/// An operation, and the roles that its `security` declares for each scheme.
pub struct Operation {
    pub name: String,
    pub method: String,
    pub path: String,
    security: Vec<Value>,
}

impl Operation {
    /// The required authentication of a client API operation.
    pub fn authority(&self) -> Authority {
        let said: Vec<String> = self.security.iter().map(Value::to_string).collect();
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        match said.as_slice() {
            ["{}"] => Authority::Anybody,
            [r#"{"refresh":[]}"#] => Authority::Refresh,
            ["{}", r#"{"bearer":[]}"#] => Authority::MaybeCustomer,
            [r#"{"bearer":["any_stage"]}"#] => Authority::AnyStage,
            [r#"{"bearer":["before_terms"]}"#] => Authority::BeforeTerms,
            [r#"{"bearer":[]}"#] => Authority::Customer,
            other => panic!("{}: nobody knows what {other:?} asks for", self.name),
        }
    }

    /// The permissions that a console operation requires, as alternatives; `None` if it needs no session.
    pub fn permissions(&self) -> Option<Vec<Vec<String>>> {
        assert!(!self.security.is_empty(), "{}: no way in", self.name);
        let words = |all: &Value| all.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect();
        self.security.iter().map(|way| way.get("session").map(words)).collect()
    }

    /// Whether its path contains an id.
    pub fn names_something(&self) -> bool {
        self.path.contains("{id}")
    }
}

/// All operations of a document.
///
/// # Panics
/// If an operation declares no authorisation.
pub fn operations(document: &Value) -> Vec<Operation> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase();
            let name = format!("{method} {path}");
            let security = operation["security"].as_array().cloned();
            let security = security.unwrap_or_else(|| panic!("{name} does not say who may call it: security(…)"));
            found.push(Operation { name, method, path: path.clone(), security });
        }
    }
    found
}
