//! Declarations of external wallets, and proofs of ownership.

use chrono::TimeDelta;
use identity::envelope::Class;
use identity::{Envelope, Tenant};
use kernel::{Network, Payway, TenantId, TenantUser, UserId, WalletId};

use super::Exchange;
use crate::ExchangeError;
use crate::beneficiary_wallet::{Answers, DeclaredWallet, Wallet, proves, store};
use crate::requisite::validate_address;

/// How long a message to sign is valid.
const CHALLENGE_LASTS: TimeDelta = TimeDelta::minutes(15);

/// A message to sign with the key of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletChallenge {
    /// The message; wallets sign exactly these bytes.
    pub message: String,
    /// The signing method, as wallets of the network call it.
    pub method: &'static str,
    /// When the message expires.
    pub expires_at: chrono::DateTime<chrono::Utc>,
}

impl Exchange {
    /// The customer's declared wallets.
    ///
    /// # Errors
    /// Database errors.
    pub async fn wallets(&self, tenant: TenantId, user: UserId) -> Result<Vec<Wallet>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::of_user(tx.conn(), tenant, user).await?)
    }

    /// Stores a customer's declaration about an address. It replaces an earlier declaration and its proof. An identical
    /// declaration of an own wallet keeps both.
    ///
    /// # Errors
    /// An invalid address or declaration, a payway without addresses, too many wallets, and database errors.
    pub async fn declare_wallet(
        &self,
        envelope: &Envelope,
        TenantUser { tenant, user }: TenantUser,
        payway: Payway,
        address: &str,
        answers: Answers,
    ) -> Result<Wallet, ExchangeError> {
        let network = payway.network().ok_or_else(|| ExchangeError::invalid("payway", "has no addresses"))?;
        let address = validate_address(self.chain_of(payway), network.native(), native(network), address, Some(""));
        let address = address?.value;
        let Answers { owner, holding, service, beneficiary } = answers.checked()?;
        let (id, declared_at): (WalletId, _) = (self.inner.world.id(), self.inner.world.now_for(tenant));
        let wallet = Wallet { id, network, address, owner, holding, service, declared_at, proved_at: None };
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), tenant, user).await?;
        if let Some(before) = store::at(tx.conn(), tenant, user, network, &wallet.address).await? {
            if before.says_the_same(&wallet) {
                return Ok(before);
            }
            store::revoke(tx.conn(), TenantUser { tenant, user }, before.id, declared_at).await?;
        } else if store::of_user(tx.conn(), tenant, user).await?.len()
            >= usize::try_from(store::WALLETS_MAX).unwrap_or(0)
        {
            return Err(ExchangeError::refused("there are too many wallets; revoke one"));
        }
        let sealed = match beneficiary {
            None => None,
            Some(beneficiary) => {
                let plain = serde_json::to_vec(&beneficiary).map_err(internal)?;
                Some(envelope.seal(&mut tx, Class::Pii, id.uuid(), &plain).await.map_err(internal)?)
            }
        };
        store::insert(tx.conn(), TenantUser { tenant, user }, &wallet, sealed.as_deref()).await?;
        tx.commit().await?;
        Ok(wallet)
    }

    /// All stored wallet declarations of a customer, with the named beneficiaries, for an operator. The caller writes
    /// the audit entry before.
    ///
    /// # Errors
    /// Database errors, and a name that cannot be decrypted.
    pub async fn declared_wallets(
        &self,
        envelope: &Envelope,
        tenant: TenantId,
        user: UserId,
    ) -> Result<Vec<DeclaredWallet>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let mut all = Vec::new();
        for (wallet, sealed) in store::declared(tx.conn(), tenant, user).await? {
            let beneficiary = match sealed {
                None => None,
                Some(sealed) => {
                    let plain =
                        envelope.open(&mut tx, Class::Pii, wallet.id.uuid(), &sealed).await.map_err(internal)?;
                    Some(serde_json::from_slice(&plain).map_err(internal)?)
                }
            };
            all.push(DeclaredWallet { wallet, beneficiary });
        }
        Ok(all)
    }

    /// Revokes a wallet declaration. Orders based on it stay unchanged.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`].
    pub async fn revoke_wallet(&self, tenant: TenantId, user: UserId, id: WalletId) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        if !store::revoke(tx.conn(), TenantUser { tenant, user }, id, self.inner.world.now_for(tenant)).await? {
            return Err(ExchangeError::NotFound { what: "wallet" });
        }
        Ok(tx.commit().await?)
    }

    /// Creates a message to sign with the key of an address; it replaces an earlier one.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`], and a refusal if the wallet needs no proof or its address type has none.
    pub async fn challenge_wallet(
        &self,
        tenant: &Tenant,
        user: UserId,
        id: WalletId,
    ) -> Result<WalletChallenge, ExchangeError> {
        let now = self.inner.world.now_for(tenant.id);
        let mut tx = self.inner.store.tenant(tenant.id).await?;
        store::lock(tx.conn(), tenant.id, user).await?;
        let found = store::of_user(tx.conn(), tenant.id, user).await?.into_iter().find(|one| one.id == id);
        let wallet = found.ok_or(ExchangeError::NotFound { what: "wallet" })?;
        let method = wallet.method().ok_or_else(|| ExchangeError::refused("this address has no way of proof"))?;
        if !wallet.needs_proof(now) {
            return Err(ExchangeError::refused("this wallet needs no proof"));
        }
        let (network, nonce) = (wallet.network.name(), hex::encode(self.inner.world.random::<16>()));
        let message = format!(
            "{}: this address is mine.\nAddress: {}\nNetwork: {network}\nNonce: {nonce}\nTime: {}",
            tenant.name,
            wallet.address,
            now.format("%FT%TZ")
        );
        let expires_at = now + CHALLENGE_LASTS;
        store::challenge(tx.conn(), tenant.id, id, &message, expires_at).await?;
        tx.commit().await?;
        Ok(WalletChallenge { message, method, expires_at })
    }

    /// Verifies the signature over the open message. The message is valid for one proof; the customer has five
    /// attempts.
    ///
    /// # Errors
    /// A field error of `signature`, and a refusal without an open message.
    pub async fn prove_wallet(
        &self,
        tenant: TenantId,
        user: UserId,
        id: WalletId,
        signature: &str,
    ) -> Result<Wallet, ExchangeError> {
        let now = self.inner.world.now_for(tenant);
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), tenant, user).await?;
        let found = store::of_user(tx.conn(), tenant, user).await?.into_iter().find(|one| one.id == id);
        let wallet = found.ok_or(ExchangeError::NotFound { what: "wallet" })?;
        let waits = store::try_challenge(tx.conn(), TenantUser { tenant, user }, id, now).await?;
        let message =
            waits.ok_or_else(|| ExchangeError::refused("no message waits for a signature; ask for a new one"))?;
        let shown = proves(wallet.network, &wallet.address, &message, signature);
        if shown {
            store::proved(tx.conn(), tenant, id, signature.trim(), now).await?;
        }
        // A failed attempt counts too.
        tx.commit().await?;
        match shown {
            true => Ok(Wallet { proved_at: Some(now), ..wallet }),
            false => {
                Err(ExchangeError::invalid("signature", "was not made over the message with the key of this address"))
            }
        }
    }
}

/// The payway of a network's own coin, which validates addresses independently of the currency to be sent.
fn native(network: Network) -> Payway {
    network.native().payways().iter().copied().find(|payway| payway.network() == Some(network)).unwrap_or(Payway::Btc)
}

pub(super) fn internal(error: impl std::fmt::Display) -> ExchangeError {
    ExchangeError::Internal(error.to_string())
}
