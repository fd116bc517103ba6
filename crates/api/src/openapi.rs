//! The OpenAPI documents: generated from the handlers, and completed here.

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa::{Modify, ToSchema};

use crate::dto::login::Method;
use crate::dto::sandbox::SandboxAction;
use crate::problem::{ProblemBody, ProblemCode};

/// Every operation declares its authorisation in `security`, with roles as in OpenAPI 3.1.
/// `crates/server/src/tests/authorization` tests the declarations with every kind of caller.
const BEARER: &str = "An access token, of a person who has accepted the terms and shown the second factor that they asked for. \
    `before_terms`: the terms may be open. `any_stage`: both may be.";
const SESSION: &str =
    "An operator's session; HttpOnly. What it names are the permissions that the operator's role must have.";

const KEY: &str =
    "A secret API key; or the same after `Authorization: Bearer`. What it names are the scopes that the key must have.";

/// Parts that are common to all operations.
pub(crate) struct Finish;

impl Modify for Finish {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(BEARER)).build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        let refresh = ApiKeyValue::with_description("__Host-agio-refresh", "A refresh token; or in the body.");
        components.add_security_scheme("refresh", SecurityScheme::ApiKey(ApiKey::Cookie(refresh)));
        let mut schemas = Vec::new();
        <ProblemBody as ToSchema>::schemas(&mut schemas);
        schemas.push((ProblemBody::name().into_owned(), <ProblemBody as utoipa::PartialSchema>::schema()));
        schemas.push((ProblemCode::name().into_owned(), <ProblemCode as utoipa::PartialSchema>::schema()));
        // utoipa collects the types of bodies automatically, but not those of parameters.
        schemas.push((SandboxAction::name().into_owned(), <SandboxAction as utoipa::PartialSchema>::schema()));
        schemas.push((Method::name().into_owned(), <Method as utoipa::PartialSchema>::schema()));
        components.schemas.extend(schemas);
        finish(document);
    }
}

/// The same for the console's document, which uses cookie authentication.
pub(crate) struct FinishOperator;

impl Modify for FinishOperator {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let cookie = ApiKeyValue::with_description("__Host-agio-operator", SESSION);
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        let cookie =
            ApiKeyValue::with_description("__Host-agio-operator-device", "The browser of an operator; HttpOnly.");
        components.add_security_scheme("device", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        let mut schemas = Vec::new();
        <ProblemBody as ToSchema>::schemas(&mut schemas);
        schemas.push((ProblemBody::name().into_owned(), <ProblemBody as utoipa::PartialSchema>::schema()));
        schemas.push((ProblemCode::name().into_owned(), <ProblemCode as utoipa::PartialSchema>::schema()));
        components.schemas.extend(schemas);
        finish(document);
    }
}

/// The same for the partners' document, which uses API keys.
pub(crate) struct FinishPartner;

impl Modify for FinishPartner {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let header = ApiKeyValue::with_description("Api-Key", KEY);
        components.add_security_scheme("key", SecurityScheme::ApiKey(ApiKey::Header(header)));
        let mut schemas = Vec::new();
        <ProblemBody as ToSchema>::schemas(&mut schemas);
        schemas.push((ProblemBody::name().into_owned(), <ProblemBody as utoipa::PartialSchema>::schema()));
        schemas.push((ProblemCode::name().into_owned(), <ProblemCode as utoipa::PartialSchema>::schema()));
        schemas.push((SandboxAction::name().into_owned(), <SandboxAction as utoipa::PartialSchema>::schema()));
        components.schemas.extend(schemas);
        finish(document);
    }
}

fn finish(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    components.schemas.values_mut().for_each(never_null);
    let names: Vec<String> = components.schemas.keys().cloned().collect();
    for (name, schema) in &mut components.schemas {
        if let Some((_, entry)) = name.split_once('_').filter(|(_, entry)| names.iter().any(|known| known == entry)) {
            refer_to_entries(schema, entry);
        }
    }
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            add_problem(operation);
            free_optional_body(operation);
            for parameter in operation.parameters.iter_mut().flatten() {
                if let RefOr::T(parameter) = parameter {
                    parameter.schema.iter_mut().for_each(unwrap_null);
                }
            }
        }
    }
}

/// Adds the problem response to an operation.
fn add_problem(operation: &mut Operation) {
    let schema = RefOr::<Schema>::Ref(Ref::from_schema_name("Problem"));
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let problem = ResponseBuilder::new()
        .description("A problem: `code` says which, `errors` names the fields, `request_id` names the request.")
        .content("application/problem+json", content)
        .extensions(Some(ExtensionsBuilder::new().build()))
        .build();
    operation.responses.responses.insert("default".into(), RefOr::T(problem));
}

/// Makes an optional body omittable. utoipa marks it as nullable instead, but null is not accepted.
fn free_optional_body(operation: &mut Operation) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    for content in body.content.values_mut() {
        let RefOr::T(content) = content else { continue };
        if let Some(schema) = &mut content.schema {
            unwrap_null(schema);
        }
    }
}

/// Replaces the inlined type of a list's entries by a reference to its name.
fn refer_to_entries(list: &mut RefOr<Schema>, entry: &str) {
    if let RefOr::T(Schema::Object(list)) = list
        && let Some(RefOr::T(Schema::Array(data))) = list.properties.get_mut("data")
    {
        data.items = ArrayItems::RefOrSchema(Box::new(RefOr::Ref(Ref::from_schema_name(entry))));
    }
}

/// Removes null from optional fields: they are omitted, never null. utoipa marks every `Option` as nullable.
fn never_null(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            if let SchemaType::Array(types) = &mut object.schema_type {
                types.retain(|kind| *kind != Type::Null);
                if let [only] = types.as_slice() {
                    object.schema_type = SchemaType::Type(only.clone());
                }
            }
            object.properties.values_mut().for_each(unwrap_null);
        }
        Schema::Array(array) => {
            if let SchemaType::Array(types) = &mut array.schema_type {
                types.retain(|kind| *kind != Type::Null);
                if let [only] = types.as_slice() {
                    array.schema_type = SchemaType::Type(only.clone());
                }
            }
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                never_null(items);
            }
        }
        Schema::OneOf(either) => either.items.iter_mut().for_each(never_null),
        // A type with flattened parts.
        Schema::AllOf(whole) => whole.items.iter_mut().for_each(never_null),
        _ => {}
    }
}

/// `oneOf: [null, X]` becomes `X`, with the field's own description.
fn unwrap_null(property: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::OneOf(either)) = property {
        let is_null = |item: &RefOr<Schema>| matches!(item, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null));
        either.items.retain(|item| !is_null(item));
        if let [only] = either.items.as_slice() {
            *property = match only.clone() {
                RefOr::Ref(mut target) => {
                    if let Some(description) = either.description.clone() {
                        target.description = description;
                    }
                    RefOr::Ref(target)
                }
                schema => schema,
            };
        }
    }
    never_null(property);
}
