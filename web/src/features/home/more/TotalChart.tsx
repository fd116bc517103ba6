import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { HistoryPlot } from '../../../domain/chart/HistoryPlot'
import { valueHistoryQuery } from '../../../domain/chart/queries'
import { moneyText } from '../../../i18n/format'
import { useRange } from '../../../ui/chart/useRange'

/** The total value of all balances over time, in the hero. */
export default function TotalChart() {
  const { t, i18n } = useLingui()
  const [range, setRange] = useRange('home')
  const history = useQuery(valueHistoryQuery(range))
  return (
    <HistoryPlot
      asked={history}
      label={t`Total balance`}
      text={(amount, currency) => moneyText({ amount, currency }, i18n.locale)}
      range={range}
      onRange={setRange}
      inHero
    />
  )
}
