//! How many things one address has open at once: however fast it asks, it leaves room for others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::rate_limit::Caller;

/// Places of each address.
#[derive(Clone)]
pub struct Places(Arc<Inner>);

struct Inner {
    max: usize,
    /// Those who have something open: never more than everything that is open.
    taken: Mutex<HashMap<Caller, usize>>,
}

/// One place, until it is dropped.
pub struct Place {
    places: Places,
    caller: Caller,
}

impl Places {
    /// `max` for each address.
    #[must_use]
    pub fn new(max: usize) -> Self {
        Self(Arc::new(Inner { max, taken: Mutex::default() }))
    }

    /// A place for the caller; `None` while all of theirs are taken.
    #[must_use]
    pub fn take(&self, caller: Caller) -> Option<Place> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(caller).or_insert(0);
        if *count >= self.0.max {
            return None;
        }
        *count += 1;
        Some(Place { places: self.clone(), caller })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let left = taken.get(&self.caller).map_or(0, |count| count.saturating_sub(1));
        match left {
            0 => drop(taken.remove(&self.caller)),
            _ => drop(taken.insert(self.caller, left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rate_limit::caller_at;
    use super::*;

    #[test]
    fn an_address_that_takes_all_its_places_leaves_those_of_others() {
        let places = Places::new(2);
        let (busy, calm) = (caller_at("192.0.2.1".parse().unwrap()), caller_at("192.0.2.2".parse().unwrap()));
        let one = places.take(busy).unwrap();
        let _two = places.take(busy).unwrap();
        assert!(places.take(busy).is_none());
        let other = places.take(calm).unwrap();
        drop(one);
        let _three = places.take(busy).expect("a place that was given back");
        drop(other);
        assert_eq!(places.0.taken.lock().unwrap().len(), 1, "who has nothing open is forgotten");
    }
}
