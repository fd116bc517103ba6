import type {
  CurrencyInfo,
  Direction,
  Endpoint,
  MovementKind,
  PaywayInfo,
  PaywayPause,
  Side,
} from '../../../api/exchangeTypes'
import { BALANCE } from '../../../domain/balance'
import type { Held } from '../../../domain/held'
import type { Catalogue } from '../../../domain/catalogue'
import { compareDecimals } from '../../../domain/decimal'
import { isStanding, type MoneyFlow, pausesOf } from '../../../domain/paywayPause/pauses'
import type { PayoutKind } from '../draft'

/** One row of the picker: a currency on one payway, with the reason if it is unavailable. */
export type Option = {
  key: string
  endpoint: Endpoint
  name: string
  paywayName: string
  network: PaywayInfo['network'] | undefined
  /** The kind of the payway. A balance has none. */
  kind: PaywayInfo['kind'] | undefined
  /** Whether an address needs a memo. */
  memo: boolean
  /** The server's names, for a search in another language. */
  also: string
  group: OptionGroup
  /** The available balance, if this row is a balance with money. */
  holds: string | undefined
  /** The minimum of a deposit this way, which has no other end to choose. */
  least?: string | undefined
  /** The range of one payment this way, over all directions that are open. */
  range?: Range | undefined
  available: boolean
  /** The server's reason code, or ours if only the catalogue decides: see `useReason`. */
  reason: string | undefined
  /** The pause of the payway that makes it unavailable. */
  pause?: PaywayPause | undefined
}

export type Range = { min: string; max: string }

export type OptionGroup = 'fiat' | 'stable' | 'crypto'

// Specification, "What the product does": the stable-coin list.
const STABLE = new Set(['USDT', 'EURC', 'USDC'])

export function endpointKey(endpoint: Endpoint): string {
  return `${endpoint.currency}:${endpoint.payway}`
}

export function sameEndpoint(a: Endpoint | undefined, b: Endpoint | undefined): boolean {
  return a?.currency === b?.currency && a?.payway === b?.payway
}

/** The kind of currency at each end: a purchase gives fiat, a sale gives crypto, a swap is crypto only. */
export function kindOf(side: Side, end: 'from' | 'to'): CurrencyInfo['kind'] {
  if (side === 'SWAP') return 'crypto'
  return (side === 'BUY') === (end === 'from') ? 'fiat' : 'crypto'
}

/** Whether balances are offered, and the amounts once they have loaded. */
export type OnBalances = { offered: boolean; held: Held | undefined }

/** Whether an end of a balance movement is the balance itself. */
function isOnBalance(kind: MovementKind, end: 'from' | 'to'): boolean {
  if (kind === 'CONVERT') return true
  return kind === (end === 'from' ? 'WITHDRAW' : 'DEPOSIT')
}

export type Row = Omit<Option, 'available' | 'reason' | 'pause'>

/** All rows of an end; for each currency the balance before the payways. */
export function rows(
  catalogue: Catalogue,
  kind: MovementKind,
  end: 'from' | 'to',
  { offered, held }: OnBalances,
  wanted?: Endpoint,
): Row[] {
  const side = isExchange(kind) ? kindOf(kind, end) : undefined
  const currencies = catalogue.currencies.filter((currency) => !side || currency.kind === side)
  const balance = (currency: Catalogue['currencies'][number]) => ({
    ...rowOf(currency, BALANCE, undefined),
    paywayName: side ? (catalogue.balance ?? BALANCE) : '',
    holds: held?.get(currency.code),
  })
  // A source balance needs money; the selected one stays in the list anyway.
  const isShown = (code: string) =>
    end === 'to' || held?.has(code) || (wanted?.payway === BALANCE && wanted.currency === code)
  if (isOnBalance(kind, end)) {
    return currencies.filter(({ code }) => !held?.size || isShown(code)).map(balance)
  }
  const payways = new Map<string, Catalogue['payways'][number]>(catalogue.payways.map((way) => [way.code, way]))
  return currencies.flatMap((currency) => [
    ...(side && offered && isShown(currency.code) ? [balance(currency)] : []),
    ...currency.payways.map((code) => rowOf(currency, code, payways.get(code))),
  ])
}

function rowOf(
  currency: Catalogue['currencies'][number],
  code: Endpoint['payway'],
  payway: Catalogue['payways'][number] | undefined,
): Row {
  return {
    key: `${currency.code}:${code}`,
    endpoint: { currency: currency.code, payway: code },
    name: currency.name,
    paywayName: payway?.name ?? code.toUpperCase(),
    network: payway?.network,
    kind: payway?.kind,
    memo: payway?.memo ?? false,
    also: `${currency.serverName ?? ''} ${payway?.serverName ?? (code === BALANCE ? BALANCE : '')}`,
    group: currency.kind === 'fiat' ? 'fiat' : STABLE.has(currency.code) ? 'stable' : 'crypto',
    holds: undefined,
  }
}

function isExchange(kind: MovementKind): kind is Side {
  return kind === 'BUY' || kind === 'SELL' || kind === 'SWAP'
}

function isOfKind(way: Direction, kind: MovementKind): boolean {
  return !isExchange(kind) || way.side === kind
}

/**
 * The options to give; unavailable ones stay in the list with their reason. Directions are known for one currency at a
 * time: they decide for its payways, and the catalogue decides for other currencies.
 */
