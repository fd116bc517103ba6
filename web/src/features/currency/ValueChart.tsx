import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { components } from '../../api/schema.gen'
import { settingsQuery } from '../../api/settings'
import { HistoryFrame } from '../../domain/chart/HistoryFrame'
import { priceHistoryQuery, valueHistoryQuery } from '../../domain/chart/queries'
import { readablePrice } from '../../domain/rate'
import { moneyText } from '../../i18n/format'
import { ChoicePills } from '../../ui/chart/ChoicePills'
import { useRange } from '../../ui/chart/useRange'
import { firstView, type View, viewsOf } from './views'

type Balances = components['schemas']['Balances']
type ValueChartProps = { currency: CurrencyCode; balances: Balances }

/** The value of a balance, or the price of one unit, in the main currency over time. */
export default function ValueChart({ currency, balances }: ValueChartProps) {
  const { t, i18n } = useLingui()
  const settings = useQuery(settingsQuery)
  const [range, setRange] = useRange('currency')
  const [chosen, setChosen] = useState<View>()
  const main = balances.total?.currency ?? settings.data?.main_currency
  const views = viewsOf(currency, main)
  const wasHeld = balances.data.some((one) => one.currency === currency)
  const view = chosen && views.includes(chosen) ? chosen : firstView(views, wasHeld)
  const value = useQuery({ ...valueHistoryQuery(range, currency), enabled: view === 'balance' })
  const price = useQuery({ ...priceHistoryQuery(currency, main ?? currency, range), enabled: view === 'price' })
  const names = { balance: t`Your balance`, price: t`Price` }
  const isPrice = view === 'price'
  return (
    <HistoryFrame
      asked={isPrice ? price : value}
      label={isPrice ? t`Price of 1 ${currency}` : names.balance}
      text={(amount, of) => moneyText({ amount: isPrice ? readablePrice(amount) : amount, currency: of }, i18n.locale)}
      isPrice={isPrice}
      range={range}
      onRange={setRange}
      views={
        views.length > 1 ? (
          <ChoicePills
            label={t`What the chart shows`}
            value={view}
            options={views.map((one) => ({ value: one, label: names[one] }))}
            onChange={setChosen}
          />
        ) : null
      }
    />
  )
}
