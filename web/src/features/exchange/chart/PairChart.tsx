import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyCode } from '../../../api/exchangeTypes'
import { HistoryCard } from '../../../domain/chart/HistoryCard'
import { priceHistoryQuery } from '../../../domain/chart/queries'
import { moneyText } from '../../../domain/money'
import { readableRate } from '../../../domain/rate'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { useRange } from '../../../ui/chart/useRange'

type PairChartProps = { base: CurrencyCode; name: string; other: CurrencyCode }

/** The price of one unit of `base` in the other currency of the exchange over time. */
export default function PairChart({ base, name, other }: PairChartProps) {
  const { t, i18n } = useLingui()
  const [range, setRange] = useRange('exchange')
  const price = useQuery(priceHistoryQuery(base, other, range))
  return (
    <HistoryCard
      asked={price}
      label={t`Price of 1 ${base}`}
      text={(amount, currency) => moneyText({ amount: readableRate(amount), currency }, i18n.locale)}
      range={range}
      onRange={setRange}
      head={
        <div className="flex min-w-0 items-center gap-3">
          <CurrencyIcon code={base} size={34} />
          <div className="min-w-0">
            <h2 className="truncate text-[15px]">{name}</h2>
            <p className="text-[13px] text-muted">
              {base} / {other}
            </p>
          </div>
        </div>
      }
    />
  )
}
