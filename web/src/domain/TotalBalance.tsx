import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { HeroMoney } from '../ui/Money'
import { Skeleton } from '../ui/Skeleton'
import { BalanceMove } from './BalanceMove'
import { balancesQuery } from './queries'

/** The total in the main currency, and its change by prices within a day. An unknown total is not shown as zero. */
export function TotalBalance() {
  const { data } = useQuery(balancesQuery)
  const { total, day_change: moved } = data ?? {}
  return (
    <div aria-busy={!data}>
      <p className="mb-1 text-[13px] text-muted">
        <Trans>Total balance</Trans>
      </p>
      {total ? <HeroMoney {...total} /> : data ? <Unpriced /> : <Skeleton className="h-[43px] w-48 desk:h-[50px]" />}
      <p className="mt-1.5 min-h-5 text-[14px] text-muted">
        {moved && total ? <BalanceMove currency={total.currency} {...moved} /> : null}
      </p>
    </div>
  )
}

/** There are no current rates, so the balances have no total. */
const Unpriced = () => (
  <p className="t-row">
    <Trans>The total appears as soon as there are prices again.</Trans>
  </p>
)
