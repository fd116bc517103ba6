import { useQuery } from '@tanstack/react-query'
import type { CurrencyCode } from '../../api/exchangeTypes'
import { thinned } from '../../ui/chart/scale'
import { Sparkline } from '../../ui/Sparkline'
import { dayPriceQuery } from './queries'

const POINTS_MAX = 40

/** The course of a currency's price over 24 hours. Empty if it cannot be loaded. */
export default function PriceSpark({ from, to }: { from: CurrencyCode; to: CurrencyCode }) {
  const { data } = useQuery(dayPriceQuery(from, to))
  return <Sparkline values={data && thinned(data.points, POINTS_MAX).map(({ value }) => value)} />
}
