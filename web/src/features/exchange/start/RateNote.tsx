import { useLingui } from '@lingui/react/macro'
import type { Quote } from '../../../api/exchangeTypes'
import { formatRate } from '../../../domain/rate'

/** The current rate, with a ring that runs until the next one. */
export function RateNote({ quote, updatedAt }: { quote: Quote; updatedAt: number }) {
  const { i18n } = useLingui()
  if (quote.from_currency === quote.to_currency) return null
  return (
    <span className="whitespace-nowrap">
      <svg key={updatedAt} className="rate-ring" viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="7" />
        <circle cx="9" cy="9" r="7" />
      </svg>
      {formatRate(quote, i18n.locale)}
    </span>
  )
}
