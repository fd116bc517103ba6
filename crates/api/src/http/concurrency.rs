//! Concurrency limits per caller. An address also counts towards its surrounding networks. Each network has more slots
//! than one address and fewer than all of its addresses together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::rate_limit::Caller;

/// Concurrency slots per caller.
#[derive(Clone)]
pub struct ConcurrencyLimit(Arc<Inner>);

struct Inner {
    max: usize,
    /// Callers with slots in use. Bounded by the total number of open requests.
    taken: Mutex<HashMap<Caller, usize>>,
}

/// A slot. Dropping it frees it.
pub struct ConcurrencySlot {
    limit: ConcurrencyLimit,
    callers: Vec<Caller>,
}

impl ConcurrencyLimit {
    /// Allows `max` slots for each address and each person, and a multiple for a network.
    #[must_use]
    pub fn new(max: usize) -> Self {
        Self(Arc::new(Inner { max, taken: Mutex::default() }))
    }

    /// Acquires a slot in every scope of the caller; `None` if any scope is full.
    #[must_use]
    pub fn take(&self, callers: &[Caller]) -> Option<ConcurrencySlot> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = |caller: &Caller| {
            let max = self.0.max.saturating_mul(caller.share() as usize);
            taken.get(caller).is_none_or(|count| *count < max)
        };
        if !callers.iter().all(has_room) {
            return None;
        }
        for caller in callers {
            *taken.entry(*caller).or_insert(0) += 1;
        }
        Some(ConcurrencySlot { limit: self.clone(), callers: callers.to_vec() })
    }
}

impl Drop for ConcurrencySlot {
    fn drop(&mut self) {
        let mut taken = self.limit.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        for caller in &self.callers {
            let left = taken.get(caller).map_or(0, |count| count.saturating_sub(1));
            match left {
                0 => drop(taken.remove(caller)),
                _ => drop(taken.insert(*caller, left)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rate_limit::callers_at;
    use super::*;

    fn at(address: &str) -> [Caller; 3] {
        callers_at(address.parse().unwrap())
    }

    #[test]
    fn an_address_at_its_concurrency_limit_does_not_affect_others() {
        let limit = ConcurrencyLimit::new(2);
        let (busy, calm) = (at("192.0.2.1"), at("192.0.2.2"));
        let one = limit.take(&busy).unwrap();
        let _two = limit.take(&busy).unwrap();
        assert!(limit.take(&busy).is_none());
        let other = limit.take(&calm).unwrap();
        drop(one);
        let _three = limit.take(&busy).expect("a slot that was given back");
        drop(other);
        let taken = limit.0.taken.lock().unwrap();
        assert_eq!(taken.len(), 3, "who has nothing open is forgotten: {taken:?}");
    }

    #[test]
    fn one_network_has_four_times_the_concurrency_of_one_address() {
        let limit = ConcurrencyLimit::new(3);
        let all: Vec<ConcurrencySlot> =
            (0..1_000_u32).filter_map(|n| limit.take(&at(&format!("2001:db8:7:{:x}::1", n * 64)))).collect();
        assert_eq!(all.len(), 12, "a /48 has four times as many as a /64");
        assert!(limit.take(&at("2001:db8:8::1")).is_some(), "and leaves those of the next");
    }
}
