import { Trans } from '@lingui/react/macro'
import { Timer, Zap } from 'lucide-react'
import type { PaywayInfo, Quote } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../domain/balance'
import { usualArrival, usualTime } from '../../../domain/arrival/usual'
import { useArrivalWords } from '../../../domain/arrival/useArrivalWords'
import { countdownText } from '../../../domain/clock'
import { SheetIcon } from '../../../ui/Sheet'

type ArrivalProps = {
  quote: Quote
  seconds: number
  expired: boolean
  fromWay: PaywayInfo | undefined
  toWay: PaywayInfo | undefined
}

/** When the money arrives, and how long the price is held; for an estimate, when its rate is fixed. */
export function Arrival({ quote, seconds, expired, fromWay, toWay }: ArrivalProps) {
  const words = useArrivalWords()
  const usual = usualArrival(usualTime(quote.from_payway, fromWay), usualTime(quote.to_payway, toWay))
  const locked = quote.rate_locked
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SheetIcon>
        <Zap size={20} aria-hidden="true" />
      </SheetIcon>
      <div className="min-w-40 flex-1">
        {usual ? <p className="font-[580]">{words.whole(usual)}</p> : null}
        <p className="text-[13px] text-muted">
          <Begins quote={quote} />
        </p>
      </div>
      {locked || expired ? (
        <span className="ml-12.5 inline-flex items-center gap-1.5 rounded-full bg-brand-soft px-2.5 py-1 text-[12.5px] font-[580] text-brand min-[480px]:ml-auto">
          <Timer size={14} aria-hidden="true" />
          {/* The seconds are not announced; the renewal is. */}
          <span role="status">{expired ? <Trans>Renewing the price…</Trans> : <Trans>Price held</Trans>}</span>
          {expired ? null : (
            <span className="tabular-nums" aria-hidden="true">
              {countdownText(seconds)}
            </span>
          )}
        </span>
      ) : null}
    </div>
  )
}

/** What the time counts from, and the rate until then. Money of one currency has no rate. */
function Begins({ quote }: { quote: Quote }) {
  if (!quote.rate_locked) {
    return <Trans>An estimate: a bank transfer is exchanged at the rate of the moment it arrives.</Trans>
  }
  const isExchanged = quote.from_currency !== quote.to_currency
  if (quote.from_payway === BALANCE) {
    return isExchanged ? <Trans>After you confirm, at this rate.</Trans> : <Trans>After you confirm.</Trans>
  }
  return isExchanged ? (
    <Trans>After your payment. The rate does not change until then.</Trans>
  ) : (
    <Trans>After your payment.</Trans>
  )
}
