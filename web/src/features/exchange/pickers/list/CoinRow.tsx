import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../../domain/money'
import { readablePrice } from '../../../../domain/rate'
import { usePrices } from '../../../../realtime/prices'
import { Breakable } from '../../../../ui/Breakable'
import { CurrencyIcon } from '../../../../ui/CurrencyIcon'
import type { Coin } from '../coins'
import { useReason } from './useReason'

type CoinRowProps = { coin: Coin; chosen: boolean; onPress: (coin: Coin) => void }

/** A currency with its networks or ways to pay, and its price. */
export function CoinRow({ coin, chosen, onPress }: CoinRowProps) {
  const { i18n } = useLingui()
  const price = usePrices()?.prices[coin.code]
  const note = useNote(coin)
  return (
    <button
      type="button"
      className="picker-row"
      aria-current={chosen ? 'true' : undefined}
      // Stays focusable, so that keyboard users can read the reason.
      aria-disabled={coin.available ? undefined : true}
      onClick={() => coin.available && onPress(coin)}
    >
      <CurrencyIcon code={coin.code} size={38} />
      <span className="min-w-0 flex-1">
        <span className="block break-words">
          <b className="font-[580]">{coin.name}</b> <span className="text-muted">{coin.code}</span>
        </span>
        {note ? (
          <span className="block text-[13px] text-muted">
            <Breakable text={note} />
          </span>
        ) : null}
      </span>
      {price && coin.code !== 'EUR' ? (
        <span className="max-w-[45%] shrink-0 text-right text-[14px] font-[550]">
          {moneyText({ amount: readablePrice(price), currency: 'EUR' }, i18n.locale)}
        </span>
      ) : null}
    </button>
  )
}

/** The reason why it cannot be chosen, what is on the balance, or how it travels. */
function useNote({ code, available, holds, options }: Coin): string {
  const { t, i18n } = useLingui()
  const [first] = options
  const reason = useReason(first)
  if (!available) return reason ?? ''
  const ways = options.filter((option) => option.kind !== undefined)
  const [way] = ways
  const isCrypto = way?.kind === 'crypto'
  const named = ways.length <= 2 ? ways.map((option) => option.paywayName).join(', ') : undefined
  const many = isCrypto
    ? t`${plural(ways.length, { one: '# network', few: '# networks', many: '# networks', other: '# networks' })}`
    : t`${plural(ways.length, { one: '# payment method', few: '# payment methods', many: '# payment methods', other: '# payment methods' })}`
  const how = ways.length === 0 ? '' : (named ?? many)
  if (!holds) return how
  const amount = moneyText({ amount: holds, currency: code }, i18n.locale)
  return [t`${amount} available`, how].filter(Boolean).join(' · ')
}
