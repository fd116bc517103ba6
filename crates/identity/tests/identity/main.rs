//! What people experience when they sign in, stay signed in and leave, on a real PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test ends where its set-up does not work")]
mod account;
mod authenticator;
mod captcha;
mod closing;
mod contact;
mod devices;
mod documents;
mod easing;
mod envelope;
mod exports;
mod external;
mod factor;
mod factor_reset;
mod funds;
mod house;
mod lifetimes;
mod limits;
mod login;
mod operator_passkey;
mod operators;
mod passkey;
mod refresh;
mod sandbox;
mod session;
mod step_up;
mod tenants;
