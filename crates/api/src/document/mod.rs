//! Validation of requests against the OpenAPI documents. The document is the single source for the parameters of an
//! operation and for the permissions it requires.

mod schema;

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::MatchedPath;
use axum::http::{Extensions, HeaderMap, Method};
use serde_json::Value;

pub(crate) use schema::Schema;

use crate::problem::FieldError;

/// The parts of an operation that are enforced.
pub(crate) struct Operation {
    /// The schema of its JSON body, if it has one.
    pub body: Option<Schema>,
    /// Query parameters, by name.
    query: Vec<(String, Schema)>,
    /// Header parameters, by name.
    headers: Vec<(String, Schema)>,
    /// The permissions that an operator's role needs: all of one of these. Without any, every role may.
    pub permissions: Vec<Vec<String>>,
    /// The scopes that a partner's key needs: all of one of these.
    pub scopes: Vec<Vec<String>>,
}

impl Operation {
    /// Validates the query and header parameters. Undocumented parameters are ignored.
    pub(crate) fn check_parameters(&self, headers: &HeaderMap, query: &[(String, String)]) -> Result<(), FieldError> {
        for (name, value) in query {
            if let Some((_, schema)) = self.query.iter().find(|(known, _)| known == name) {
                schema.check_parameter(name, value)?;
            }
        }
        for (name, schema) in &self.headers {
            if let Some(value) = headers.get(name).and_then(|value| value.to_str().ok()) {
                schema.check_parameter(name, value)?;
            }
        }
        Ok(())
    }
}

type Operations = HashMap<(String, String), Operation>;

static OPERATIONS: LazyLock<Operations> = LazyLock::new(|| {
    let documents = [crate::openapi(), crate::operator_openapi(), crate::partner_openapi()];
    documents.iter().filter_map(|document| serde_json::to_value(document).ok()).flat_map(|one| read(&one)).collect()
});

/// The operation of a request; `None` for a path in no document.
pub(crate) fn operation(method: &Method, extensions: &Extensions) -> Option<&'static Operation> {
    let path = extensions.get::<MatchedPath>()?.as_str().to_owned();
    // Every GET route also answers HEAD.
    let method = if method == Method::HEAD { Method::GET } else { method.clone() };
    OPERATIONS.get(&(method.as_str().to_owned(), path))
}

fn read(document: &Value) -> Operations {
    let mut found = Operations::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, said) in item.as_object().into_iter().flatten() {
            let json = &said["requestBody"]["content"]["application/json"]["schema"];
            let body = json.is_object().then(|| Schema::read(document, json));
            let [query, headers] = ["query", "header"].map(|place| parameters(document, said, place));
            let [permissions, scopes] = ["session", "key"].map(|scheme| permissions(said, scheme));
            let operation = Operation { body, query, headers, permissions, scopes };
            found.insert((method.to_uppercase(), path.clone()), operation);
        }
    }
    found
}

fn parameters(document: &Value, said: &Value, place: &str) -> Vec<(String, Schema)> {
    let all = said["parameters"].as_array().into_iter().flatten();
    let read = |parameter: &Value| {
        let name = parameter["name"].as_str()?.to_owned();
        (parameter["in"] == place).then(|| (name, Schema::read(document, &parameter["schema"])))
    };
    all.filter_map(read).collect()
}

/// The roles that the operation names for a scheme.
fn permissions(said: &Value, scheme: &str) -> Vec<Vec<String>> {
    let ways = said["security"].as_array().into_iter().flatten();
    let words = |way: &Vec<Value>| way.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect();
    ways.filter_map(|way| way[scheme].as_array()).map(words).collect()
}

#[cfg(test)]
mod tests {
    use identity::operator::{Role, permissions};

    use super::*;

    #[test]
    fn every_operation_with_a_json_body_has_its_schema_and_every_permission_exists() {
        let with_body = OPERATIONS.values().filter(|one| one.body.is_some()).count();
        assert!(OPERATIONS.len() > 140 && with_body > 60, "{} {with_body}", OPERATIONS.len());
        let known: Vec<String> =
            Role::ALL.into_iter().flat_map(permissions).map(|permission| permission.to_string()).collect();
        for ((method, path), operation) in OPERATIONS.iter() {
            for permission in operation.permissions.iter().flatten() {
                assert!(known.contains(permission), "{method} {path}: no role may {permission}");
            }
            assert_eq!(operation.scopes.is_empty(), !path.starts_with("/api/partner/"), "{method} {path}: scopes");
            for scope in operation.scopes.iter().flatten() {
                assert!(partners::scope::scope(scope).is_some(), "{method} {path}: {scope} is no scope");
            }
        }
    }

    #[test]
    fn every_string_of_a_request_body_has_a_maximum_length() {
        for ((method, path), operation) in OPERATIONS.iter() {
            let endless = operation.body.as_ref().map(|body| body.endless("")).unwrap_or_default();
            assert_eq!(endless, Vec::<String>::new(), "{method} {path}: max_length is missing");
            for (name, schema) in &operation.query {
                assert_eq!(schema.endless(name), Vec::<String>::new(), "{method} {path}: max_length is missing");
            }
        }
    }
}
