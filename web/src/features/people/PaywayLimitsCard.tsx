import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../domain/money'
import { usePaywayName } from '../../domain/usePaywayName'
import { dayText, timeText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { LimitBar } from './LimitBar'
import type { Limits } from './queries'
import { isNear } from './share'

type PaywayLimit = Limits['payways'][number]

/** The limits by payment method: their use, and when more becomes available. Empty without such limits. */
export function PaywayLimitsCard({ limits }: { limits: readonly PaywayLimit[] }) {
  if (limits.length === 0) return null
  return (
    <Card title={<Trans>Limits by payment method</Trans>}>
      <div className="grid gap-5">
        {limits.map((limit) => (
          <Usage
            key={`${limit.payway ?? ''} ${limit.direction ?? ''} ${limit.period} ${limit.currency}`}
            usage={limit}
          />
        ))}
      </div>
    </Card>
  )
}

/** The payment method, the direction and the period of a limit. */
function useName(): (limit: PaywayLimit) => string {
  const { t } = useLingui()
  const nameOf = usePaywayName()
  return ({ payway, direction, period }) => {
    const way = payway ? nameOf(payway) : t`All payment methods`
    const directed = direction === 'in' ? t`${way}, paying in` : direction === 'out' ? t`${way}, paying out` : way
    return period === 'day' ? t`${directed}, 24 hours` : t`${directed}, 31 days`
  }
}

function Usage({ usage }: { usage: PaywayLimit }) {
  const { i18n } = useLingui()
  const name = useName()(usage)
  const { limit, used, currency, resets_at } = usage
  const money = (amount: string) => moneyText({ amount, currency }, i18n.locale)
  const free = resets_at ? `${dayText(resets_at, i18n.locale, new Date())}, ${timeText(resets_at, i18n.locale)}` : ''
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-col sm:flex-row sm:items-baseline sm:justify-between sm:gap-x-3">
        <span className="font-[550]">{name}</span>
        <span className="tabular-nums text-muted">
          <Trans>
            {money(used)} of {money(limit)}
          </Trans>
        </span>
      </div>
      {resets_at ? <LimitBar label={name} used={used} limit={limit} /> : null}
      {isNear(used, limit) ? (
        <p className="text-[13px] text-wait">
          <Trans>You have used 80% of this limit or more</Trans>
        </p>
      ) : null}
      {free ? (
        <p className="text-[13px] text-muted">
          <Trans>More becomes available {free}</Trans>
        </p>
      ) : null}
    </div>
  )
}
