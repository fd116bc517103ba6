//! Transfers to another customer.

use kernel::ProfileId;

use super::super::model::*;
use super::{Draft, Next};
use crate::ExchangeError;

impl Draft<'_> {
    /// Pays a waiting transfer to its receiver, who has signed up. No-op if the transfer was claimed, cancelled or
    /// returned.
    pub(super) fn claim(&mut self, profile: ProfileId, name: &str) -> Result<Next, ExchangeError> {
        if !self.tx.awaits_receiver() || self.tx.is_unidentified() || self.tx.ending.is_some() {
            return Ok(Next::Nothing);
        }
        if profile == self.tx.profile {
            return Err(ExchangeError::refused("a transfer to oneself"));
        }
        self.name_receiver(profile, name);
        self.take()?;
        Ok(Next::Changed("claimed"))
    }

    /// Sets the receiver of a waiting credit.
    pub(super) fn name_receiver(&mut self, profile: ProfileId, name: &str) {
        for leg in &mut self.tx.legs {
            if let Leg::Credit(Credit { to: Some(party), .. }) = leg {
                (party.profile, party.name) = (Some(profile), name.to_owned());
            }
        }
    }
}
