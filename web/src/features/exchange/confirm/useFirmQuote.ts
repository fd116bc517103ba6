import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Quote, QuoteRequest } from '../../../api/exchangeTypes'
import { clockSkew, useSecondsLeft } from '../../../domain/clock'
import { useVisible } from '../../../domain/useVisible'
import type { ExchangeDraft, StoredQuote } from '../draft'
import { amountMoved } from '../limits'
import { firmQuoteQuery, sideOf } from '../queries'

type Amounts = Pick<Quote, 'from_amount' | 'to_amount'>

/**
 * A firm quote that is renewed when it expires. If a renewal changes an amount, `moved` holds the amounts that the
 * customer agreed to. `hold` stops renewals while an order's result is unknown, because only the same quote with the
 * same key can reveal it.
 */
export function useFirmQuote(request: QuoteRequest | undefined, stored: StoredQuote | undefined, hold: boolean) {
  const held = hold && stored !== undefined
  const answer = useQuery({ ...firmQuoteQuery(request, stored), enabled: !held })
  const [agreed, setAgreed] = useState<Amounts | undefined>(stored?.quote)
  const visible = useVisible()
  const quote = held ? stored.quote : answer.data
  const skew = quote ? clockSkew(quote.server_time, answer.dataUpdatedAt) : 0
  const seconds = useSecondsLeft(quote?.expires_at, skew)
  const expired = quote !== undefined && seconds === 0
  const { refetch, isFetching, isError } = answer

  useEffect(() => {
    if (expired && visible && !hold && !isFetching && !isError) void refetch()
  }, [expired, visible, hold, isFetching, isError, refetch])

  // The first price shown is the baseline for later changes.
  if (quote && !agreed) setAgreed(quote)

  return {
    quote,
    seconds,
    expired,
    loading: answer.isPending,
    error: answer.error,
    retry: () => void refetch(),
    receivedAt: answer.dataUpdatedAt,
    // An estimate may change; only a firm price needs new consent.
    moved: quote?.rate_locked && agreed && amountMoved(agreed, quote) ? agreed : undefined,
    agree: () => quote && setAgreed(quote),
  }
}

/** The quote request of a draft. */
export function firmRequest(draft: ExchangeDraft): QuoteRequest | undefined {
  if (!draft.from || !draft.to || draft.amount === '') return undefined
  return {
    ...sideOf(draft.side),
    from_currency: draft.from.currency,
    from_payway: draft.from.payway,
    to_currency: draft.to.currency,
    to_payway: draft.to.payway,
    ...(draft.fixed === 'from' ? { from_amount: draft.amount } : { to_amount: draft.amount }),
    ...(draft.unified ? { unified: true } : {}),
    ...(draft.promo ? { promo_code: draft.promo } : {}),
    firm: true,
  }
}
