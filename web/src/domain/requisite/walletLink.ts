import type { Endpoint, PaywayInfo } from '../../api/exchangeTypes'
import { readLink } from '../../rules/link'

/** Parsed text of the address field: an address, and the memo and amount of a payment link. */
export type Entered = { value: string; amount?: string; memo?: string; code?: string }

/** Parses a payment link. Other text and rejected links stay in the field unchanged. */
export function entered(text: string, to: Endpoint, payway: PaywayInfo | undefined, scale: number): Entered {
  const link = payway?.network
    ? readLink(text.trim(), { network: payway.network, currency: to.currency, scale })
    : undefined
  if (!link) return { value: text }
  if ('code' in link) return { value: text, code: link.code }
  const { address, ...asked } = link
  return { value: address, ...asked }
}
