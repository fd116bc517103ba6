import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCatalogue } from '../../../domain/catalogue'
import DayChange from '../../../domain/chart/DayChange'
import { priceHistoryQuery } from '../../../domain/chart/queries'
import { rangeChange } from '../../../domain/chart/rangeChange'
import { readablePrice } from '../../../domain/rate'
import { moneyText, timeText } from '../../../i18n/format'
import { ChartTable } from '../../../ui/chart/ChartTable'
import { LineChart } from '../../../ui/chart/LineChart'
import { RangePills } from '../../../ui/chart/RangePills'
import { useRange } from '../../../ui/chart/useRange'
import { useRangeNames } from '../../../ui/chart/useRangeNames'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Skeleton } from '../../../ui/Skeleton'
import { StaleBadge } from './StaleBadge'
import { type Pair, REFRESH_MS } from './pair'

/** The price of a coin now and over a range. */
export function PricePanel({ pair: { coin, money } }: { pair: Pair }) {
  const { t, i18n } = useLingui()
  const [range, setRange] = useRange('landing', '1D')
  const names = useRangeNames()
  const { data: catalogue } = useCatalogue()
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...priceHistoryQuery(coin, money, range),
    refetchInterval: REFRESH_MS,
  })
  const points = data?.points ?? []
  const last = points.at(-1)
  const percent = rangeChange(points)
  const text = (value: string) => moneyText({ amount: readablePrice(value), currency: money }, i18n.locale)
  const label = t`Price of 1 ${coin}`
  const isOld = Boolean(data && error)
  return (
    <div className="landing-panel-body">
      <div className="landing-panel-head">
        <div className="flex min-w-0 items-center gap-3">
          <CurrencyIcon code={coin} size={44} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b className="font-semibold">{catalogue?.currencies.find(({ code }) => code === coin)?.name ?? coin}</b>
              <span className="t-cap text-muted">
                {coin} / {money}
              </span>
            </p>
            <p className="flex min-h-8 flex-wrap items-baseline gap-x-2">
              {last ? (
                <b className="text-[24px] font-[630] tracking-[-0.02em] wrap-anywhere">{text(last.value)}</b>
              ) : (
                <Skeleton className="h-6 w-36 self-center" />
              )}
              {percent === undefined ? null : (
                <span className="t-cap font-semibold">
                  <DayChange percent={percent} /> <span className="text-muted">· {names[range]}</span>
                </span>
              )}
            </p>
          </div>
        </div>
        <RangePills value={range} onChange={setRange} />
      </div>
      <LineChart
        // Another series resets the chart, so that no point is selected.
        key={`${coin} ${money} ${range}`}
        points={data?.points}
        label={label}
        text={text}
        failed={Boolean(error)}
        dim={isOld}
        onRetry={() => void refetch()}
        height="landing-chart"
      />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <div className="-ml-2">
          <ChartTable points={points} label={label} text={text} />
        </div>
        {isOld ? <StaleBadge asOf={timeText(new Date(dataUpdatedAt).toISOString(), i18n.locale)} /> : null}
      </div>
    </div>
  )
}
