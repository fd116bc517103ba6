import { Trans } from '@lingui/react/macro'
import { DangerQuestion } from '../../../ui/DangerQuestion'

type CancelQuestionProps = {
  open: boolean
  onClose: () => void
  busy: boolean
  problem: string | undefined
  onCancel: () => void
}

export default function CancelQuestion({ open, onClose, busy, problem, onCancel }: CancelQuestionProps) {
  return (
    <DangerQuestion
      open={open}
      title={<Trans>Cancel this order?</Trans>}
      stay={<Trans>Keep the order</Trans>}
      goOn={<Trans>Cancel order</Trans>}
      busy={busy}
      onClose={onClose}
      onGoOn={onCancel}
    >
      <p>
        <Trans>Do not cancel if you have already paid: a payment that comes later needs your decision.</Trans>
      </p>
      {problem ? (
        <p className="text-[14px] text-bad" role="alert">
          {problem}
        </p>
      ) : null}
    </DangerQuestion>
  )
}
