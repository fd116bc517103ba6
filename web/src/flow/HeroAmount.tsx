import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Money } from '../api/exchangeTypes'
import { Breakable } from '../ui/Breakable'
import { estimated } from './estimate'
import { amountText, unitText } from './money'
import './hero.css'

type HeroAmountProps = Money & {
  /** An amount that never came to be. */
  quiet?: boolean
  /** The amount may still change. */
  estimate?: boolean
}

/** The amount a page is about. It shrinks to its box before it breaks, and never loses a digit. An estimate says so. */
export function HeroAmount({ amount, currency, quiet = false, estimate = false }: HeroAmountProps) {
  const { i18n } = useLingui()
  const text = estimated(amountText(amount, i18n.locale), estimate)
  const unit = unitText(currency)
  // The unit is set at about half the size, so it counts for half.
  const chars = text.length + 1 + unit.length / 2
  return (
    <p className={quiet ? 'hero-amount text-muted' : 'hero-amount'}>
      <span style={{ '--chars': chars } as CSSProperties}>
        <Breakable text={text} /> <small>{unit}</small>
      </span>
    </p>
  )
}
