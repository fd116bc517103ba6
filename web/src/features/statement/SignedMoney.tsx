import { isZeroDecimal } from '../../flow/decimal'
import { Money } from '../../ui/Money'

/** An amount with its sign, whole: "+194.95 €", "−50.00 €". Nothing has none. */
export function SignedMoney({ amount, currency }: { amount: string; currency: string }) {
  const isPlus = !amount.startsWith('-') && !isZeroDecimal(amount)
  return (
    <span className={isPlus ? 'text-ok' : undefined}>
      {isPlus ? '+' : null}
      <Money amount={amount} currency={currency} exact />
    </span>
  )
}
