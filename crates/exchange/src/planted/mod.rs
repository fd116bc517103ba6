//! The planted bugs of this crate. No product build contains them: the crash harness's bugs need their feature, and those
//! of the executor exist only in tests. The simulation compiles `executor.rs` itself.

#[cfg(test)]
pub(crate) mod executor;
#[cfg(feature = "planted-bugs")]
mod harness;

#[cfg(feature = "planted-bugs")]
pub(crate) use harness::{conversion_rounding, spoil, told_again};
