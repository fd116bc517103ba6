import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrencyCode, Endpoint, QuoteRequest } from '../../../api/exchangeTypes'
import { errorText } from '../../../api/problemText'
import { wireAmount } from '../../../domain/amountInput'
import { BALANCE } from '../../../domain/balance'
import { useCatalogue } from '../../../domain/catalogue'
import { useDraft } from '../../../domain/draft'
import { useDebounced } from '../../../domain/useDebounced'
import { useHeld } from '../../../domain/useHeld'
import { exchangeDraft } from '../draft'
import { payoutKindOf, settle } from '../pickers/options'
import { arrivalOptions, type Route, routesQuery, type Wanted } from './arrivals'

/** The state of the page: what should arrive, the balances that can pay, and the chosen one. */
export function useUnifiedForm() {
  const draft = useDraft(exchangeDraft)
  const catalogue = useCatalogue()
  const held = useHeld()
  const [picked, pick] = useState<CurrencyCode>()
  const options = catalogue.data ? arrivalOptions(catalogue.data, { offered: true, held }) : []
  const to = settle(options, draft.to)
  const wanted = wantedOf(to, draft.amount)
  const restedKey = useDebounced(JSON.stringify(wanted ?? null), 400)
  const asked = (JSON.parse(restedKey) ?? undefined) as Wanted | undefined
  const found = useQuery(routesQuery(asked))
  const isRested = restedKey === JSON.stringify(wanted ?? null)
  // Figures of another amount stay dimmed; those of another currency are not shown.
  const routes = wanted && found.data?.every(({ quote }) => quote.to_currency === to?.currency) ? found.data : undefined
  const isFresh = isRested && !found.isPlaceholderData && routes !== undefined
  return {
    draft,
    catalogue,
    options,
    to,
    side: to?.payway === BALANCE ? ('CONVERT' as const) : ('WITHDRAW' as const),
    payoutKind: payoutKindOf(to, catalogue.data?.payways ?? []),
    scale: catalogue.data?.currencies.find((one) => one.code === to?.currency)?.scale ?? 18,
    routes,
    isFresh,
    isBusy: wanted !== undefined && !isFresh && !found.isError,
    problem: wanted && isRested && found.error ? errorText(found.error) : undefined,
    chosen: chosenRoute(routes, picked),
    pick,
    /** The price of another destination, paid from a balance in its own currency. */
    priceOf: (endpoint: Endpoint): QuoteRequest | undefined => {
      const amount = endpoint.currency === to?.currency ? wireAmount(draft.amount) : undefined
      if (!amount || endpoint.payway === BALANCE) return undefined
      const from = { from_currency: endpoint.currency, from_payway: BALANCE } as const
      return { ...from, to_currency: endpoint.currency, to_payway: endpoint.payway, to_amount: amount, firm: false }
    },
  }
}

export type UnifiedForm = ReturnType<typeof useUnifiedForm>

/**
 * The picked route while it covers the price. Before a choice, the best one of the balances that their owner lets be
 * spent. Others are never chosen by themselves.
 */
function chosenRoute(routes: readonly Route[] | undefined, picked: CurrencyCode | undefined): Route | undefined {
  const fits = ({ quote, is_enabled }: Route) => (picked ? quote.from_currency === picked : is_enabled)
  return routes?.find((route) => route.is_covered && fits(route))
}

function wantedOf(to: Endpoint | undefined, typed: string): Wanted | undefined {
  const amount = wireAmount(typed)
  return to && amount ? { currency: to.currency, payway: to.payway, amount } : undefined
}
