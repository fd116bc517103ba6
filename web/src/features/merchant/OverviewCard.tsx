import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Money } from '../../api/exchangeTypes'
import { HeroAmount } from '../../domain/HeroAmount'
import { moneyText } from '../../domain/money'
import { Loaded } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { Line, Lines } from '../../ui/Lines'
import { Segmented } from '../../ui/Segmented'
import { type Overview, overviewQuery, type Span } from './overview'

/** What the shop took in a period, and what became of it. */
export function OverviewCard({ currency }: { currency: string }) {
  const { t } = useLingui()
  const [span, setSpan] = useState<Span>('today')
  const asked = useQuery(overviewQuery(span))
  const spans = [
    { value: 'today', label: <Trans>Today</Trans> },
    { value: 'week', label: <Trans>7 days</Trans> },
    { value: 'month', label: <Trans>30 days</Trans> },
  ] as const
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <Segmented label={t`Period`} value={span} options={spans} onChange={setSpan} />
        <Loaded asked={asked} rows={3}>
          {(overview) => <Sums overview={overview} currency={currency} />}
        </Loaded>
      </div>
    </Card>
  )
}

/** The sums. A period without payments shows a zero in the currency that the shop receives. */
export function Sums({ overview, currency }: { overview: Overview; currency: string }) {
  const { paid, taken, settled, fees, refunds, refunded, waiting, waits } = overview
  const shown = taken.length > 0 ? taken : [{ amount: '0', currency } as Money]
  return (
    <>
      <div className="grid gap-1">
        <p className="text-[13px] text-muted">
          <Trans>Paid payments: {paid}</Trans>
        </p>
        {shown.map((money) => (
          <HeroAmount key={money.currency} {...money} />
        ))}
      </div>
      <Lines>
        <Line label={<Trans>Credited to you</Trans>}>
          <Amounts of={settled} />
        </Line>
        <Line label={<Trans>Fees</Trans>} note={<Trans>from what payers sent</Trans>}>
          <Amounts of={fees} />
        </Line>
        <Line label={<Trans>Refunded</Trans>} note={refunds > 0 ? refunds : undefined}>
          <Amounts of={refunded} />
        </Line>
        <Line label={<Trans>Waits now</Trans>} note={waiting > 0 ? waiting : undefined}>
          <Amounts of={waits} />
        </Line>
      </Lines>
    </>
  )
}

function Amounts({ of }: { of: readonly Money[] }) {
  const { i18n } = useLingui()
  if (of.length === 0) return '—'
  return (
    <span className="grid justify-items-end gap-0.5">
      {of.map((money) => (
        <span key={money.currency}>{moneyText(money, i18n.locale)}</span>
      ))}
    </span>
  )
}
