import { useNavigate } from '@tanstack/react-router'
import { CurrencyPage } from '../features/currency/CurrencyPage'
import { readFilters } from '../features/currency/filters'
import { AlertRow } from './alerts/AlertRow'
import { BalancesBack, BalancesLink } from './balanceLinks'
import { OneBalanceRows } from './balanceListRows'
import type { BalanceSearch } from './BalancePlace'
import { MoneyActions } from './quickLinks'
import { rowLink } from './transactionLink'

/** The page of one currency, with its filters in the URL. */
export default function OneCurrency({ currency, search }: { currency: string; search: BalanceSearch }) {
  const navigate = useNavigate()
  return (
    <CurrencyPage
      code={currency}
      filters={readFilters(search)}
      // Filters create no history entry, so that "back" leaves the page.
      onFilters={(change) =>
        void navigate({
          to: '/balances/$place/{-$currency}',
          params: { place: currency },
          // Based on the URL at that moment, so that a debounced search and a filter do not undo each other.
          search: (now: BalanceSearch) => ({ ...readFilters(now), ...change }),
          replace: true,
          resetScroll: false,
        })
      }
      link={rowLink}
      back={<BalancesBack />}
      elsewhere={<BalancesLink />}
      actions={<MoneyActions currency={currency} />}
      links={
        <>
          <OneBalanceRows currency={currency} />
          <AlertRow currency={currency} />
        </>
      }
    />
  )
}
