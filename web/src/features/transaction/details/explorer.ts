/** Public explorers by network, up to where the hash goes. */
const EXPLORERS: Record<string, string> = {
  arbitrum: 'https://arbiscan.io/tx/',
  base: 'https://basescan.org/tx/',
  bitcoin: 'https://mempool.space/tx/',
  bsc: 'https://bscscan.com/tx/',
  ethereum: 'https://etherscan.io/tx/',
  litecoin: 'https://litecoinspace.org/tx/',
  solana: 'https://solscan.io/tx/',
  ton: 'https://tonviewer.com/transaction/',
  tron: 'https://tronscan.org/#/transaction/',
}

/** What hashes of these networks are written in: hexadecimal, Base58 or Base64. Anything else is no hash. */
const HASH = /^[0-9A-Za-z+/=_-]{32,100}$/

/** Where to look at a transfer. A sandbox has no networks that an explorer knows. */
export function explorerUrl(network: string | undefined, hash: string, sandbox: boolean): string | undefined {
  const base = network !== undefined && Object.hasOwn(EXPLORERS, network) ? EXPLORERS[network] : undefined
  return base && !sandbox && HASH.test(hash) ? base + encodeURIComponent(hash) : undefined
}
