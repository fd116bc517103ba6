import type { Filters } from '../features/currency/filters'
import type { Asked } from '../features/statement/period'
import { createFileRoute } from '@tanstack/react-router'
import { beginAt } from '../shell/exchangeGuard'
import { BalancePlace } from '../shell/BalancePlace'

/**
 * /balances/deposit, /balances/withdraw and /balances/convert, each with an optional currency, /balances/statement,
 * /balances/plans, each plan below it, /balances/details/{currency}, /balances/{profile}/settings, /balances/{profile}/spending, and /balances/{currency}. A
 * single route, because every route adds to the start-up script.
 */
export const Route = createFileRoute('/_app/balances_/$place/{-$currency}')({
  beforeLoad: beginAt,
  // The page parses this, because the parser is in the page's chunk.
  validateSearch: (search) => search as Filters & Asked & { payway?: string },
  component: () => <BalancePlace {...Route.useParams()} search={Route.useSearch()} />,
})
