//! Encrypted data on a real database: all replicas share the keys, and the database alone decrypts nothing.

use identity::envelope::{Class, EnvelopeError, PLAIN_BYTES_MAX};
use identity::{Envelope, KeyEncryptionKey};
use kernel::World;
use uuid::Uuid;

use crate::setup::Setup;

const RECORD: Uuid = Uuid::from_u128(7);

fn replica() -> Envelope {
    Envelope::new(KeyEncryptionKey::new([8; 32]), World::system())
}

#[tokio::test]
async fn data_encrypted_by_one_replica_decrypts_on_another_and_nowhere_else() {
    let setup = Setup::new().await;
    let (here, there) = (setup.identity.envelope(), replica());
    let mut tx = setup.db.store.tenant(setup.tenant.id).await.unwrap();
    let sealed = here.seal(&mut tx, Class::Pii, RECORD, b"Anna").await.unwrap();
    assert!(!sealed.windows(4).any(|part| part == b"Anna"));
    tx.commit().await.unwrap();

    let mut tx = setup.db.store.tenant_read(setup.tenant.id).await.unwrap();
    assert_eq!(&**there.open(&mut tx, Class::Pii, RECORD, &sealed).await.unwrap(), b"Anna");
    for (class, record) in [(Class::Kyc, RECORD), (Class::Pii, Uuid::from_u128(8))] {
        let opened = there.open(&mut tx, class, record, &sealed).await;
        assert!(matches!(opened, Err(EnvelopeError::DecryptionFailed)), "{class:?} {record}");
    }
    let stranger = Envelope::new(KeyEncryptionKey::new([9; 32]), World::system());
    assert!(matches!(stranger.open(&mut tx, Class::Pii, RECORD, &sealed).await, Err(EnvelopeError::DecryptionFailed)));

    let mut other = setup.db.store.tenant(setup.sandbox.id).await.unwrap();
    assert!(matches!(there.open(&mut other, Class::Pii, RECORD, &sealed).await, Err(EnvelopeError::DecryptionFailed)));
    // Not even if the other tenant has a key of that class and generation.
    there.seal(&mut other, Class::Pii, RECORD, b"Bohdan").await.unwrap();
    assert!(matches!(there.open(&mut other, Class::Pii, RECORD, &sealed).await, Err(EnvelopeError::DecryptionFailed)));
}

#[tokio::test]
async fn replicas_that_seal_for_the_first_time_at_once_make_one_key() {
    let setup = Setup::new().await;
    let (store, tenant) = (setup.db.store.clone(), setup.tenant.id);
    let seals = (0..8_u128).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.tenant(tenant).await.unwrap();
            let sealed = replica().seal(&mut tx, Class::Totp, Uuid::from_u128(n), b"seed").await.unwrap();
            tx.commit().await.unwrap();
            sealed
        })
    });
    let seals: Vec<_> = seals.collect();
    for (n, seal) in (0..).zip(seals) {
        let sealed = seal.await.unwrap();
        let mut tx = store.tenant(tenant).await.unwrap();
        let opened = replica().open(&mut tx, Class::Totp, Uuid::from_u128(n), &sealed).await.unwrap();
        assert_eq!(&**opened, b"seed");
    }
    assert_eq!(setup.count("SELECT count(*) FROM data_keys").await, 1);
}

#[tokio::test]
async fn a_moved_key_encrypts_nothing_and_old_data_still_decrypts() {
    let setup = Setup::new().await;
    let envelope = setup.identity.envelope();
    let mut tx = setup.db.store.tenant(setup.tenant.id).await.unwrap();
    let old = envelope.seal(&mut tx, Class::Kyc, RECORD, b"old").await.unwrap();
    tx.commit().await.unwrap();
    // A key that was copied to another generation is invalid.
    setup
        .change(
            "INSERT INTO data_keys SELECT tenant_id, class, 2, wrapped, created_at FROM data_keys WHERE class = 'kyc'",
        )
        .await;
    let mut tx = setup.db.store.tenant(setup.tenant.id).await.unwrap();
    assert!(matches!(envelope.seal(&mut tx, Class::Kyc, RECORD, b"new").await, Err(EnvelopeError::DecryptionFailed)));
    assert_eq!(&**envelope.open(&mut tx, Class::Kyc, RECORD, &old).await.unwrap(), b"old");
    let large = vec![0; PLAIN_BYTES_MAX + 1];
    assert!(matches!(envelope.seal(&mut tx, Class::Kyc, RECORD, &large).await, Err(EnvelopeError::TooLarge)));
}
