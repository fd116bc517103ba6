import type { CurrencyInfo, Direction, Endpoint, MovementKind, Side } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../flow/balance'
import type { Held } from '../../../flow/held'
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
  /** What can be taken from the balance, where it is one that has something. */
  holds: string | undefined
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

/** What is known of balances: whether any are offered here, and what stands on them once that is known. */
export type OnBalances = { offered: boolean; held: Held | undefined }

/** Whether an end of a movement of a balance is the balance itself. */
function isOnBalance(kind: MovementKind, end: 'from' | 'to'): boolean {
  if (kind === 'CONVERT') return true
  return kind === (end === 'from' ? 'WITHDRAW' : 'DEPOSIT')
}

type Row = Omit<Option, 'available' | 'reason'>

/** Every row of an end, a currency's balance before its payways. */
function rows(
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
  // Money is taken from where there is some; what was chosen stays in the list.
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
    network: payway?.network ?? undefined,
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
 * What may be given. What cannot be stays in the list with its reason. Directions are known for one currency at a
 * time: its payways are judged by them, the other currencies by the catalogue.
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
    if (currency !== known) return { ...row, ...judged(!isExchange(kind) || sellable.has(currency)) }
    const found = directions.filter((way) => isOfKind(way, kind) && way.from_payway === payway && leadsTo(kind, way))
    return { ...row, ...verdict(found) }
  })
}

/** Whether a direction ends where the kind does: of a deposit and a withdrawal both ends have one currency. */
function leadsTo(kind: MovementKind, way: Direction): boolean {
  if (isExchange(kind)) return true
  if (kind === 'CONVERT') return way.to_payway === BALANCE
  return way.to_currency === way.from_currency
}

/** What may be received for `from`; by the catalogue alone while its directions are still on their way. */
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
  // Coins that go to the balance of their own currency are a deposit.
  const isDeposit = ({ endpoint }: Row) => isExchange(kind) && isBalanceOf(endpoint, from?.currency)
  return rows(catalogue, kind, 'to', balances)
    .filter((row) => !sameEndpoint(row.endpoint, from) && !isDeposit(row))
    .filter((row) => !sameCurrency || row.endpoint.currency === from?.currency)
    .map((row) => {
      const { currency, payway } = row.endpoint
      if (!known) return { ...row, ...judged(!isExchange(kind) || buyable.has(currency)) }
      const found = directions.filter(
        (way) =>
          isOfKind(way, kind) &&
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

function isBalanceOf({ currency, payway }: Endpoint, wanted: string | undefined): boolean {
  return payway === BALANCE && currency === wanted
}

/**
 * The endpoint to show when the wanted one cannot be: same currency first, then any; undefined when nothing is offered. The
 * balance only takes the place of a balance, unless there is nothing else.
 */
export function settle(options: readonly Option[], wanted: Endpoint | undefined): Endpoint | undefined {
  const isUsual = ({ endpoint }: Option) => (endpoint.payway === BALANCE) === (wanted?.payway === BALANCE)
  const all = options.filter((option) => option.available)
  const open = [...all.filter(isUsual), ...all.filter((option) => !isUsual(option))]
  const exact = open.find((option) => sameEndpoint(option.endpoint, wanted))
  const sameCurrency = open.find((option) => option.endpoint.currency === wanted?.currency)
  return (exact ?? sameCurrency ?? open[0])?.endpoint
}

/** The direction between two endpoints, for its limits and its availability. */
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
