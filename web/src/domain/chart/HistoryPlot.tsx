import type { ReactNode } from 'react'
import { ChartTable } from '../../ui/chart/ChartTable'
import { LineChart } from '../../ui/chart/LineChart'
import { RangePills } from '../../ui/chart/RangePills'
import type { Range } from '../../ui/chart/ranges'
import type { Point } from '../../ui/chart/scale'
import { AsOf } from './AsOf'

/** The query result of a series. */
export type History = {
  data: { currency: string; points: readonly Point[] } | undefined
  error: unknown
  dataUpdatedAt: number
  refetch: () => unknown
}

export type HistoryPlotProps = {
  asked: History
  /** The name of the series. */
  label: string
  /** Formats an amount in the currency of the series. */
  text: (amount: string, currency: string) => string
  range: Range
  onRange: (range: Range) => void
  /** A control that selects the series. */
  views?: ReactNode
  /** In a hero the chart is lower, and from the desktop layout on its ranges stand at the top right. */
  inHero?: boolean
}

/** The chart of a series with its ranges and its table. */
export function HistoryPlot({ asked, label, text, range, onRange, views, inHero = false }: HistoryPlotProps) {
  const { data, error, refetch } = asked
  const write = (value: string) => text(value, data?.currency ?? '')
  return (
    <div>
      <LineChart
        // Another series resets the chart, so that no point is selected.
        key={`${label} ${range}`}
        points={data?.points}
        label={label}
        text={write}
        failed={Boolean(error)}
        dim={Boolean(data && error)}
        {...(inHero ? { height: 'h-[150px] desk:h-[180px]' } : {})}
        onRetry={() => void refetch()}
      />
      <div className="mt-2 -ml-2 flex flex-wrap items-center justify-between gap-x-4">
        <div className={inHero ? 'desk:absolute desk:top-5 desk:right-5' : undefined}>
          <RangePills value={range} onChange={onRange} />
        </div>
        {views}
        {inHero ? <AsOf asked={asked} /> : null}
        <ChartTable points={data?.points ?? []} label={label} text={write} />
      </div>
    </div>
  )
}
