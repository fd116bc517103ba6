import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '../../../api/exchangeTypes'
import { nearPayway } from '../../../domain/limits'
import { moneyText } from '../../../domain/money'
import { usePaywayName } from '../../../domain/usePaywayName'
import type { Checklist } from '../../../domain/verification'
import { dayText, timeText } from '../../../i18n/format'
import { Notice } from '../../../ui/Notice'

/** The effect of an order on the customer's limits: the required verification, or a warning that little is left. */
export function LimitNote({ quote, checklist }: { quote: Quote; checklist: Checklist }) {
  const { i18n } = useLingui()
  const until = quote.halved_until
  if (quote.requirements.length > 0) {
    const when = until ? `${dayText(until, i18n.locale, new Date())}, ${timeText(until, i18n.locale)}` : ''
    return (
      <Notice tone="act">
        <Trans>This amount is above what you can exchange yet. A few details raise your limit.</Trans>{' '}
        {until ? <Trans>This device is new to your account: half of your limits apply here until {when}.</Trans> : null}
        <div className="mt-2">{checklist(quote.requirements)}</div>
      </Notice>
    )
  }
  const near = quote.near_limit ?? nearPayway(quote.payway_limits_after ?? [])
  return near ? <Near near={near} way={'payway' in near ? near.payway : undefined} /> : null
}

type NearProps = {
  near: Pick<NonNullable<Quote['near_limit']>, 'period' | 'limit' | 'used' | 'currency'>
  way: string | undefined
}

function Near({ near, way }: NearProps) {
  const { i18n } = useLingui()
  const nameOf = usePaywayName()
  const money = (amount: string) => moneyText({ amount, currency: near.currency }, i18n.locale)
  const used = money(near.used)
  const limit = money(near.limit)
  return (
    <Notice tone="wait">
      {way ? `${nameOf(way)}: ` : null}
      {near.period === 'day' ? (
        <Trans>
          With this order {used} of your {limit} for 24 hours are used up.
        </Trans>
      ) : (
        <Trans>
          With this order {used} of your {limit} for 31 days are used up.
        </Trans>
      )}
    </Notice>
  )
}
