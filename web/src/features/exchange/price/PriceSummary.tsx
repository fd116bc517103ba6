import { Trans } from '@lingui/react/macro'
import { Zap } from 'lucide-react'
import type { PaywayInfo } from '../../../api/exchangeTypes'
import { usualArrival, usualTime } from '../../../domain/arrival/usual'
import { useArrivalWords } from '../../../domain/arrival/useArrivalWords'
import { CostSummary } from '../../../domain/cost/summary/CostSummary'
import { CostSkeleton, takesPromo } from '../start/CostSkeleton'
import type { ExchangeForm } from '../start/useExchangeForm'
import { PromoCode } from './PromoCode'

type PriceSummaryProps = { form: ExchangeForm; fromWay: PaywayInfo | undefined; toWay: PaywayInfo | undefined }

/** The total cost in one line, and when the money arrives. */
export default function PriceSummary({ form, fromWay, toWay }: PriceSummaryProps) {
  const { quote, quoted, ends } = form
  const words = useArrivalWords()
  const usual =
    ends.from && ends.to && usualArrival(usualTime(ends.from.payway, fromWay), usualTime(ends.to.payway, toWay))
  return (
    <div className="grid grid-cols-1 gap-3">
      {quote ? (
        <CostSummary
          from={{ amount: quote.from_amount, currency: quote.from_currency }}
          to={{ amount: quote.to_amount, currency: quote.to_currency }}
          lines={quote.lines}
          percent={quote.cost_percent}
          fromKind={fromWay?.kind}
          network={toWay?.kind === 'crypto' ? toWay.name : undefined}
          stale={!form.fresh}
        />
      ) : (
        <CostSkeleton loading={form.amount !== '' && !form.limitProblem && !quoted.isError} />
      )}
      {usual ? (
        <p className="flex min-h-5 items-start gap-2.5 px-1 text-[13px]">
          <Zap size={18} aria-hidden="true" className="mt-px shrink-0 text-brand" />
          <span className="min-w-0">
            <b className="font-[580]">{words.whole(usual)}</b>{' '}
            <span className="text-muted">
              {quote && quote.from_currency === quote.to_currency ? null : quote?.rate_locked === false ? (
                <Trans>The rate is fixed when your transfer arrives.</Trans>
              ) : (
                <Trans>The rate is locked when you confirm.</Trans>
              )}
            </span>
          </span>
        </p>
      ) : null}
      {takesPromo(form.draft.side) ? <PromoCode form={form} /> : null}
    </div>
  )
}
