import type { Filters } from '../features/currency/filters'
import type { Asked } from '../features/statement/period'
import { createFileRoute } from '@tanstack/react-router'
import { beginAt } from '../shell/exchangeGuard'
import { BalancePlace } from '../shell/BalancePlace'

/**
 * /balances/deposit, /balances/withdraw and /balances/convert, each also with a currency to begin with, /balances/statement,
 * /balances/details/{currency}, /balances/{profile}/settings, /balances/{profile}/spending, and /balances/{currency}. One route:
 * every route is a part of the start-up script.
 */
export const Route = createFileRoute('/_app/balances_/$place/{-$currency}')({
  beforeLoad: beginAt,
  // Read by the page: what reads it comes with the page.
  validateSearch: (search) => search as Filters & Asked,
  component: () => <BalancePlace {...Route.useParams()} search={Route.useSearch()} />,
})
