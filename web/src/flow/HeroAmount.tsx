import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Money } from '../api/exchangeTypes'
import { Breakable } from '../ui/Breakable'
import { estimated } from './estimate'
import { amountText, unitText } from './money'
import './hero.css'

/** The amount a page is about. It shrinks to its box before it breaks, and never loses a digit. An estimate says so. */
export function HeroAmount({ amount, currency, estimate = false }: Money & { estimate?: boolean }) {
  const { i18n } = useLingui()
  const text = estimated(amountText(amount, i18n.locale), estimate)
  const unit = unitText(currency)
  // The unit is set at about half the size, so it counts for half.
  const chars = text.length + 1 + unit.length / 2
  return (
    <p className="hero-amount">
      <span style={{ '--chars': chars } as CSSProperties}>
        <Breakable text={text} /> <small>{unit}</small>
      </span>
    </p>
  )
}
