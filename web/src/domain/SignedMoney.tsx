import { isZeroDecimal } from './decimal'
import { Money } from '../ui/Money'

/** An exact amount with its sign: "+194.95 €", "−50.00 €". Zero has no sign. */
export function SignedMoney({ amount, currency }: { amount: string; currency: string }) {
  const isPlus = !amount.startsWith('-') && !isZeroDecimal(amount)
  return (
    <span className={isPlus ? 'text-ok' : undefined}>
      {isPlus ? '+' : null}
      <Money amount={amount} currency={currency} exact />
    </span>
  )
}
