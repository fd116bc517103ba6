import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, QuoteRequest } from '../../../api/exchangeTypes'
import { wireAmount } from '../../../domain/amountInput'
import { BALANCE } from '../../../domain/balance'
import { useCatalogue } from '../../../domain/catalogue'
import { useDraft } from '../../../domain/draft'
import { useDebounced } from '../../../domain/useDebounced'
import { useHeld } from '../../../domain/useHeld'
import { exchangeDraft } from '../draft'
import { payoutKindOf, settle } from '../pickers/options'
import { arrivalOptions, type Route, routeKey, routesQuery, type Wanted } from './arrivals'

/** The state of the page: what should arrive, what can pay for it, and the chosen route. */
export function useUnifiedForm() {
  const draft = useDraft(exchangeDraft)
  const catalogue = useCatalogue()
  const held = useHeld()
  const [picked, pick] = useState<string>()
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
    payoutKind: payoutKindOf(to, catalogue.data?.payways ?? []),
    scale: catalogue.data?.currencies.find((one) => one.code === to?.currency)?.scale ?? 18,
    routes,
    isFresh,
    isBusy: wanted !== undefined && !isFresh && !found.isError,
    error: wanted && isRested ? (found.error ?? undefined) : undefined,
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

/** The kind of movement from a route to what should arrive. */
export function sideOf({ quote }: Route) {
  if (quote.to_payway !== BALANCE) return 'WITHDRAW'
  return quote.from_payway === BALANCE ? 'CONVERT' : 'DEPOSIT'
}

/**
 * The picked route while it covers the price. Before a choice, the best one that needs no permission: a balance that its
 * owner lets be spent, or a payway. Other balances are never chosen by themselves.
 */
function chosenRoute(routes: readonly Route[] | undefined, picked: string | undefined): Route | undefined {
  const fits = (route: Route) => (picked ? routeKey(route) === picked : route.is_enabled)
  return routes?.find((route) => route.is_covered && fits(route))
}

function wantedOf(to: Endpoint | undefined, typed: string): Wanted | undefined {
  const amount = wireAmount(typed)
  return to && amount ? { currency: to.currency, payway: to.payway, amount } : undefined
}
