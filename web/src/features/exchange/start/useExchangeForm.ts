import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Endpoint, MovementKind, QuoteRequest, Side } from '../../../api/exchangeTypes'
import { limitsQuery } from '../../../api/limits'
import { useSession } from '../../../api/useSession'
import { wireAmount } from '../../../flow/amountInput'
import { trimZeros } from '../../../flow/grouping'
import { BALANCE } from '../../../flow/balance'
import { useCatalogue } from '../../../flow/catalogue'
import { useDraft } from '../../../flow/draft'
import { compareDecimals } from '../../../flow/decimal'
import { leftOf, ownMaximum } from '../../../flow/limits'
import { useDebounced } from '../../../flow/useDebounced'
import { changeTerms, exchangeDraft, type PayoutKind, RESTORED } from '../draft'
import { limitProblem, limitsOf, within } from '../limits'
import { balancesQuery } from '../../../flow/queries'
import { directionOf, fromOptions, settle, toOptions } from '../pickers/options'
import { directionsQuery, quoteQuery, sideOf } from '../queries'
import { usePrices } from '../../../realtime/prices'
import { amountFor, choose } from './choose'
import { turn } from './turn'

type End = 'from' | 'to'

/** What stands there before anything was chosen: the commonest pair of each side. */
const FIRST: Record<MovementKind, Record<End, Endpoint>> = {
  BUY: { from: { currency: 'EUR', payway: 'visamc' }, to: { currency: 'BTC', payway: 'btc' } },
  SELL: { from: { currency: 'BTC', payway: 'btc' }, to: { currency: 'EUR', payway: 'iban' } },
  SWAP: { from: { currency: 'BTC', payway: 'btc' }, to: { currency: 'ETH', payway: 'eth' } },
  DEPOSIT: { from: { currency: 'EUR', payway: 'visamc' }, to: { currency: 'EUR', payway: 'balance' } },
  WITHDRAW: { from: { currency: 'EUR', payway: 'balance' }, to: { currency: 'EUR', payway: 'iban' } },
  CONVERT: { from: { currency: 'EUR', payway: 'balance' }, to: { currency: 'BTC', payway: 'balance' } },
}

/** Everything the start page shows, drawn from the draft, the catalogue and the running quote. */
export function useExchangeForm() {
  const draft = useDraft(exchangeDraft)
  const first = FIRST[draft.side]
  const catalogue = useCatalogue()
  const live = usePrices()
  const directions = useQuery(directionsQuery(draft.side, (draft.from ?? first.from).currency))
  const ends = useEnds(draft.side, draft.from ?? first.from, draft.to ?? first.to, catalogue.data, directions.data)
  const scale = (end: End) =>
    catalogue.data?.currencies.find((currency) => currency.code === ends[end]?.currency)?.scale ?? 18

  const amount = amountFor(draft, ends)
  const wanted = requestOf(draft.side, ends, draft.fixed, amount)
  // The text key keeps the timer from starting anew on every render.
  const restedKey = useDebounced(JSON.stringify(wanted ?? null), 400)
  const request = (JSON.parse(restedKey) ?? undefined) as QuoteRequest | undefined
  const direction = directionOf(directions.data ?? [], draft.side, ends.from, ends.to)
  const before = limitsOf(draft.fixed, direction)
  const blocked = limitProblem(amount, ends[draft.fixed]?.currency ?? '', before)
  const quoted = useQuery(quoteQuery(blocked ? undefined : request))

  const broken = blocked !== undefined && draft === RESTORED
  useEffect(() => {
    // What was refused before the page was loaded again is not what it begins with.
    if (broken) exchangeDraft.set((now) => changeTerms(now, { amount: '' }))
  }, [broken])

  const settled = restedKey === JSON.stringify(wanted ?? null)
  const quote = wanted && !blocked && samePair(quoted.data, wanted) ? quoted.data : undefined
  const other: End = draft.fixed === 'from' ? 'to' : 'from'
  const otherAmount = quote ? trimZeros(quote[`${other}_amount`]) : ''
  const amounts = { [draft.fixed]: amount, [other]: otherAmount } as Record<End, string>
  const own = useOwnMaximum(draft.side, ends.from?.currency, live?.prices, scale('from'))
  const given = wireAmount(amounts.from)
  const toKind = catalogue.data?.payways.find((way) => way.code === ends.to?.payway)?.kind
  const payoutKind = ends.to?.payway === BALANCE ? 'balance' : payoutKindOf(toKind)

  return {
    draft,
    amount,
    catalogue,
    directions,
    ends,
    scale,
    amounts,
    quote,
    quoted,
    payoutKind,
    direction,
    limitProblem: blocked,
    limits: { from: within(limitsOf('from', direction), own.most), to: limitsOf('to', direction) },
    /** The person's own limit, and what raises it, where the amount is above it. */
    above: own.most && given && compareDecimals(given, own.most) === 1 ? own : undefined,
    /** What stands on the balance that is given from. */
    available: own.available,
    /** The figures belong to what is typed now, and not to a moment ago. */
    fresh: settled && quote !== undefined && !quoted.isPlaceholderData,
    type: (end: End, amount: string) =>
      exchangeDraft.set((now) => changeTerms(now, { from: ends.from, to: ends.to, fixed: end, amount })),
    pick: (end: End, endpoint: Endpoint) => {
      const scaleOf = (code: string) => catalogue.data?.currencies.find((currency) => currency.code === code)?.scale
      const keeps = end === 'to' || ends.to?.currency !== endpoint.currency
      const known = { quote, prices: live?.prices, scale: scaleOf, keeps }
      exchangeDraft.set((now) => choose(now, ends, end, endpoint, known))
    },
    turn: (side: Side) => exchangeDraft.set((now) => turn(now, ends, side, quote)),
  }
}

