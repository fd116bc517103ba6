import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyCode } from '../../../api/exchangeTypes'
import DayChange from '../../../domain/chart/DayChange'
import PriceSpark from '../../../domain/chart/PriceSpark'
import { dayPriceQuery } from '../../../domain/chart/queries'
import { rangeChange } from '../../../domain/chart/rangeChange'
import { readablePrice } from '../../../domain/rate'
import { moneyText } from '../../../i18n/format'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Skeleton } from '../../../ui/Skeleton'
import { WATCHED_MAX } from './watch'

/** A row's height with both lines, so that it does not grow when the price arrives. */
const ROW = 'flex min-h-[53px] items-center gap-3 py-1'

/** A coin with the course of its price over 24 hours, the price and its change. */
export function WatchedPrice({ code, main }: { code: CurrencyCode; main: CurrencyCode }) {
  return (
    <div className={ROW}>
      <CurrencyIcon code={code} size={30} />
      <span className="t-row min-w-12 flex-1">{code}</span>
      <PriceSpark from={code} to={main} />
      <Price code={code} main={main} />
    </div>
  )
}

/** The rows of four coins while their names load. */
export function WatchedSkeleton() {
  return (
    <div aria-busy="true" className="divide-y divide-line">
      {Array.from({ length: WATCHED_MAX }, (_, row) => row).map((row) => (
        <div key={row} className={ROW}>
          <Skeleton className="size-[30px] shrink-0 rounded-full" />
          <Skeleton className="h-4 w-12" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </div>
  )
}

function Price({ code, main }: { code: CurrencyCode; main: CurrencyCode }) {
  const { i18n } = useLingui()
  const { data, isError } = useQuery(dayPriceQuery(code, main))
  const last = data?.points.at(-1)
  const percent = data && rangeChange(data.points)
  if (!data && !isError) return <Skeleton className="h-4 w-24" />
  return (
    <span className="grid min-w-24 justify-items-end gap-0.5 text-right">
      {last ? (
        <span className="t-row">{moneyText({ amount: readablePrice(last.value), currency: main }, i18n.locale)}</span>
      ) : (
        <span className="t-cap text-muted">
          <Trans>No price now</Trans>
        </span>
      )}
      {percent ? (
        <span className="t-cap">
          <DayChange percent={percent} />
        </span>
      ) : null}
    </span>
  )
}
