import type { PaywayInfo } from '../api/exchangeTypes'
import { CurrencyIcon } from '../ui/CurrencyIcon'
import { networkCoin } from './networks'

type CoinIconProps = { code: string; network: PaywayInfo['network'] | undefined; size?: number }

/** The logo of a currency, marked with its network unless the coin is the network's own. Decorative. */
export function CoinIcon({ code, network, size = 40 }: CoinIconProps) {
  const mark = network && networkCoin(network)
  if (!mark || mark === code) return <CurrencyIcon code={code} size={size} />
  return (
    <span className="relative shrink-0" style={{ width: size, height: size }}>
      <CurrencyIcon code={code} size={size} />
      <span className="absolute -right-1 -bottom-0.5 grid rounded-full bg-surface p-0.5">
        <CurrencyIcon code={mark} size={Math.round(size * 0.44)} />
      </span>
    </span>
  )
}
