import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSaveSettings } from '../api/saveSettings'
import { settingsQuery } from '../api/settings'
import { Card } from '../ui/Card'
import { notify } from '../ui/toast'
import { type BalanceLink, BalanceRows } from './BalanceRows'
import { Loaded } from './QueryCard'
import { balancesQuery } from './queries'
import { isSmall } from './smallBalances'

// Loaded on demand, because few customers have small balances.
const Switch = lazy(() => import('../ui/Switch').then((part) => ({ default: part.Switch })))

type BalanceCardProps = {
  title: ReactNode
  empty: ReactNode
  link: BalanceLink
  /** The number of balances to show; all by default. */
  most?: number
  /** Beside the title, instead of the switch for small balances. */
  aside?: ReactNode
}

/** The balances by currency, with the setting that hides small ones, in all four states of a list. */
export function BalanceCard({ title, empty, link, most, aside }: BalanceCardProps) {
  const balances = useQuery(balancesQuery)
  const settings = useQuery(settingsQuery)
  const save = useSaveSettings(notify.failed)
  const { data } = balances
  const hideSmall = settings.data?.hide_small_balances ?? false
  const toggle =
    aside === undefined && data?.data.some(isSmall) ? (
      <Suspense fallback={null}>
        <Switch
          label={<Trans>Hide small balances</Trans>}
          checked={hideSmall}
          onChange={(hide) => save({ hide_small_balances: hide })}
        />
      </Suspense>
    ) : undefined
  return (
    <Card tight title={title} aside={aside ?? toggle}>
      <Loaded asked={balances} rows={4}>
        {(held) =>
          held.data.length === 0 ? empty : <BalanceRows balances={held} hideSmall={hideSmall} link={link} most={most} />
        }
      </Loaded>
    </Card>
  )
}
