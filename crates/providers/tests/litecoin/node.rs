//! The litecoind of one test.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use providers::bitcoin::RpcClient;
use serde_json::{Value, json};

static STARTED: AtomicU32 = AtomicU32::new(0);
const START_MAX: Duration = Duration::from_secs(60);

pub struct Node {
    child: Option<Child>,
    folder: PathBuf,
    /// A password of its own for each node, so that no test uses another test's node: two may get the same free port.
    password: String,
    port: u16,
    pub rpc: RpcClient,
}

impl Node {
    /// A node with a payer's wallet that contains one mature coinbase output.
    pub async fn start() -> Self {
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let password = format!("{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(format!("agio-litecoin-{password}"));
        std::fs::create_dir_all(&folder).unwrap();
        let mut node = Self { child: None, rpc: client(&password, 0), folder, password, port: 0 };
        let begun = Instant::now();
        loop {
            node.port = free_port();
            node.rpc = client(&node.password, node.port);
            if node.answers(begun).await {
                break;
            }
        }
        node.ask("createwallet", json!(["payer"])).await;
        node.mine(101).await;
        node
    }

    pub fn address(&self) -> String {
        address(&self.password, self.port)
    }

    /// Starts the process on the existing folder.
    pub async fn resume(&mut self) {
        let begun = Instant::now();
        while !self.answers(begun).await {}
        // A restarted node does not load the wallet.
        self.ask("loadwallet", json!(["payer"])).await;
    }

    /// Starts the process and waits until it answers; false if it ended instead, for example because its port is in
    /// use.
    async fn answers(&mut self, begun: Instant) -> bool {
        let mut child = self.spawn();
        while self.rpc.call::<u64>("getblockcount", json!([])).await.is_err() {
            assert!(begun.elapsed() < START_MAX, "litecoind did not answer");
            if child.try_wait().unwrap().is_some() {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.child = Some(child);
        true
    }

    fn spawn(&self) -> Child {
        let child = Command::new("litecoind")
            .args([
                "-regtest",
                "-server",
                "-listen=0",
                "-listenonion=0",
                "-dnsseed=0",
                "-fallbackfee=0.0002",
                "-mempoolreplacement=1",
            ])
            .args(["-rpcuser=u", "-rpcbind=127.0.0.1", "-rpcallowip=127.0.0.1", "-printtoconsole=0"])
            .arg(format!("-rpcpassword={}", self.password))
            .arg(format!("-datadir={}", self.folder.display()))
            .arg(format!("-rpcport={}", self.port))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        child.expect("litecoind is installed: run scripts/setup test")
    }

    /// Stops the process, to simulate an outage.
    pub async fn stop(&mut self) {
        self.ask("stop", json!([])).await;
        if let Some(mut child) = self.child.take() {
            child.wait().unwrap();
        }
    }

    pub async fn ask(&self, method: &str, params: Value) -> Value {
        self.rpc.call(method, params).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    pub async fn payer_address(&self) -> String {
        self.ask("getnewaddress", json!(["", "bech32"])).await.as_str().unwrap().to_owned()
    }

    pub async fn mine(&self, blocks: u32) {
        let to = self.payer_address().await;
        self.ask("generatetoaddress", json!([blocks, to])).await;
    }

    /// Mines empty blocks and leaves the mempool unchanged.
    pub async fn mine_empty(&self, blocks: u32) {
        let to = self.payer_address().await;
        for _ in 0..blocks {
            self.ask("generateblock", json!([to, []])).await;
        }
    }

    /// Sends whole coins from the payer; returns the transaction's id.
    pub async fn pay(&self, address: &str, coins: &str) -> String {
        let coins: serde_json::Number = coins.parse().unwrap();
        self.ask("sendtoaddress", json!([address, coins])).await.as_str().unwrap().to_owned()
    }

    /// The number of transactions in the chain that pay to `address`, and their total.
    pub async fn received(&self, address: &str) -> (usize, String) {
        let script = self.ask("getaddressinfo", json!([address])).await;
        let script = script["scriptPubKey"].as_str().unwrap().to_owned();
        let tip = self.ask("getblockcount", json!([])).await.as_u64().unwrap();
        let mut found = Vec::new();
        for height in 1..=tip {
            let hash = self.ask("getblockhash", json!([height])).await;
            let block = self.ask("getblock", json!([hash, 2])).await;
            let outputs = block["tx"].as_array().unwrap().iter().flat_map(|tx| tx["vout"].as_array().unwrap().clone());
            found.extend(
                outputs.filter(|out| out["scriptPubKey"]["hex"] == script.as_str()).map(|out| out["value"].to_string()),
            );
        }
        (found.len(), found.join(" "))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn address(password: &str, port: u16) -> String {
    format!("http://u:{password}@127.0.0.1:{port}")
}

fn client(password: &str, port: u16) -> RpcClient {
    RpcClient::new(&address(password, port)).unwrap()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
