import { useLingui } from '@lingui/react/macro'
import type { Money, Transaction } from '../../../api/exchangeTypes'
import { estimated, isEstimate } from '../../../domain/estimate'
import { shortMoneyText } from '../../../domain/money'
import { isUnmatchedPayment } from '../details/facts'
import { shownType } from '../status'

/** What an order does, in a few words: "Sell 0.015 BTC". */
export function useOrderTitle(transaction: Transaction): string {
  const { t, i18n } = useLingui()
  const { side, from, to } = transaction
  const type = shownType(transaction)
  // The unit may wrap to the next line, which reads better than a break inside it.
  const words = (money: Money) => shortMoneyText(money, i18n.locale).replace('\u00a0', ' ')
  const given = words(from)
  const received = estimated(words(to), isEstimate(transaction))
  const amount = words(transaction.headline)
  if (isUnmatchedPayment(transaction)) return t`Deposit ${amount}`
  if (type === 'deposit') return t`Deposit ${received}`
  if (type === 'withdraw') return t`Withdraw ${given}`
  if (type === 'convert') return t`Convert ${given}`
  switch (side) {
    case 'BUY':
      return t`Buy ${received}`
    case 'SELL':
      return t`Sell ${given}`
    case 'SWAP':
      return t`Swap ${given}`
    default:
      return t`Transfer ${given}`
  }
}
