import type { CurrencyCode } from '../../../api/exchangeTypes'
import { peggedFrom } from '../../../domain/networks'
import type { Option, OptionGroup } from './options'

/** A currency with all its networks, payways and the balance: one row of the picker. */
export type Coin = {
  code: CurrencyCode
  name: string
  group: OptionGroup
  options: readonly Option[]
  /** The available balance, if there is money on it. */
  holds: string | undefined
  /** Whether any of its options can be chosen. */
  available: boolean
}

export type Chip = 'popular' | 'yours' | 'stable' | 'fiat' | 'all'

/** What most customers look for, most wanted first. */
const POPULAR: readonly CurrencyCode[] = ['USDT', 'BTC', 'ETH', 'USDC', 'TON', 'SOL', 'TRX', 'LTC']

/** One entry for the same money on several networks. Available coins come first. */
export function coinsOf(options: readonly Option[]): Coin[] {
  const byCode = new Map<CurrencyCode, Option[]>()
  for (const option of options) {
    const { currency } = option.endpoint
    byCode.set(currency, [...(byCode.get(currency) ?? []), option])
  }
  const coins = [...byCode].map(([code, own]) => coinOf(code, own))
  return [...coins.filter((coin) => coin.available), ...coins.filter((coin) => !coin.available)]
}

function coinOf(code: CurrencyCode, options: Option[]): Coin {
  return {
    code,
    name: options[0]?.name ?? code,
    group: options[0]?.group ?? 'crypto',
    options: inOrder(options),
    holds: options.find((option) => option.holds)?.holds,
    available: options.some((option) => option.available),
  }
}

/** A balance with money, then the networks and payways, then an empty balance; what cannot be chosen is last. */
function inOrder(options: readonly Option[]): Option[] {
  const rank = ({ available, holds, kind }: Option) => (available ? 0 : 3) + (holds ? 0 : kind === undefined ? 2 : 1)
  return [...options].sort((a, b) => rank(a) - rank(b))
}

const IS: Record<Exclude<Chip, 'all'>, (coin: Coin) => boolean> = {
  popular: (coin) => POPULAR.includes(coin.code),
  yours: (coin) => coin.holds !== undefined,
  stable: (coin) => coin.group === 'stable',
  fiat: (coin) => coin.group === 'fiat',
}

/** The chips that divide the list. A chip for none or all of it would be useless. */
export function chipsOf(coins: readonly Coin[]): Chip[] {
  const useful = (['popular', 'yours', 'stable', 'fiat'] as const).filter((chip) => {
    const count = coins.filter(IS[chip]).length
    return count > 0 && count < coins.length
  })
  return useful.length > 0 ? [...useful, 'all'] : []
}

/** The coins of a chip, and those that follow: after the popular ones, all others. */
export function underChip(coins: readonly Coin[], chip: Chip): { first: Coin[]; more: Coin[] } {
  if (chip === 'all') return { first: [...coins], more: [] }
  const first = coins.filter(IS[chip])
  if (chip !== 'popular') return { first, more: [] }
  const rank = ({ code }: Coin) => POPULAR.indexOf(code)
  const open = first.filter((coin) => coin.available).sort((a, b) => rank(a) - rank(b))
  return { first: open, more: coins.filter((coin) => !open.includes(coin)) }
}

/** Whether a press on the coin must ask how it travels: there is a choice, or something to know. */
export function asksHow({ options }: Pick<Coin, 'options'>): boolean {
  return options.length > 1 || options.some(({ endpoint }) => peggedFrom(endpoint) !== undefined)
}
