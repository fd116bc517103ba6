import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
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
  return quote.near_limit ? <Near near={quote.near_limit} /> : null
}

function Near({ near }: { near: NonNullable<Quote['near_limit']> }) {
  const { i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency: near.currency }, i18n.locale)
  const used = money(near.used)
  const limit = money(near.limit)
  return (
    <Notice tone="wait">
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
