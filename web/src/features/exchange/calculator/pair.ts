import type { CurrencyCode } from '../../../api/exchangeTypes'
import { changeTerms, EMPTY_DRAFT, type ExchangeDraft } from '../draft'

const COIN: CurrencyCode = 'BTC'
const MONEY: CurrencyCode = 'EUR'

/** The coin of a draft, and the currency that its price is shown in. A swap shows the coin that is received. */
export function pairOf({ side, from, to }: ExchangeDraft): { coin: CurrencyCode; money: CurrencyCode } {
  switch (side) {
    case 'BUY':
      return { coin: to?.currency ?? COIN, money: from?.currency ?? MONEY }
    case 'SELL':
      return { coin: from?.currency ?? COIN, money: to?.currency ?? MONEY }
    default:
      return { coin: to?.currency ?? 'ETH', money: MONEY }
  }
}

/** The purchase of a coin, with the amount to pay if one was given. The form selects a network of the coin. */
export function purchaseOf(draft: ExchangeDraft, coin: CurrencyCode): ExchangeDraft {
  const isPaid = draft.side === 'BUY' && draft.fixed === 'from'
  const { side, fixed, amount } = EMPTY_DRAFT
  return changeTerms(draft, {
    side,
    fixed,
    from: draft.side === 'BUY' ? draft.from : undefined,
    to: { currency: coin, payway: 'visamc' },
    amount: isPaid ? draft.amount : amount,
  })
}
