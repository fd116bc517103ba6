import type { CurrencyInfo, Direction, Endpoint, Side } from '../../../api/exchangeTypes'
import type { Catalogue } from '../../../flow/catalogue'

/** One row of the picker: a currency on one payway, with the reason when it cannot be chosen. */
export type Option = {
  key: string
  endpoint: Endpoint
  name: string
  paywayName: string
  network: string | undefined
  /** What the server calls both, for those who search by it in another language. */
  also: string
  group: OptionGroup
  available: boolean
  /** The server's code for it, or ours where the catalogue alone decides: see `useReason`. */
  reason: string | undefined
}

export type OptionGroup = 'fiat' | 'stable' | 'crypto'

// Specification section 1: the stable-coin list.
const STABLE = new Set(['USDT', 'EURC', 'USDC'])

export function endpointKey(endpoint: Endpoint): string {
  return `${endpoint.currency}:${endpoint.payway}`
}

export function sameEndpoint(a: Endpoint | undefined, b: Endpoint | undefined): boolean {
  return a?.currency === b?.currency && a?.payway === b?.payway
}

/** Which kind of currency stands on each end: a purchase gives fiat, a sale gives crypto, a swap is crypto only. */
export function kindOf(side: Side, end: 'from' | 'to'): CurrencyInfo['kind'] {
  if (side === 'SWAP') return 'crypto'
  return (side === 'BUY') === (end === 'from') ? 'fiat' : 'crypto'
}

function rows(catalogue: Catalogue, kind: CurrencyInfo['kind']): Omit<Option, 'available' | 'reason'>[] {
  const payways = new Map(catalogue.payways.map((payway) => [payway.code, payway]))
  return catalogue.currencies
    .filter((currency) => currency.kind === kind)
    .flatMap((currency) =>
      currency.payways.map((code) => {
        const payway = payways.get(code)
        return {
          key: `${currency.code}:${code}`,
          endpoint: { currency: currency.code, payway: code },
          name: currency.name,
          paywayName: payway?.name ?? code.toUpperCase(),
          network: payway?.network ?? undefined,
          also: `${currency.serverName ?? ''} ${payway?.serverName ?? ''}`,
          group: kind === 'fiat' ? 'fiat' : STABLE.has(currency.code) ? 'stable' : ('crypto' as OptionGroup),
        }
      }),
    )
}

/**
 * What may be given. What cannot be stays in the list with its reason. Directions are known for one currency at a
 * time: its payways are judged by them, the other currencies by the catalogue.
 */
export function fromOptions(side: Side, catalogue: Catalogue, directions: readonly Direction[]): Option[] {
  const known = directions[0]?.from_currency
  const sellable = new Set(catalogue.currencies.filter((one) => one.can_sell).map((one) => one.code))
  return rows(catalogue, kindOf(side, 'from')).map((row) => {
    const { currency, payway } = row.endpoint
    if (currency !== known) return { ...row, ...judged(sellable.has(currency)) }
    const found = directions.filter((way) => way.side === side && way.from_payway === payway)
    return { ...row, ...verdict(found) }
  })
}

/** What may be received for `from`; by the catalogue alone while its directions are still on their way. */
export function toOptions(
  side: Side,
  from: Endpoint | undefined,
  catalogue: Catalogue,
  directions: readonly Direction[],
): Option[] {
  const known = directions[0]?.from_currency === from?.currency
  const buyable = new Set(catalogue.currencies.filter((one) => one.can_buy).map((one) => one.code))
  return rows(catalogue, kindOf(side, 'to'))
    .filter((row) => !sameEndpoint(row.endpoint, from))
    .map((row) => {
      const { currency, payway } = row.endpoint
      if (!known) return { ...row, ...judged(buyable.has(currency)) }
      const found = directions.filter(
        (way) =>
          way.side === side &&
          way.from_payway === from?.payway &&
          way.to_currency === currency &&
          way.to_payway === payway,
      )
      return { ...row, ...verdict(found) }
    })
}

/** By the catalogue alone: it knows of no pair, and so none is at fault. */
function judged(available: boolean): Pick<Option, 'available' | 'reason'> {
  return { available, reason: available ? undefined : 'CURRENCY_UNAVAILABLE' }
}

function verdict(found: readonly Direction[]): Pick<Option, 'available' | 'reason'> {
  if (found.some((way) => way.available)) return { available: true, reason: undefined }
  return { available: false, reason: found.find((way) => way.reason)?.reason ?? undefined }
}

/** The endpoint to show when the wanted one cannot be: same currency first, then any; undefined when nothing is offered. */
export function settle(options: readonly Option[], wanted: Endpoint | undefined): Endpoint | undefined {
  const open = options.filter((option) => option.available)
  const exact = open.find((option) => sameEndpoint(option.endpoint, wanted))
  const sameCurrency = open.find((option) => option.endpoint.currency === wanted?.currency)
  return (exact ?? sameCurrency ?? open[0])?.endpoint
}

/** The direction between two endpoints, for its limits and its availability. */
export function directionOf(
  directions: readonly Direction[],
  side: Side,
  from: Endpoint | undefined,
  to: Endpoint | undefined,
): Direction | undefined {
  return directions.find(
    (way) =>
      way.side === side &&
      way.from_currency === from?.currency &&
      way.from_payway === from?.payway &&
      way.to_currency === to?.currency &&
      way.to_payway === to?.payway,
  )
}

/** The other way round: a purchase becomes a sale of the same pair, a swap changes its ends. */
export function flipped(side: Side): Side {
  switch (side) {
    case 'BUY':
      return 'SELL'
    case 'SELL':
      return 'BUY'
    case 'SWAP':
      return 'SWAP'
  }
}
