import type { CurrencyCode, Endpoint, PaywayInfo } from '../api/exchangeTypes'

type Network = NonNullable<PaywayInfo['network']>

/** The name of each network, the same in every language, and the coin whose icon represents it. */
const NETWORKS: Record<Network, { name: string; coin: string }> = {
  bitcoin: { name: 'Bitcoin', coin: 'BTC' },
  litecoin: { name: 'Litecoin', coin: 'LTC' },
  ethereum: { name: 'Ethereum', coin: 'ETH' },
  bsc: { name: 'BNB Smart Chain', coin: 'BNB' },
  tron: { name: 'TRON', coin: 'TRX' },
  ton: { name: 'TON', coin: 'TON' },
  arbitrum: { name: 'Arbitrum', coin: 'ARB' },
  base: { name: 'Base', coin: 'Base' },
  solana: { name: 'Solana', coin: 'SOL' },
}

export function networkName(network: Network): string {
  return NETWORKS[network].name
}

/** The coin whose logo marks a network. */
export function networkCoin(network: Network): string {
  return NETWORKS[network].coin
}

/** Coins that this payway carries as a token of another network, and the network that their own wallets use. */
const PEGGED: Partial<Record<CurrencyCode, { payway: Endpoint['payway']; own: string }>> = {
  DOGE: { payway: 'bep20', own: 'Dogecoin' },
}

/** The coin's own network, if the endpoint carries a pegged token that the coin's own wallets cannot receive. */
export function peggedFrom({ currency, payway }: Endpoint): string | undefined {
  const pegged = PEGGED[currency]
  return pegged?.payway === payway ? pegged.own : undefined
}
