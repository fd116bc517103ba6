import { Trans, useLingui } from '@lingui/react/macro'
import { Clock, type LucideIcon, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { usualArrival, usualTime } from '../../../domain/arrival/usual'
import { useArrivalWords } from '../../../domain/arrival/useArrivalWords'
import { CostFigures } from '../../../domain/cost/CostFigures'
import { costOf } from '../../../domain/cost/cost'
import { timeText } from '../../../i18n/format'
import { Skeleton } from '../../../ui/Skeleton'
import type { ExchangeForm } from '../start/useExchangeForm'

/** The whole cost in money and in percent, and when the money arrives. */
export function Totals({ form }: { form: ExchangeForm }) {
  const { quote, quoted, ends, catalogue } = form
  const { t, i18n } = useLingui()
  const words = useArrivalWords()
  const timeOf = (end: typeof ends.from) =>
    end &&
    usualTime(
      end.payway,
      catalogue.data?.payways.find((way) => way.code === end.payway),
    )
  const usual = usualArrival(timeOf(ends.from), timeOf(ends.to))
  const cost =
    quote &&
    costOf({
      from: { amount: quote.from_amount, currency: quote.from_currency },
      to: { amount: quote.to_amount, currency: quote.to_currency },
      lines: quote.lines,
      percent: quote.cost_percent,
    })
  const about = usual && words.short(usual)
  const at = usual && usual !== 'bank' && quoted.dataUpdatedAt + usual.seconds * 1000
  const by = at && timeText(new Date(at).toISOString(), i18n.locale)
  const isComing = form.amount !== '' && !form.limitProblem && !quoted.isError
  return (
    <dl className="grid grid-cols-1 gap-2 px-1" aria-busy={!quote && isComing}>
      <Total icon={ReceiptText} label={<Trans>Total cost</Trans>}>
        {cost ? <CostFigures cost={cost} stale={!form.fresh} /> : isComing ? <Skeleton className="h-3.5 w-28" /> : '—'}
      </Total>
      <Total icon={Clock} label={<Trans>Arrives</Trans>}>
        {about && by && quote ? t`${about}, by ${by}` : (about ?? '—')}
      </Total>
    </dl>
  )
}

export function Total({ icon: Icon, label, children }: { icon: LucideIcon; label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3">
      <dt className="flex items-center gap-2 text-muted">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </dt>
      <dd className="ml-auto text-right font-[580]">{children}</dd>
    </div>
  )
}
