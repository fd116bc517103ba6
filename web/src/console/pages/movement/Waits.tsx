import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../../ui/Badge'
import type { Movement } from '../../api/queries'
import { ClockText } from '../../parts/ClockText'
import { useActionReason } from '../../parts/movementWords'
import { ReviewWords } from '../../parts/ReviewWords'
import { useNow } from '../../parts/useNow'
import { whenText } from '../../parts/when'

/** Why the movement waits, since when, and the deadline. */
export function Waits({ movement }: { movement: Movement }) {
  const { i18n } = useLingui()
  const action = useActionReason()
  const now = useNow()
  const { waits, failure } = movement
  if (!waits && !failure) return null
  return (
    <div className="grid gap-1 rounded-m bg-sunken p-3">
      {movement.action ? <p className="font-[580]">{action(movement.action)}</p> : null}
      <ReviewWords line={movement} />
      {movement.appeal ? (
        <p className="wrap-anywhere">
          <span className="text-[13px] text-muted">
            <Trans>The customer objects, {whenText(movement.appeal.at, i18n.locale)}</Trans>
          </span>
          <br />“{movement.appeal.text}”
        </p>
      ) : null}
      {failure ? <p className="font-mono text-[13px] wrap-anywhere">{`${failure.code}: ${failure.message}`}</p> : null}
      {waits ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
          <ClockText wait={waits} now={now} />
          <Trans>
            Waiting since {whenText(waits.since, i18n.locale)}, until {whenText(waits.until, i18n.locale)}
          </Trans>
          {waits.is_overdue ? (
            <Badge tone="bad">
              <Trans>Overdue</Trans>
            </Badge>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
