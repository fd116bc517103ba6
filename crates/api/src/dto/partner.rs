//! Codes of partners' keys and webhook endpoints, for their owners and for operators.

use partners::KeyKind;
use partners::webhook::EndpointState;

use super::code::coded;

coded! {
    /// The purpose of a key.
    pub type PartnerKeyKind = KeyKind;

    /// Whether an endpoint receives events.
    pub type WebhookState = EndpointState;
}
