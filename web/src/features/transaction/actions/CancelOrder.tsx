import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'

type CancelOrderProps = { busy: boolean; problem: string | undefined; onCancel: () => void }

/** Closing an unfinished order cancels it (specification section 1), after one question. */
export function CancelOrder({ busy, problem, onCancel }: CancelOrderProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        <Trans>Cancel order</Trans>
      </Button>
      <Dialog open={asked} onClose={() => setAsked(false)} title={<Trans>Cancel this order?</Trans>}>
        <div className="grid gap-4">
          <p>
            <Trans>Do not cancel if you have already paid: a payment that comes later needs your decision.</Trans>
          </p>
          {problem ? (
            <p className="text-[14px] text-bad" role="alert">
              {problem}
            </p>
          ) : null}
          <div className="grid gap-2 sm:grid-cols-2">
            <Button variant="quiet" onClick={() => setAsked(false)}>
              <Trans>Keep the order</Trans>
            </Button>
            <Button variant="danger" busy={busy} onClick={onCancel}>
              <Trans>Cancel order</Trans>
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
