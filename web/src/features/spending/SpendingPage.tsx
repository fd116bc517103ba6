import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Loaded } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { SpendingList } from './SpendingList'
import { useSpending } from './useSpending'

type SpendingPageProps = {
  back: ReactNode
  /** Wraps text in a link to a deposit. */
  deposit: (words: ReactNode) => ReactNode
}

/** The balances that payments use, in order. */
export function SpendingPage({ back, deposit }: SpendingPageProps) {
  const { asked, change } = useSpending()
  return (
    <Page title={<Trans>Spending</Trans>} actions={back} narrow>
      <p className="mb-5 text-muted">
        <Trans>
          Card payments will take money from these balances, the first one first. A balance that is off is left alone.
        </Trans>
      </p>
      <Card>
        <Loaded asked={asked} rows={3}>
          {(order) =>
            order.length > 0 ? (
              <div className="-my-2">
                <SpendingList order={order} onChange={change} />
              </div>
            ) : (
              <EmptyState
                art="wallet"
                title={<Trans>No balances yet</Trans>}
                action={deposit(<Trans context="action">Deposit</Trans>)}
              >
                <Trans>Each balance that you hold has its place here. Begin with a deposit.</Trans>
              </EmptyState>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}
