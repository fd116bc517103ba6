//! The signer in production form: processes of the real binary, a real node, a real database.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[expect(dead_code, reason = "the helpers of the chain tests; some are for those alone")]
#[path = "../../../providers/tests/litecoin/node.rs"]
mod node;
#[allow(dead_code, reason = "the helpers of the chain tests; some are for those alone")]
#[path = "../../../providers/tests/litecoin/setup.rs"]
mod setup;

mod crash;
mod process;
mod roles;
mod seeded;
mod socket_access;
mod web;
