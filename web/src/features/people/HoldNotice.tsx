import { Plural, Trans } from '@lingui/react/macro'
import { config } from '../../host/config'
import { Notice } from '../../ui/Notice'

/** Explains the payout hold before a change of the email or an existing phone. */
export function HoldNotice() {
  const hours = config.tenant.payout_hold_hours
  if (hours === 0) return null
  return (
    <Notice tone="wait">
      <Plural
        value={hours}
        one="For # hour after the change nothing can be sent out, so that nobody who got into your account can empty it."
        other="For # hours after the change nothing can be sent out, so that nobody who got into your account can empty it."
      />{' '}
      <Trans>Orders you have already placed will be completed.</Trans>
    </Notice>
  )
}
