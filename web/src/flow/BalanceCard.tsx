import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../api/problemText'
import { useSaveSettings } from '../api/saveSettings'
import { settingsQuery } from '../api/settings'
import { Card } from '../ui/Card'
import { SkeletonRows } from '../ui/Skeleton'
import { StaleNote } from '../ui/StaleNote'
import { ErrorState } from '../ui/States'
import { Switch } from '../ui/Switch'
import { notify } from '../ui/toast'
import { BalanceRows } from './BalanceRows'
import { balancesQuery } from './queries'
import { isSmall } from './smallBalances'

/** The balances by currency, with the person's own wish about small ones, in all four states of a list. */
export function BalanceCard({ title, empty }: { title: ReactNode; empty: ReactNode }) {
  const balances = useQuery(balancesQuery)
  const settings = useQuery(settingsQuery)
  const save = useSaveSettings((error) => notify.error(errorText(error)))
  const { data } = balances
  const hideSmall = settings.data?.hide_small_balances ?? false
  const toggle = data?.data.some(isSmall) ? (
    <Switch
      label={<Trans>Hide small balances</Trans>}
      checked={hideSmall}
      onChange={(hide) => save({ hide_small_balances: hide })}
    />
  ) : undefined
  return (
    <Card tight title={title} aside={toggle}>
      {balances.isPending ? <SkeletonRows /> : null}
      {balances.isError && !data ? (
        <ErrorState onRetry={() => void balances.refetch()}>{errorText(balances.error)}</ErrorState>
      ) : null}
      {balances.isError && data ? <StaleNote onRetry={() => void balances.refetch()} /> : null}
      {data?.data.length === 0 ? empty : null}
      {data && data.data.length > 0 ? <BalanceRows balances={data} hideSmall={hideSmall} /> : null}
    </Card>
  )
}
