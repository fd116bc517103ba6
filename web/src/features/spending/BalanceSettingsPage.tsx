import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ListOrdered } from 'lucide-react'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../api/settings'
import { Loaded } from '../../domain/QueryCard'
import { MoneySettings } from '../../domain/settings/MoneySettings'
import { Card } from '../../ui/Card'
import { ItemRow } from '../../ui/ItemRow'
import { Page } from '../../ui/Page'

type BalanceSettingsPageProps = {
  back: ReactNode
  /** Links a row to the order of spending. */
  spending: (row: ReactNode) => ReactNode
}

/** The display settings of balances, and a link to the order of spending. */
export function BalanceSettingsPage({ back, spending }: BalanceSettingsPageProps) {
  const settings = useQuery(settingsQuery)
  return (
    <Page title={<Trans>Balance settings</Trans>} actions={back} narrow>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Card title={<Trans>How balances are shown</Trans>}>
          <Loaded asked={settings} rows={2}>
            {() => <MoneySettings />}
          </Loaded>
        </Card>
        <Card>
          {spending(
            <ItemRow
              icon={<ListOrdered size={20} className="text-muted" aria-hidden="true" />}
              title={<Trans>Spending</Trans>}
              note={<Trans>Which balances payments take money from, and in which order</Trans>}
              value={<ChevronRight size={20} className="text-muted" aria-hidden="true" />}
            />,
          )}
        </Card>
      </div>
    </Page>
  )
}
