import { useNavigate } from '@tanstack/react-router'
import { readAsked } from '../features/statement/period'
import { StatementPage } from '../features/statement/StatementPage'
import { BalancesLink, statementLineLink } from './balanceLinks'
import type { BalanceSearch } from './BalancePlace'

/** The statement, with its parameters in the URL. */
export default function OwnStatement({ search }: { search: BalanceSearch }) {
  const navigate = useNavigate()
  return (
    <StatementPage
      asked={readAsked(search)}
      // A change of period creates no history entry, so that "back" leaves the page.
      onAsked={(change) =>
        void navigate({
          to: '/balances/$place/{-$currency}',
          params: { place: 'statement' },
          // Based on the URL at that moment, so that a debounced search and a change of period do not undo each other.
          search: (now: BalanceSearch) => ({ ...readAsked(now), ...change }),
          replace: true,
          resetScroll: false,
        })
      }
      back={<BalancesLink />}
      link={statementLineLink}
    />
  )
}
