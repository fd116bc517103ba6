import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Quote } from '../../../api/exchangeTypes'
import { formatRate } from '../../../domain/rate'
import { RATE_REFRESH_MS } from '../refresh'

/** The current rate and the time until the next one. Its height is fixed. */
export function RateCard({ quote, updatedAt }: { quote: Quote; updatedAt: number }) {
  const { i18n } = useLingui()
  return (
    <div className="flex min-h-[45px] items-center gap-2.5 rounded-m bg-brand-soft px-4 py-3 text-[14px] font-[550] text-brand sm:text-[15px]">
      <svg key={updatedAt} className="rate-ring" viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="7" />
        <circle cx="9" cy="9" r="7" />
      </svg>
      <span className="min-w-0 flex-1 break-words">{formatRate(quote, i18n.locale)}</span>
      <NextRate key={`next-${updatedAt}`} updatedAt={updatedAt} />
    </div>
  )
}

function NextRate({ updatedAt }: { updatedAt: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((updatedAt + RATE_REFRESH_MS - now) / 1000))
  return (
    // The countdown is hidden from screen readers; a new rate is announced.
    <span className="shrink-0 text-[12px] font-[450] sm:text-[13px]" aria-hidden="true">
      {seconds > 0 ? (
        <Plural
          value={seconds}
          one="updates in # s"
          few="updates in # s"
          many="updates in # s"
          other="updates in # s"
        />
      ) : (
        <Trans>updating…</Trans>
      )}
    </span>
  )
}
