import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '../../../api/exchangeTypes'
import { formatOneWay, formatRate } from '../../../domain/rate'
import { Plain } from './Plain'

/** The rate of the order beside the market's, in the list of the cost. */
export function RateLines({ quote }: { quote: Quote }) {
  const { i18n } = useLingui()
  if (quote.from_currency === quote.to_currency) return null
  const time = i18n.date(quote.reference_at, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <>
      <Plain label={<Trans>Your rate</Trans>} whole>
        {formatRate(quote, i18n.locale)}
      </Plain>
      <Plain label={<Trans>Reference rate at {time}</Trans>} whole>
        {formatOneWay(quote.from_currency, quote.to_currency, quote.reference_rate, i18n.locale)}
      </Plain>
    </>
  )
}
