import type { Endpoint, PaywayInfo } from '../../api/exchangeTypes'
import { readLink } from '../../rules/link'

/** Text of the address field after somebody typed or pasted: an address, and what came with it in a wallet's link. */
export type Entered = { value: string; amount?: string; memo?: string; code?: string }

/** Takes a wallet's link apart. What is none, or is refused, stays in the field as it was pasted. */
export function entered(text: string, to: Endpoint, payway: PaywayInfo | undefined, scale: number): Entered {
  const link = payway?.network
    ? readLink(text.trim(), { network: payway.network, currency: to.currency, scale })
    : undefined
  if (!link) return { value: text }
  if ('code' in link) return { value: text, code: link.code }
  const { address, ...asked } = link
  return { value: address, ...asked }
}
