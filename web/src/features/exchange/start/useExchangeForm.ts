import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Direction, Endpoint, MovementKind, QuoteRequest, Side } from '../../../api/exchangeTypes'
import { wireAmount } from '../../../domain/amountInput'
import { trimZeros } from '../../../domain/grouping'
import { type Catalogue, useCatalogue } from '../../../domain/catalogue'
import { problemCode } from '../../../domain/problem'
import { useDraft } from '../../../domain/draft'
import { compareDecimals } from '../../../domain/decimal'
import { useDebounced } from '../../../domain/useDebounced'
import { useHeld } from '../../../domain/useHeld'
import { host } from '../../../host/adapter'
import { isWithin } from '../within'
import { offers } from '../../../host/config'
import { changeTerms, exchangeDraft, RESTORED, typeAmount } from '../draft'
import { limitProblem, limitsOf, within, withinBalance } from '../limits'
import {
  directionOf,
  fromOptions,
  type OnBalances,
  payoutKindOf,
  sameEndpoint,
  settle,
  toOptions,
} from '../pickers/options'
import { directionsQuery, quoteQuery, sideOf } from '../queries'
import { usePrices } from '../../../realtime/prices'
import { amountFor, choose } from './choose'
import { firstEnds } from './firstEnds'
import { turn } from './turn'
import { useOwnMaximum } from './useOwnMaximum'

type End = 'from' | 'to'

/** The state of the start page, derived from the draft, the catalogue and the current quote. */
export function useExchangeForm() {
  const draft = useDraft(exchangeDraft)
  const held = useHeld()
  const first = firstEnds(draft.side, held)
  const catalogue = useCatalogue()
  const live = usePrices()
  const directions = useQuery(directionsQuery(draft.side, (draft.from ?? first.from).currency))
  const balances = { offered: offers('balances'), held }
  const wants = { from: draft.from ?? first.from, to: draft.to ?? first.to }
  const ends = endsOf(draft.side, wants, catalogue.data, directions.data, balances)
  const scale = (end: End) =>
    catalogue.data?.currencies.find((currency) => currency.code === ends[end]?.currency)?.scale ?? 18

  const amount = amountFor(draft, ends)
  const bare = requestOf(draft.side, ends, draft.fixed, amount)
  const wanted = bare && draft.promo ? { ...bare, promo_code: draft.promo } : bare
  // A string key is stable across renders, so the timer does not restart on each.
  const restedKey = useDebounced(JSON.stringify(wanted ?? null), 400)
  const request = (JSON.parse(restedKey) ?? undefined) as QuoteRequest | undefined
  const direction = directionOf(directions.data ?? [], draft.side, ends.from, ends.to)
  const before = limitsOf(draft.fixed, direction)
  const blocked = limitProblem(amount, ends[draft.fixed]?.currency ?? '', before)
  const quoted = useQuery(quoteQuery(blocked ? undefined : request))

  const broken = blocked !== undefined && draft === RESTORED
  useEffect(() => {
    // Clears an invalid amount from before a reload.
    if (broken) exchangeDraft.set((now) => changeTerms(now, { amount: '' }))
  }, [broken])

  const settled = restedKey === JSON.stringify(wanted ?? null)
  const quote = wanted && !blocked && samePair(quoted.data, wanted) ? quoted.data : undefined
  const other: End = draft.fixed === 'from' ? 'to' : 'from'
  const otherAmount = quote ? trimZeros(quote[`${other}_amount`]) : ''
  const amounts = { [draft.fixed]: amount, [other]: otherAmount } as Record<End, string>
  const isRefused = /(DAILY|MONTHLY)_LIMIT_EXCEEDED$/.test(problemCode(quoted.error) ?? '')
  const own = useOwnMaximum({ ends, amounts, isRefused }, held, catalogue.data?.currencies ?? [])
  const given = wireAmount(amounts.from)
  const exceeds = (most: string | undefined) => Boolean(most && given && compareDecimals(given, most) === 1)
  const byDirection = limitsOf('from', direction)
  const mostByLimits = within(byDirection, own.mostGiven)
  const payoutKind = payoutKindOf(ends.to, catalogue.data?.payways ?? [])

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
    limits: { from: withinBalance(mostByLimits, own.available), to: limitsOf('to', direction) },
    own,
    /** The amount that the server counts exceeds the customer's own limit. */
    isAboveLimit: own.isAboveLimit,
    /** The amount exceeds the balance that pays it. */
    isAboveBalance: exceeds(own.available),
    /** The balance is below the minimum amount. */
    isBelowMinimum: own.available !== undefined && isLess(own.available, byDirection.min),
    /** The figures belong to the current input. */
    fresh: settled && quote !== undefined && !quoted.isPlaceholderData,
    type: (end: End, amount: string) => exchangeDraft.set((now) => typeAmount(now, ends, end, amount)),
    pick: (end: End, endpoint: Endpoint) => {
      const scaleOf = (code: string) => catalogue.data?.currencies.find((currency) => currency.code === code)?.scale
      const keeps = end === 'to' || ends.to?.currency !== endpoint.currency
      const known = { quote, prices: live?.prices, scale: scaleOf, keeps }
      exchangeDraft.set((now) => choose(now, ends, end, endpoint, known))
    },
    /** The price request with another endpoint at one end. None if the fixed amount would be of another currency. */
    priceOf: (end: End, endpoint: Endpoint) => {
      const keeps = end !== draft.fixed || endpoint.currency === ends[end]?.currency
      // Before an amount is typed, the fee of a deposit is that of the minimum.
      const least = ends.fromList.find((option) => sameEndpoint(option.endpoint, endpoint))?.least
      const typed = amount || (end === 'from' ? (least ?? '') : '')
      return keeps ? requestOf(draft.side, { ...ends, [end]: endpoint }, draft.fixed, typed) : undefined
    },
    turn: (side: Side) => exchangeDraft.set((now) => turn(now, ends, side, quote)),
  }
}

export type ExchangeForm = ReturnType<typeof useExchangeForm>

function isLess(amount: string, least: string | undefined): boolean {
  return least !== undefined && compareDecimals(amount, least) === -1
}

function endsOf(
  side: MovementKind,
  wanted: Record<End, Endpoint>,
  catalogue: Catalogue | undefined,
  directions: readonly Direction[] | undefined,
  balances: OnBalances,
) {
  if (!catalogue || !directions) return { from: undefined, to: undefined, fromList: [], toList: [] }
  const fromList = fromOptions(side, catalogue, directions, balances, wanted.from).filter(({ endpoint }) =>
    isWithin(host.widget.from, endpoint),
  )
  const from = settle(fromList, wanted.from)
  const toList = toOptions(side, from, catalogue, directions, balances).filter(({ endpoint }) =>
    isWithin(host.widget.to, endpoint),
  )
  return { from, to: settle(toList, wanted.to), fromList, toList }
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

/** Figures of another pair are never shown for this one. */
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