export type ExchangeForm = ReturnType<typeof useExchangeForm>

/** Whether the money comes from the balance, which has no more than there is. */
function isDrawn(kind: MovementKind): boolean {
  return kind === 'WITHDRAW' || kind === 'CONVERT'
}

function leastOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return compareDecimals(a, b) === -1 ? a : b
}

/** The most that this person can give now; nothing is known of somebody who has not signed in. */
function useOwnMaximum(
  side: MovementKind,
  currency: string | undefined,
  prices: Readonly<Record<string, string>> | undefined,
  scale: number,
) {
  const known = useSession().status === 'in'
  const { data } = useQuery({ ...limitsQuery, enabled: known })
  const left = data && leftOf(data.limits, side)
  const allowed = currency ? ownMaximum(left, currency, prices?.[currency], scale) : undefined
  const held = useQuery({ ...balancesQuery, enabled: known && isDrawn(side) })
  const available = held.data?.data.find((balance) => balance.currency === currency)?.available
  const most = leastOf(allowed, isDrawn(side) && held.data ? (available ?? '0') : undefined)
  return { most, available: isDrawn(side) ? available : undefined, next: data?.next?.requirements ?? [] }
}

function useEnds(
  side: MovementKind,
  wantedFrom: Endpoint,
  wantedTo: Endpoint,
  catalogue: Parameters<typeof fromOptions>[1] | undefined,
  directions: Parameters<typeof fromOptions>[2] | undefined,
) {
  if (!catalogue || !directions) return { from: undefined, to: undefined, fromList: [], toList: [] }
  const fromList = fromOptions(side, catalogue, directions)
  const from = settle(fromList, wantedFrom)
  const toList = toOptions(side, from, catalogue, directions)
  return { from, to: settle(toList, wantedTo), fromList, toList }
}

function requestOf(
  side: MovementKind,
  ends: { from: Endpoint | undefined; to: Endpoint | undefined },
  fixed: End,
  typed: string,
): QuoteRequest | undefined {
  const amount = wireAmount(typed)
  if (!amount || !ends.from || !ends.to) return undefined
  return {
    ...sideOf(side),
    from_currency: ends.from.currency,
    from_payway: ends.from.payway,
    to_currency: ends.to.currency,
    to_payway: ends.to.payway,
    ...(fixed === 'from' ? { from_amount: amount } : { to_amount: amount }),
    firm: false,
  }
}

/** Figures of another pair are never shown for this one, not even for a moment. */
function samePair(
  a: Pick<QuoteRequest, 'from_currency' | 'to_currency' | 'from_payway' | 'to_payway'> | undefined,
  b: QuoteRequest,
): boolean {
  return (
    a?.from_currency === b.from_currency &&
    a.to_currency === b.to_currency &&
    a.from_payway === b.from_payway &&
    a.to_payway === b.to_payway
  )
}

function payoutKindOf(kind: 'crypto' | 'card' | 'iban' | 'code' | undefined): PayoutKind {
  if (kind === 'card') return 'card'
  return kind === 'iban' ? 'iban' : 'address'
}
