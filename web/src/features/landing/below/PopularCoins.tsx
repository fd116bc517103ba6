import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyCode, CurrencyInfo } from '../../../api/exchangeTypes'
import { useCatalogue } from '../../../domain/catalogue'
import DayChange from '../../../domain/chart/DayChange'
import { priceHistoryQuery } from '../../../domain/chart/queries'
import { rangeChange } from '../../../domain/chart/rangeChange'
import { readablePrice } from '../../../domain/rate'
import { moneyText } from '../../../i18n/format'
import { thinned } from '../../../ui/chart/scale'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Sparkline } from '../../../ui/Sparkline'
import { CoinsGap } from '../gaps'
import { popularCoins, REFRESH_MS } from './pair'

type PopularCoinsProps = {
  /** The currency of the prices. */
  money: CurrencyCode
  chosen: CurrencyCode
  onChoose: (coin: CurrencyCode) => void
}

/** A few coins with their price and its change in a day. A press selects the coin above. */
export function PopularCoins({ money, chosen, onChoose }: PopularCoinsProps) {
  const { data, isError } = useCatalogue()
  // The calculator shows the failure, with a retry that also serves this list.
  if (!data) return isError ? null : <CoinsGap />
  return (
    <ul className="landing-coins">
      {popularCoins(data.currencies).map((coin) => (
        <li key={coin.code} className="grid">
          <CoinTile coin={coin} money={money} isChosen={coin.code === chosen} onChoose={() => onChoose(coin.code)} />
        </li>
      ))}
    </ul>
  )
}

/** More points than pixels would only blur the line. */
const SPOTS = 40

type CoinTileProps = { coin: CurrencyInfo; money: CurrencyCode; isChosen: boolean; onChoose: () => void }

function CoinTile({ coin: { code, name }, money, isChosen, onChoose }: CoinTileProps) {
  const { i18n } = useLingui()
  const { data } = useQuery({ ...priceHistoryQuery(code, money, '1D'), refetchInterval: REFRESH_MS })
  const last = data?.points.at(-1)
  const percent = rangeChange(data?.points ?? [])
  return (
    <button type="button" aria-pressed={isChosen} className="landing-coin" onClick={onChoose}>
      <CurrencyIcon code={code} size={28} />
      <b className="landing-coin-name">{name}</b>
      <Sparkline values={data && thinned(data.points, SPOTS).map(({ value }) => value)} />
      <span className="landing-coin-price">
        {last ? moneyText({ amount: readablePrice(last.value), currency: money }, i18n.locale) : '—'}
      </span>
      <span className="landing-coin-change">{percent === undefined ? null : <DayChange percent={percent} />}</span>
    </button>
  )
}
