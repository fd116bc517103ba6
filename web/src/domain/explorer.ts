/** The address of a public block explorer for each network, to which the hash is appended. */
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

/** The valid characters of a hash by network encoding: hexadecimal, Base58 or Base64. */
const HASH = /^[0-9A-Za-z+/=_-]{32,100}$/

/** The explorer link of a transfer. A sandbox has no public networks. */
export function explorerUrl(network: string | undefined, hash: string, sandbox: boolean): string | undefined {
  const base = network !== undefined && Object.hasOwn(EXPLORERS, network) ? EXPLORERS[network] : undefined
  return base && !sandbox && HASH.test(hash) ? base + encodeURIComponent(hash) : undefined
}
