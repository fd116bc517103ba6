import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/useSession'
import { userQuery } from '../../api/user'
import { dayText, timeText } from '../../i18n/format'
import { Notice } from '../../ui/Notice'

/** The end of the payout hold after protection was removed or replaced. Hidden without a hold. */
export default function HeldNotice() {
  const { i18n } = useLingui()
  const session = useSession()
  const { data: user } = useQuery({ ...userQuery, enabled: session.status === 'in' })
  const until = user?.payouts_held_until
  const now = new Date()
  if (!until || new Date(until) <= now) return null
  const when = `${dayText(until, i18n.locale, now)}, ${timeText(until, i18n.locale)}`
  return (
    <div className="mb-4">
      <Notice tone="wait">
        <Trans>
          Your email, phone or second factor was changed a short time ago. Nothing can be sent out until {when}. If it
          was not you who changed it, contact support now.
        </Trans>
      </Notice>
    </div>
  )
}
