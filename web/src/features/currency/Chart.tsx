import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { components } from '../../api/schema.gen'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { ChartGap } from '../../ui/ChartGap'

const ValueChart = lazyLater(() => import('./ValueChart'), seldomWords)

type Balances = components['schemas']['Balances']
type ChartProps = { currency: CurrencyCode; balances: Pick<UseQueryResult<Balances>, 'data' | 'isError'> }

/** The chart of a currency. Reserves its space until the balances have loaded; hidden if they cannot be loaded. */
export function Chart({ currency, balances: { data, isError } }: ChartProps) {
  if (!data) return isError ? null : <ChartGap views />
  return (
    <Suspense fallback={<ChartGap views={data.total?.currency !== currency} />}>
      <ValueChart currency={currency} balances={data} />
    </Suspense>
  )
}
