import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { HeroMoney } from '../ui/Money'
import { balancesQuery } from './queries'

/** All of it in the main currency. An unknown total is left out, never shown as nothing. */
export function TotalBalance() {
  const { data } = useQuery(balancesQuery)
  if (!data?.total || data.data.length === 0) return null
  return (
    <div className="px-1 pb-6">
      <p className="text-[13px] text-muted">
        <Trans>Total balance</Trans>
      </p>
      <HeroMoney {...data.total} />
    </div>
  )
}
