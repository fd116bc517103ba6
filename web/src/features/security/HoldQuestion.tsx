import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { config } from '../../host/config'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { Notice } from '../../ui/Notice'

type HoldQuestionProps = {
  open: boolean
  title: ReactNode
  /** The label of the confirm button. */
  action: ReactNode
  onClose: () => void
  onGoOn: () => void
}

/** Explains the payout hold before protection is removed. */
export function HoldQuestion({ open, title, action, onClose, onGoOn }: HoldQuestionProps) {
  const hours = config.tenant.payout_hold_hours
  return (
    <DangerQuestion
      open={open}
      title={title}
      stay={<Trans>Cancel</Trans>}
      goOn={action}
      onClose={onClose}
      onGoOn={onGoOn}
    >
      {hours > 0 ? (
        <Notice tone="wait">
          <Plural
            value={hours}
            one="For # hour after the change nothing can be sent out, so that nobody who got into your account can empty it."
            other="For # hours after the change nothing can be sent out, so that nobody who got into your account can empty it."
          />{' '}
          <Trans>Orders that you have made already go on.</Trans>
        </Notice>
      ) : null}
    </DangerQuestion>
  )
}
