//! What the OpenAPI documents say about who may call what.

use serde_json::Value;

/// Who may call an operation of the client API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// Anybody; what they prove themselves with is in the body.
    Anybody,
    /// Whoever has a good refresh token, wherever their sign-in stands.
    Refresh,
    /// Anybody, but a token that is sent must be good.
    MaybeCustomer,
    /// Whoever has a good token, however far their sign-in has come.
    AnyStage,
    /// The same, once the second factor that they asked for is shown.
    BeforeTerms,
    /// The same, once the terms are accepted.
    Customer,
}

/// An operation, and the roles that its `security` names for each scheme.
pub struct Operation {
    pub name: String,
    pub method: String,
    pub path: String,
    security: Vec<Value>,
}

impl Operation {
    /// Who may call an operation of the client API.
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

    /// The permissions that an operation of the console takes; `None` where no session is needed.
    pub fn permissions(&self) -> Option<Vec<String>> {
        let [one] = self.security.as_slice() else { panic!("{}: one way in, not {:?}", self.name, self.security) };
        let all = one.get("session")?.as_array().unwrap();
        Some(all.iter().map(|permission| permission.as_str().unwrap().to_owned()).collect())
    }

    /// Whether it shows or changes something that is named in its path.
    pub fn names_something(&self) -> bool {
        self.path.contains("{id}")
    }
}

/// All operations of a document.
///
/// # Panics
/// For one that does not say who may call it.
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
