import { useNavigate } from '@tanstack/react-router'
import { readAsked } from '../features/statement/period'
import { StatementPage } from '../features/statement/StatementPage'
import { BalancesLink, statementLineLink } from './balanceLinks'
import type { BalanceSearch } from './BalancePlace'

/** The statement with what it is of in the address. */
export default function OwnStatement({ search }: { search: BalanceSearch }) {
  const navigate = useNavigate()
  return (
    <StatementPage
      asked={readAsked(search)}
      // Other days are no step of a way: the button "back" leaves the page.
      onAsked={(change) =>
        void navigate({
          to: '/balances/$place/{-$currency}',
          params: { place: 'statement' },
          // Of the address as it is by then: a search that is still typed and other days must not undo each other.
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
