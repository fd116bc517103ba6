//! A signer that is killed during a request, and the payout that is still made exactly once.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use custody::signer::Signer;
use custody::{CustodyLimits, PayoutState};
use providers::signer::RemoteSigner;
use serde_json::{Value, json};
use store::testing::TestDb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::node::Node;
use crate::process::{Agio, Folder};
use crate::setup::{Setup, adapter, ltc, transaction};

/// The test's own account, which the signer has too.
pub fn us() -> Vec<u32> {
    vec![std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap())]
}

pub async fn setup(db: &TestDb, node: &Node, signer: Arc<dyn Signer>) -> Setup {
    let adapter = Arc::new(adapter(&node.address()).await);
    Setup::signed(db.store.clone(), adapter, CustodyLimits::default(), signer).await
}

async fn frame(stream: &mut UnixStream) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).await.ok()?;
    let mut bytes = vec![0; usize::try_from(u32::from_be_bytes(length)).unwrap()];
    stream.read_exact(&mut bytes).await.ok()?;
    Some(bytes)
}

async fn send(stream: &mut UnixStream, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).unwrap().to_be_bytes();
    stream.write_all(&[&length[..], bytes].concat()).await.unwrap();
}

/// When the signer is killed.
#[derive(Clone, Copy, PartialEq)]
enum Moment {
    /// The request has arrived but was not read.
    Asked,
    /// It has signed, but the worker has not received the response.
    Signed,
}

/// A proxy between worker and signer, which kills the signer at the first payment.
struct Between {
    signer: Mutex<Option<Agio>>,
    path: PathBuf,
    moment: Moment,
    /// The signer's lost response.
    lost: Mutex<Option<Value>>,
}

impl Between {
    async fn stand(self: Arc<Self>, listener: UnixListener) {
        loop {
            let (mut worker, _) = listener.accept().await.unwrap();
            // The signer is dead, so the worker's connection is closed.
            let Ok(mut signer) = UnixStream::connect(&self.path).await else { continue };
            while let Some(question) = frame(&mut worker).await {
                let payment = String::from_utf8_lossy(&question).contains("\"sign\"");
                let victim = if payment { self.signer.lock().unwrap().take() } else { None };
                if victim.is_none() || self.moment == Moment::Signed {
                    send(&mut signer, &question).await;
                    let Some(answer) = frame(&mut signer).await else { break };
                    match &victim {
                        None => send(&mut worker, &answer).await,
                        Some(_) => *self.lost.lock().unwrap() = serde_json::from_slice(&answer).ok(),
                    }
                }
                if let Some(victim) = victim {
                    victim.kill();
                    break;
                }
            }
        }
    }
}

async fn paid_once_though_killed(moment: Moment) {
    let (db, node, folder) = (TestDb::new().await, Node::start().await, Folder::with_seed());
    let (path, between) = (folder.0.join("signer.sock"), folder.0.join("between.sock"));
    let killer = Between {
        signer: Mutex::new(Some(Agio::signer(&folder, &[]))),
        path: path.clone(),
        moment,
        lost: Mutex::new(None),
    };
    let killer = Arc::new(killer);
    let listener = UnixListener::bind(&between).unwrap();
    let running = tokio::spawn(killer.clone().stand(listener));
    let setup = setup(&db, &node, Arc::new(RemoteSigner::at(between, us()))).await;
    setup.fund(&node, 2).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1.25")).await;
    setup.work().await;

    let payout = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    assert_eq!((payout.state, setup.heard(1).len()), (PayoutState::Built, 0), "it waits");
    assert_eq!(killer.lost.lock().unwrap().is_some(), moment == Moment::Signed);
    assert_eq!(folder.journal().len(), usize::from(moment == Moment::Signed));
    assert!(node.ask("getrawmempool", json!([])).await.as_array().unwrap().is_empty());

    let _signer = Agio::signer(&folder, &[]);
    setup.wait(120);
    setup.settle().await;
    assert_eq!(setup.heard(1), ["sent"]);
    let sent = setup.custody.payout(setup.tenant, transaction(1), 2).await.unwrap().unwrap();
    if let Some(lost) = killer.lost.lock().unwrap().take() {
        assert_eq!(sent.txid.as_deref(), lost["body"]["txid"].as_str(), "the same bytes again");
    }
    node.mine(3).await;
    setup.settle().await;
    assert_eq!(node.received(&payee).await, (1, "1.25000000".to_owned()));
    assert_eq!(folder.journal().len(), 1, "counted once");
    running.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signer_killed_before_signing_delays_the_payout() {
    paid_once_though_killed(Moment::Asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signer_killed_after_signing_signs_the_same_again() {
    paid_once_though_killed(Moment::Signed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_of_a_day_outlives_the_signer() {
    let (db, node, folder) = (TestDb::new().await, Node::start().await, Folder::with_seed());
    let limit = [("AGIO_SIGNER_LITECOIN_PER_DAY", "2.5")];
    let signer = Agio::signer(&folder, &limit);
    let setup = setup(&db, &node, Arc::new(RemoteSigner::at(folder.0.join("signer.sock"), us()))).await;
    setup.fund(&node, 3).await;
    let payee = node.payer_address().await;
    setup.ask_payout(1, &payee, ltc("1.5")).await;
    setup.work().await;
    assert_eq!((setup.heard(1), setup.held()), (vec!["sent".to_owned()], vec![]));

    signer.kill();
    let signer = Agio::signer(&folder, &limit);
    setup.ask_payout(2, &payee, ltc("1.5")).await;
    setup.work().await;
    assert!(setup.heard(2).is_empty());
    let held = setup.held();
    assert!(held[0].starts_with("the signer refused (per_day): 1.5"), "{held:?}");
    assert!(held[0].ends_with(" LTC of 2.50000000 LTC for 24 hours are spent already"), "{held:?}");

    // The operator raises the limit.
    signer.stop();
    let _signer = Agio::signer(&folder, &[("AGIO_SIGNER_LITECOIN_PER_DAY", "5")]);
    setup.wait(180);
    setup.settle().await;
    assert_eq!(setup.heard(2), ["sent"]);
    node.mine(1).await;
    assert_eq!(node.received(&payee).await.0, 2);
}
