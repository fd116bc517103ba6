import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { timeText } from '../../i18n/format'
import { ChartTable } from '../../ui/chart/ChartTable'
import { LineChart } from '../../ui/chart/LineChart'
import { RangePills } from '../../ui/chart/RangePills'
import type { Range } from '../../ui/chart/ranges'
import type { Point } from '../../ui/chart/scale'
import { useRangeNames } from '../../ui/chart/useRangeNames'
import { Card } from '../../ui/Card'
import DayChange from './DayChange'
import { rangeChange } from './rangeChange'

/** The query result of a series. */
export type History = {
  data: { currency: string; points: readonly Point[] } | undefined
  error: unknown
  dataUpdatedAt: number
  refetch: () => unknown
}

type HistoryCardProps = {
  asked: History
  /** The name of the series. */
  label: string
  /** Formats an amount in the currency of the series. */
  text: (amount: string, currency: string) => string
  range: Range
  onRange: (range: Range) => void
  /** Shows the change over the range in percent. Only for prices, because deposits and withdrawals also move balances. */
  isPrice?: boolean
  /** A control that selects the series. */
  views?: ReactNode
}

/** A chart with range selection, change and table. */
export function HistoryCard({ asked, label, text, range, onRange, isPrice = false, views }: HistoryCardProps) {
  const { i18n } = useLingui()
  const names = useRangeNames()
  const { data, error, dataUpdatedAt, refetch } = asked
  const points = data?.points ?? []
  const percent = isPrice ? rangeChange(points) : undefined
  const write = (value: string) => text(value, data?.currency ?? '')
  const isOld = Boolean(data && error)
  const asOf = timeText(new Date(dataUpdatedAt).toISOString(), i18n.locale)
  return (
    <Card>
      <div className="mb-4 flex min-h-6 items-center justify-between gap-x-3">
        <p className="font-[570]">
          {isPrice ? null : label}
          {percent === undefined ? null : (
            <>
              <DayChange percent={percent} /> <span className="text-muted">· {names[range]}</span>
            </>
          )}
        </p>
        {isOld ? (
          <p className="rounded-full bg-wait-soft px-2.5 py-0.5 text-[13px] text-wait">
            <Trans>Prices of {asOf}</Trans>
          </p>
        ) : null}
      </div>
      <LineChart
        // Another series resets the chart, so that no point is selected.
        key={`${label} ${range}`}
        points={data?.points}
        label={label}
        text={write}
        failed={Boolean(error)}
        dim={isOld}
        onRetry={() => void refetch()}
      />
      <div className="mt-3 -ml-2 flex flex-wrap justify-between gap-x-4">
        <RangePills value={range} onChange={onRange} />
        {views}
      </div>
      <ChartTable points={points} label={label} text={write} />
    </Card>
  )
}
