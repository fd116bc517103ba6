import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real Litecoin node in regtest mode. It stays below block height 432, where MWEB would require a peg-in. */
export type LitecoinNode = {
  /** The value of AGIO_LITECOIN_RPC. */
  url: string
  stop: () => Promise<void>
}

const USER = 'agio'
const PASSWORD = 'regtest'
const HEIGHT_MAX = 431

type RpcAnswer = { result: unknown; error: { message: string } | null }

/** Sends one JSON-RPC call; `wallet` selects the wallet's endpoint. Throws with the node's error message. */
export async function rpc(url: string, method: string, params: unknown[] = [], wallet?: string): Promise<unknown> {
  const address = new URL(url)
  const authorization = `Basic ${Buffer.from(`${address.username}:${address.password}`).toString('base64')}`
  const answer = await fetch(`http://${address.host}${wallet ? `/wallet/${wallet}` : '/'}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '1.0', id: 'e2e', method, params }),
  })
  const { result, error } = (await answer.json()) as RpcAnswer
  if (error) throw new Error(`litecoind ${method}: ${error.message}`)
  return result
}

/** Mines `count` blocks to the test wallet. Refuses to exceed the height where MWEB activates. */
export async function mine(url: string, count: number): Promise<void> {
  const height = Number(await rpc(url, 'getblockcount'))
  if (height + count > HEIGHT_MAX) throw new Error(`mining ${count} blocks would pass height ${HEIGHT_MAX}`)
  const address = await rpc(url, 'getnewaddress', ['', 'bech32'], 'payer')
  await rpc(url, 'generatetoaddress', [count, address])
}

/** Pays from the test wallet and returns the transaction's id; nothing is mined. */
export async function pay(url: string, address: string, amount: string): Promise<string> {
  return String(await rpc(url, 'sendtoaddress', [address, amount], 'payer'))
}

/** Starts a node with 110 blocks, so that the payer has mature coins. */
export async function startLitecoin(port: number): Promise<LitecoinNode> {
  const data = await mkdtemp(join(tmpdir(), 'agio-litecoin-'))
  const settings = ['regtest=1', 'server=1', 'txindex=1', 'fallbackfee=0.0002', 'listen=0', '[regtest]']
  const access = [
    `rpcuser=${USER}`,
    `rpcpassword=${PASSWORD}`,
    `rpcport=${port}`,
    'rpcbind=127.0.0.1',
    'rpcallowip=127.0.0.1',
  ]
  await writeFile(join(data, 'litecoin.conf'), [...settings, ...access, ''].join('\n'))
  const node = spawn('litecoind', [`-datadir=${data}`], { stdio: 'ignore' })
  const url = `http://${USER}:${PASSWORD}@127.0.0.1:${port}`
  await answering(url, node)
  await rpc(url, 'createwallet', ['payer'])
  await mine(url, 110)
  const stop = async () => {
    const ended = new Promise((resolve) => node.once('exit', resolve))
    node.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
  return { url, stop }
}

async function answering(url: string, node: ChildProcess): Promise<void> {
  let failure: unknown
  node.once('error', (error) => {
    failure = new Error(`litecoind did not start (apt-get install litecoind): ${error.message}`)
  })
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (failure) throw failure
    if (node.exitCode !== null) throw new Error(`litecoind ended with code ${node.exitCode}`)
    // While starting, the node answers with an error or not at all, so the call is repeated.
    const ready = await rpc(url, 'getblockcount').then(
      () => true,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('litecoind did not answer within 30 s')
}
