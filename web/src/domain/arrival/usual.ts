import type { Endpoint, PaywayInfo } from '../../api/exchangeTypes'
import { BALANCE } from '../balance'

type Network = NonNullable<PaywayInfo['network']>
type Way = { kind: PaywayInfo['kind'] | undefined; network?: Network | undefined }

/** Seconds between blocks, and the confirmations that credit a small payment, as in the server's table. */
const BLOCKS: Record<Network, { seconds: number; confirmations: number }> = {
  bitcoin: { seconds: 600, confirmations: 1 },
  litecoin: { seconds: 150, confirmations: 3 },
  ethereum: { seconds: 12, confirmations: 12 },
  bsc: { seconds: 3, confirmations: 15 },
  tron: { seconds: 3, confirmations: 20 },
  ton: { seconds: 5, confirmations: 1 },
  arbitrum: { seconds: 1, confirmations: 40 },
  base: { seconds: 2, confirmations: 10 },
  solana: { seconds: 1, confirmations: 32 },
}

/** The exchange itself, and the time until a sent payment appears. */
const OWN_SECONDS = 30

/** Seconds until `confirmations` blocks of a network, by default those of a small payment. For estimates only. */
export function networkSeconds(network: Network, confirmations = BLOCKS[network].confirmations): number {
  return BLOCKS[network].seconds * confirmations
}

/** How long money usually takes: seconds, or bank days, which depend on the bank. */
export type Usual = { seconds: number } | 'bank'

/** The usual time on one end. `undefined` while the catalogue loads. */
export function usualTime(code: Endpoint['payway'], way: Way | undefined): Usual | undefined {
  if (code === BALANCE) return { seconds: 0 }
  switch (way?.kind) {
    case 'iban':
      return 'bank'
    case 'crypto':
      return way.network ? { seconds: networkSeconds(way.network) } : undefined
    case 'card':
    case 'code':
      return { seconds: OWN_SECONDS }
    case undefined:
      return undefined
  }
}

/** The usual time from the payment to the receipt. */
export function usualArrival(given: Usual | undefined, received: Usual | undefined): Usual | undefined {
  if (!given || !received) return undefined
  if (given === 'bank' || received === 'bank') return 'bank'
  const seconds = given.seconds + received.seconds
  return { seconds: seconds === 0 ? 0 : seconds + OWN_SECONDS }
}

/** Whole minutes, at least one. */
export function aboutMinutes(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60))
}
