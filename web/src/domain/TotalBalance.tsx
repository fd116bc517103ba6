import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { HeroMoney } from '../ui/Money'
import { BalanceMove } from './BalanceMove'
import { balancesQuery } from './queries'

/** The total in the main currency, and its change by prices within a day. An unknown total is hidden, not shown as zero. */
export function TotalBalance() {
  const { data } = useQuery(balancesQuery)
  if (!data?.total || data.data.length === 0) return null
  const { total, day_change: moved } = data
  return (
    <div className="px-1 pb-6">
      <p className="text-[13px] text-muted">
        <Trans>Total balance</Trans>
      </p>
      <HeroMoney {...total} />
      {moved ? (
        <p className="mt-1 min-h-5 text-[14px] text-muted">
          <BalanceMove currency={total.currency} {...moved} />
        </p>
      ) : null}
    </div>
  )
}
