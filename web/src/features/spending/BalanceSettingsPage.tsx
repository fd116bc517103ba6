import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../api/settings'
import { QueryCard } from '../../domain/QueryCard'
import { MoneySettings } from '../../domain/settings/MoneySettings'
import { ListRow, ListRows } from '../../ui/ListRow'
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
        <QueryCard asked={settings} rows={2}>
          {() => (
            <ListRows label={<Trans>How balances are shown</Trans>}>
              <MoneySettings />
            </ListRows>
          )}
        </QueryCard>
        <ListRows>
          {spending(
            <ListRow
              glyph={<ListOrdered size={20} strokeWidth={1.75} aria-hidden="true" />}
              title={<Trans>Spending</Trans>}
              detail={<Trans>Which balances payments take money from, and in which order</Trans>}
            />,
          )}
        </ListRows>
      </div>
    </Page>
  )
}
