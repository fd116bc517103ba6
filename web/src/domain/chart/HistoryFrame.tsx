import { useRangeNames } from '../../ui/chart/useRangeNames'
import { AsOf } from './AsOf'
import DayChange from './DayChange'
import { HistoryPlot, type HistoryPlotProps } from './HistoryPlot'
import { rangeChange } from './rangeChange'

type HistoryFrameProps = HistoryPlotProps & {
  /** Shows the change over the range in percent. Only for prices, because deposits and withdrawals also move balances. */
  isPrice?: boolean
}

/** A chart with range selection and table; above it the change of a price, and the time of stale data. */
export function HistoryFrame({ isPrice = false, ...plot }: HistoryFrameProps) {
  const names = useRangeNames()
  const { asked, range } = plot
  const percent = isPrice ? rangeChange(asked.data?.points ?? []) : undefined
  return (
    <div className="relative">
      <div className={`flex items-center justify-between gap-x-3 text-[14px] ${isPrice ? 'mb-2 min-h-6' : ''}`}>
        <p className="font-semibold">
          {percent === undefined ? null : (
            <>
              <DayChange percent={percent} /> <span className="text-muted">· {names[range]}</span>
            </>
          )}
        </p>
        <AsOf asked={asked} />
      </div>
      <HistoryPlot {...plot} />
    </div>
  )
}
