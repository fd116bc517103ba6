//! Access control and protocol of the signer's socket, and the restrictions of its process.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use custody::signer::{KeyAccount, Signer};
use exchange::requisite::ChainKind;
use kernel::{Network, World};
use providers::signer::{Passphrase, RemoteSigner, SeedFile};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use crate::crash::us;
use crate::process::{Agio, Folder, said};
use crate::setup::WORDS;

const FIRST: KeyAccount = KeyAccount { network: Network::Litecoin, chain: ChainKind::Regtest, number: 0 };
const PASSPHRASE: &str = "AGIO_SIGNER_PASSPHRASE_FILE";

async fn hung_up(stream: &mut UnixStream) -> bool {
    matches!(stream.read(&mut [0; 1]).await, Ok(0) | Err(_))
}

fn passphrase(folder: &Folder, name: &str, words: &str) -> String {
    let path = folder.0.join(name);
    fs::write(&path, words).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    path.display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_socket_accepts_one_account_few_connections_and_short_messages() {
    let folder = Folder::with_seed();
    let signer = Agio::signer(&folder, &[]);
    let path = folder.0.join("signer.sock");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    for nonsense in [&[0xff_u8; 8][..], b"\0\0\0\x02{}", b"\0\0\0\x05hello"] {
        let mut stranger = UnixStream::connect(&path).await.unwrap();
        stranger.write_all(nonsense).await.unwrap();
        assert!(hung_up(&mut stranger).await, "{nonsense:?}");
    }
    // A client with another protocol version gets an error.
    let mut newer = UnixStream::connect(&path).await.unwrap();
    let asked = br#"{"v":2,"body":{"ask":"hello"}}"#;
    newer.write_all(&[&u32::try_from(asked.len()).unwrap().to_be_bytes()[..], asked].concat()).await.unwrap();
    let mut answer = vec![0; 4];
    newer.read_exact(&mut answer).await.unwrap();
    answer.resize(usize::try_from(u32::from_be_bytes(answer[..4].try_into().unwrap())).unwrap(), 0);
    newer.read_exact(&mut answer).await.unwrap();
    assert!(String::from_utf8_lossy(&answer).contains("it speaks version 1 and was asked in version 2"));
    drop(newer);

    // An idle connection occupies a slot. A connection above the maximum is refused until one closes.
    let mut guests = Vec::new();
    for _ in 0..8 {
        let guest = RemoteSigner::at(path.clone(), us());
        guest.hello().await.unwrap();
        guests.push(guest);
    }
    let late = RemoteSigner::at(path.clone(), us());
    assert!(late.hello().await.is_err());
    guests.clear();
    while late.hello().await.is_err() {
        tokio::task::yield_now().await;
    }

    let status = fs::read_to_string(format!("/proc/{}/status", signer.id())).unwrap();
    let is = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    assert_eq!((is("Seccomp:"), is("NoNewPrivs:")), (Some("2"), Some("1")), "{status}");
    let limits = fs::read_to_string(format!("/proc/{}/limits", signer.id())).unwrap();
    assert!(limits.lines().any(|line| line.starts_with("Max core file size") && line.contains(" 0 ")), "{limits}");
    assert!(signer.stop().success());
    assert!(!path.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_of_another_account_are_refused() {
    let folder = Folder::with_seed();
    let path = folder.0.join("signer.sock");
    let _signer = Agio::signer(&folder, &[("AGIO_SIGNER_PEER_UID", "4242")]);
    assert!(RemoteSigner::at(path.clone(), us()).hello().await.is_err(), "the kernel tells who we are");
    drop(_signer);
    let _signer = Agio::signer(&folder, &[]);
    assert!(!RemoteSigner::at(path.clone(), us()).hello().await.unwrap(), "plain");
    let other = RemoteSigner::at(path, vec![4242]).xpub(&FIRST).await.unwrap_err();
    assert_eq!(other.to_string(), "the signer does not answer: another account than the signer's listens there");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_one_signer_for_a_seed() {
    let folder = Folder::with_seed();
    let _signer = Agio::signer(&folder, &[]);
    let (fine, words) = said(&["sign"], &folder.0, &[]);
    assert!(!fine && words.contains("another signer uses"), "{words}");
    assert!(RemoteSigner::at(folder.0.join("signer.sock"), us()).hello().await.is_ok(), "the first one still listens");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_encrypts_checks_loses_and_restores_the_seed() {
    let folder = Folder::with_seed();
    let plain = Agio::signer(&folder, &[]);
    let path = folder.0.join("signer.sock");
    let before = RemoteSigner::at(path.clone(), us()).xpub(&FIRST).await.unwrap();
    plain.stop();
    let (_, checked) = said(&["seed", "check"], &folder.0, &[]);
    assert!(checked.ends_with("It is plain: run `agio seed encrypt`."), "{checked}");

    let right = passphrase(&folder, "right", "correct horse battery");
    let wrong = passphrase(&folder, "wrong", "incorrect horse battery");
    let (fine, words) = said(&["seed", "encrypt"], &folder.0, &[]);
    assert!(!fine && words.contains(PASSPHRASE), "{words}");
    assert!(said(&["seed", "encrypt"], &folder.0, &[(PASSPHRASE, &right)]).0);
    let (fine, words) = said(&["seed", "encrypt"], &folder.0, &[(PASSPHRASE, &right)]);
    assert!(fine && words.ends_with("was encrypted with this passphrase already."), "{words}");

    let (fine, words) = said(&["sign"], &folder.0, &[(PASSPHRASE, &wrong)]);
    assert!(!fine);
    assert_eq!(words, "agio: the passphrase does not open the seed: it is another one, or the file is damaged");
    let (fine, words) = said(&["sign"], &folder.0, &[]);
    assert!(!fine && words.contains("name the file with its passphrase in AGIO_SIGNER_PASSPHRASE_FILE"), "{words}");

    // Lost, and restored from the written phrase.
    let seed = SeedFile::of(&folder.0);
    fs::remove_file(seed.path()).unwrap();
    seed.create(WORDS, Some(&Passphrase::of("correct horse battery").unwrap()), &World::system()).unwrap();
    let sealed = Agio::signer(&folder, &[(PASSPHRASE, &right)]);
    let remote = RemoteSigner::at(path, us());
    assert!(remote.hello().await.unwrap(), "encrypted");
    assert_eq!(remote.xpub(&FIRST).await.unwrap(), before, "the same keys");
    assert!(sealed.stop().success());
}
