import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'

/** The response of an order was lost. Blocks a new order until the customer retries or abandons the pending one. */
export default function PendingOrder({ onAsk, onLeave }: { onAsk: () => void; onLeave: () => void }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="text-[16px] font-semibold">
        <Trans>Your last order may already exist</Trans>
      </h2>
      <Notice tone="wait">
        <Trans>
          You confirmed it but no answer came. Asking again is safe: if the order was created, it will open, and no
          second one is created.
        </Trans>
      </Notice>
      <Button onClick={onAsk}>
        <Trans>Go back and ask again</Trans>
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        <Trans>Leave it and start over</Trans>
      </Button>
      <p className="text-[13px] text-muted">
        <Trans>If you leave it and it was created, you will find it in your activity and can cancel it there.</Trans>
      </p>
    </div>
  )
}
