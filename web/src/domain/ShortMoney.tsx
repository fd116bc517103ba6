import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Money } from '../api/exchangeTypes'
import { Breakable } from '../ui/Breakable'
import { moneyText, shortAmount, shortMoneyText } from './money'

/** An amount in a fee line: eight significant digits; a click shows all of them. */
export function ShortMoney(money: Money) {
  const { t, i18n } = useLingui()
  const [whole, setWhole] = useState(false)
  const exact = moneyText(money, i18n.locale)
  if (!shortAmount(money).cut) return <Breakable text={exact} />
  return (
    <button
      type="button"
      className="text-right underline decoration-dotted underline-offset-4"
      aria-expanded={whole}
      title={whole ? undefined : t`Show the whole amount`}
      onClick={() => setWhole(!whole)}
    >
      <Breakable text={whole ? exact : shortMoneyText(money, i18n.locale)} />
    </button>
  )
}
