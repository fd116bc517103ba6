import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'
import { useRangeNames } from '../../ui/chart/useRangeNames'
import { AsOf } from './AsOf'
import DayChange from './DayChange'
import { HistoryPlot, type HistoryPlotProps } from './HistoryPlot'
import { rangeChange } from './rangeChange'

type HistoryCardProps = HistoryPlotProps & {
  /** What the chart shows, beside its last value and the change over the range. */
  head: ReactNode
}

/** The price of a pair in a card: the last price, the change over the range, the chart. */
export function HistoryCard({ head, ...plot }: HistoryCardProps) {
  const names = useRangeNames()
  const { data } = plot.asked
  const last = data?.points.at(-1)?.value
  const percent = rangeChange(data?.points ?? [])
  return (
    <Card>
      <div className="mb-4 flex min-h-6 items-start justify-between gap-x-3 wrap-anywhere">
        {head}
        <div className="grid max-w-3/4 shrink-0 justify-items-end text-right">
          <p className="text-[18px] font-[620] wrap-anywhere">{last ? plot.text(last, data?.currency ?? '') : '—'}</p>
          {percent === undefined ? null : (
            <p className="text-[13px]">
              <DayChange percent={percent} /> <span className="text-muted">· {names[plot.range]}</span>
            </p>
          )}
          <AsOf asked={plot.asked} />
        </div>
      </div>
      <HistoryPlot {...plot} />
    </Card>
  )
}
