import { Trans } from '@lingui/react/macro'
import type { ComponentType, ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { Card } from '../../ui/Card'
import { EmptyState, ErrorState } from '../../ui/States'
import { isMaintenance } from './payment'

type Frame = ComponentType<{ hero?: ReactNode; children: ReactNode }>

/** The link belongs to no payment. */
export function NoPayment({ Frame }: { Frame: Frame }) {
  return (
    <Frame hero={<Title />}>
      <Card>
        <EmptyState art="search" title={<Trans>This payment link does not work</Trans>}>
          <Trans>It may be incomplete. Ask the shop for a new one.</Trans>
        </EmptyState>
      </Card>
    </Frame>
  )
}

/** The payment could not be loaded. */
export function LookFailed({ Frame, error, onRetry }: { Frame: Frame; error: unknown; onRetry: () => void }) {
  return (
    <Frame hero={<Title />}>
      <Card>
        {isMaintenance(error) ? (
          <ErrorState onRetry={onRetry} title={<Trans>We are working on the service</Trans>}>
            <Trans>It will be back in a few minutes. Your money is safe.</Trans>
          </ErrorState>
        ) : (
          <ErrorState onRetry={onRetry}>{errorText(error)}</ErrorState>
        )}
      </Card>
    </Frame>
  )
}

function Title() {
  return (
    <h1 className="text-[17px] font-semibold">
      <Trans>Payment</Trans>
    </h1>
  )
}
