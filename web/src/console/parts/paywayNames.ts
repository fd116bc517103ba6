import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { components } from '../api/schema.gen'

type Endpoint = components['schemas']['EndpointCode']

/** Names that are the same in every language, as the server's catalogue states them. */
const NAMES: Record<Endpoint, string | MessageDescriptor> = {
  balance: msg`Balance`,
  customer: msg`Another customer`,
  iban: msg`Bank transfer`,
  card: msg`Card`,
  tron: 'TRON',
  mono: 'Mono',
  sol: 'Solana',
  spl: 'Solana SPL',
  arbitrum_eth: 'Arbitrum ETH',
  arbitrum_erc20: 'Arbitrum ERC20',
  base: 'Base',
  arbitrum: 'Arbitrum',
  blik: 'BLIK',
  bybitpay: 'Bybit Pay',
  whitebit: 'WhiteBIT',
  eth: 'Ethereum',
  ltc: 'Litecoin',
  btc: 'Bitcoin',
  visamc: 'Visa / MC',
  trc20: 'TRC20',
  bsc: 'BSC',
  bep20: 'BEP20',
  erc20: 'ERC20',
  ton: 'TON',
}

type Payway = components['schemas']['PaywayCode']

export const isPayway = (code: string): code is Payway =>
  Object.hasOwn(NAMES, code) && code !== 'balance' && code !== 'customer'

/** The payways of the catalogue. */
export const PAYWAYS = Object.keys(NAMES).filter(
  (code): code is Exclude<Payway, 'card'> => isPayway(code) && code !== 'card',
)

export const isEndpoint = (code: string): code is Endpoint => Object.hasOwn(NAMES, code)

/** The name of a payway, of the balance or of another customer. */
export function usePaywayName(): (code: Endpoint) => string {
  const { _ } = useLingui()
  return (code) => {
    const name = NAMES[code]
    return typeof name === 'string' ? name : _(name)
  }
}