export function fromOptions(
  kind: MovementKind,
  catalogue: Catalogue,
  directions: readonly Direction[],
  balances: OnBalances,
  wanted?: Endpoint,
): Option[] {
  const known = directions[0]?.from_currency
  const sellable = new Set(catalogue.currencies.filter((one) => one.can_sell).map((one) => one.code))
  return rows(catalogue, kind, 'from', balances, wanted).map((row) => {
    const { currency, payway } = row.endpoint
    if (currency !== known)
      return { ...row, ...judged(!isExchange(kind) || sellable.has(currency), pauseOf(catalogue, payway, 'IN')) }
    const found = directions.filter((way) => isOfKind(way, kind) && way.from_payway === payway && leadsTo(kind, way))
    const least = kind === 'DEPOSIT' ? found.find((way) => way.available)?.min_from : undefined
    return { ...row, ...verdict(found), least, range: widest(found, ['min_from', 'max_from']) }
  })
}

/** Whether a direction fits the kind: both ends of a deposit or withdrawal have the same currency. */
function leadsTo(kind: MovementKind, way: Direction): boolean {
  if (isExchange(kind)) return true
  if (kind === 'CONVERT') return way.to_payway === BALANCE
  return way.to_currency === way.from_currency
}

/** The options to receive for `from`. Only the catalogue decides until the directions have loaded. */
export function toOptions(
  kind: MovementKind,
  from: Endpoint | undefined,
  catalogue: Catalogue,
  directions: readonly Direction[],
  balances: OnBalances,
): Option[] {
  const known = directions[0]?.from_currency === from?.currency
  const buyable = new Set(catalogue.currencies.filter((one) => one.can_buy).map((one) => one.code))
  const sameCurrency = kind === 'DEPOSIT' || kind === 'WITHDRAW'
  // Crypto to the balance of the same currency is a deposit, not an exchange.
  const isDeposit = ({ endpoint }: Row) => isExchange(kind) && isBalanceOf(endpoint, from?.currency)
  return rows(catalogue, kind, 'to', balances)
    .filter((row) => !sameEndpoint(row.endpoint, from) && !isDeposit(row))
    .filter((row) => !sameCurrency || row.endpoint.currency === from?.currency)
    .map((row) => {
      const { currency, payway } = row.endpoint
      if (!known)
        return { ...row, ...judged(!isExchange(kind) || buyable.has(currency), pauseOf(catalogue, payway, 'OUT')) }
      const found = directions.filter(
        (way) =>
          isOfKind(way, kind) &&
          way.from_payway === from?.payway &&
          way.to_currency === currency &&
          way.to_payway === payway,
      )
      return { ...row, ...verdict(found), range: widest(found, ['min_to', 'max_to']) }
    })
}

type Bound = 'min_from' | 'max_from' | 'min_to' | 'max_to'

/** The smallest minimum and the largest maximum of the directions that are open. */
function widest(found: readonly Direction[], [min, max]: [Bound, Bound]): Range | undefined {
  const open = found.filter((way) => way.available)
  const [first] = open
  if (!first) return undefined
  const pick = (name: Bound, wanted: -1 | 1) =>
    open.reduce((best, way) => (compareDecimals(way[name], best) === wanted ? way[name] : best), first[name])
  return { min: pick(min, -1), max: pick(max, 1) }
}

/** The availability by the catalogue, which gives no reason for a particular pair but that its payway is off. */
function judged(available: boolean, pause: PaywayPause | undefined): Pick<Option, 'available' | 'reason' | 'pause'> {
  if (pause) return { available: false, reason: 'PAYWAY_PAUSED', pause }
  return { available, reason: available ? undefined : 'CURRENCY_UNAVAILABLE' }
}

function pauseOf({ payways }: Catalogue, payway: string, flow: MoneyFlow): PaywayPause | undefined {
  const now = Date.now()
  const known = payways.find(({ code }) => code === payway)
  return pausesOf(known, flow, now).find((pause) => isStanding(pause, now))
}

function verdict(found: readonly Direction[]): Pick<Option, 'available' | 'reason' | 'pause'> {
  if (found.some((way) => way.available)) return { available: true, reason: undefined }
  const refused = found.find((way) => way.pause) ?? found.find((way) => way.reason)
  return { available: false, reason: refused?.reason ?? undefined, pause: refused?.pause }
}

function isBalanceOf({ currency, payway }: Endpoint, wanted: string | undefined): boolean {
  return payway === BALANCE && currency === wanted
}

/**
 * The endpoint to show if the wanted one is unavailable: the same currency first, then any. Returns `undefined` if
 * there is none. A balance replaces only a balance, unless nothing else is available.
 */
export function settle(options: readonly Option[], wanted: Endpoint | undefined): Endpoint | undefined {
  const isUsual = ({ endpoint }: Option) => (endpoint.payway === BALANCE) === (wanted?.payway === BALANCE)
  const all = options.filter((option) => option.available)
  const open = [...all.filter(isUsual), ...all.filter((option) => !isUsual(option))]
  const exact = open.find((option) => sameEndpoint(option.endpoint, wanted))
  const sameCurrency = open.find((option) => option.endpoint.currency === wanted?.currency)
  return (exact ?? sameCurrency ?? open[0])?.endpoint
}

/** The kind of payout to an endpoint. */
export function payoutKindOf(to: Endpoint | undefined, payways: readonly PaywayInfo[]): PayoutKind {
  if (to?.payway === BALANCE) return 'balance'
  const kind = payways.find((way) => way.code === to?.payway)?.kind
  return kind === 'card' || kind === 'iban' || kind === 'code' ? kind : 'address'
}

/** The direction between two endpoints, for its limits and availability. */
export function directionOf(
  directions: readonly Direction[],
  kind: MovementKind,
  from: Endpoint | undefined,
  to: Endpoint | undefined,
): Direction | undefined {
  return directions.find(
    (way) =>
      isOfKind(way, kind) &&
      way.from_currency === from?.currency &&
      way.from_payway === from?.payway &&
      way.to_currency === to?.currency &&
      way.to_payway === to?.payway,
  )
}

/** The opposite side: a purchase becomes a sale, a swap stays a swap. */
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
