//! The closed list of problem codes.

use std::borrow::Cow;

use axum::http::StatusCode;
use kernel::ErrorKind;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// Codes and their HTTP status: the catalogue of the specification ("The error catalogue"), and additional ones.
pub(crate) const CODES: &[(&str, u16)] = &[
    ("BAD_REQUEST", 400),
    ("VALIDATION_ERROR", 400),
    ("TELEGRAM_INIT_DATA_INVALID", 400),
    ("SIGN_IN_EXPIRED", 400),
    ("SIGN_IN_REFUSED", 400),
    ("UNAUTHORIZED_REQUEST", 401),
    ("ACCESS_DENIED", 403),
    ("USER_BLOCKED", 403),
    ("AUTH_2FA_REQUIRED", 403),
    ("AUTH_2FA_INVALID", 403),
    ("AUTH_2FA_ATTEMPTS_EXCEEDED", 403),
    ("CAPTCHA_REQUIRED", 403),
    ("SIGNATURE_REQUIRED", 403),
    ("SIGNATURE_INVALID", 403),
    ("RELIANCE_NOT_ALLOWED", 403),
    ("CONSENT_WITHDRAWN", 403),
    ("NOT_FOUND", 404),
    ("METHOD_NOT_ALLOWED", 405),
    ("NOT_ACCEPTABLE", 406),
    ("CONFLICT_ERROR", 409),
    ("NON_UNIQUE_VALUE", 409),
    ("RESERVED_REQUISITE", 409),
    ("NON_ZERO_BALANCE", 409),
    ("WEB3_WALLET_EXISTS_ERROR", 409),
    ("EMAIL_ALREADY_LINKED_ERROR", 409),
    ("QUOTE_EXPIRED", 409),
    ("QUOTE_USED", 409),
    ("PAYEE_NOT_VERIFIED", 409),
    ("NETWORK_FEE_NOT_RAISABLE", 409),
    ("PROMO_CODE_REFUSED", 422),
    ("PAYLOAD_TOO_LARGE", 413),
    ("UNSUPPORTED_MEDIA_TYPE", 415),
    ("UNPROCESSABLE_ENTITY", 422),
    ("EMAIL_NOT_VERIFIED", 422),
    ("IDEMPOTENCY_KEY_REUSED", 422),
    ("INSUFFICIENT_BALANCE", 422),
    ("UNAVAILABLE_CONVERT_DIRECTION", 422),
    ("DAILY_LIMIT_EXCEEDED", 422),
    ("MONTHLY_LIMIT_EXCEEDED", 422),
    ("PAYOUT_DAILY_LIMIT_EXCEEDED", 422),
    ("PAYOUT_MONTHLY_LIMIT_EXCEEDED", 422),
    ("TECH_LIMIT_VIOLATION", 422),
    ("UNAVAILABLE_VERIFICATION_TOKEN_RETRIEVAL", 424),
    ("UPDATE_REQUIRED", 426),
    ("TOO_MANY_REQUESTS", 429),
    ("PHONE_CHANGE_LIMIT_EXCEEDED", 429),
    ("TRAVEL_RULE_REQUIRED", 422),
    ("PAYOUTS_HELD", 422),
    ("PAYWAY_PAUSED", 422),
    ("NEW_ADDRESS_HELD", 422),
    ("NEW_CARD_LIMIT", 422),
    ("PERSONAL_DATA_MISMATCH", 422),
    ("COUNTRY_NOT_ALLOWED", 451),
    ("MICA_COMPLIANCE_ERROR", 451),
    ("INTERNAL_ERROR", 500),
    ("RATES_UNAVAILABLE", 503),
    ("SERVICE_UNAVAILABLE", 503),
];

/// The HTTP status of a code, or of `kind` if the code is not on the list.
pub(crate) fn status_of(code: &str, kind: ErrorKind) -> StatusCode {
    let listed = CODES.iter().find(|(known, _)| *known == code).map(|(_, status)| *status);
    let status = listed.unwrap_or(match kind {
        ErrorKind::Invalid => 400,
        ErrorKind::Unauthenticated => 401,
        ErrorKind::Forbidden => 403,
        ErrorKind::NotFound => 404,
        ErrorKind::Conflict => 409,
        ErrorKind::Unprocessable => 422,
        ErrorKind::TooMany => 429,
        ErrorKind::Legal => 451,
        ErrorKind::Unavailable => 503,
        ErrorKind::Internal => 500,
    });
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// The code for a status that a library returned without one.
pub(crate) fn code_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 => "UNAUTHORIZED_REQUEST",
        403 => "ACCESS_DENIED",
        404 => "NOT_FOUND",
        405 => "METHOD_NOT_ALLOWED",
        406 => "NOT_ACCEPTABLE",
        409 => "CONFLICT_ERROR",
        413 => "PAYLOAD_TOO_LARGE",
        415 => "UNSUPPORTED_MEDIA_TYPE",
        422 => "UNPROCESSABLE_ENTITY",
        429 => "TOO_MANY_REQUESTS",
        503 | 504 => "SERVICE_UNAVAILABLE",
        400..=499 => "BAD_REQUEST",
        _ => "INTERNAL_ERROR",
    }
}

/// The list as a type of the OpenAPI documents.
pub struct ProblemCode;

impl ToSchema for ProblemCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ProblemCode")
    }
}

impl PartialSchema for ProblemCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .enum_values(Some(CODES.iter().map(|(code, _)| *code)))
            .description(Some("What went wrong, for programs: stable and closed."))
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_status_and_only_one_code_is_a_401() {
        let mut codes: Vec<_> = CODES.iter().map(|(code, _)| code).collect();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), CODES.len());
        assert_eq!(CODES.iter().filter(|(_, status)| *status == 401).count(), 1);
    }
}
