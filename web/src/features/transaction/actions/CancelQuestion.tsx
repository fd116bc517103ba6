import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'

type CancelQuestionProps = {
  open: boolean
  onClose: () => void
  busy: boolean
  problem: string | undefined
  onCancel: () => void
}

export default function CancelQuestion({ open, onClose, busy, problem, onCancel }: CancelQuestionProps) {
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Cancel this order?</Trans>}>
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
          <Button variant="quiet" onClick={onClose}>
            <Trans>Keep the order</Trans>
          </Button>
          <Button variant="danger" busy={busy} onClick={onCancel}>
            <Trans>Cancel order</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
