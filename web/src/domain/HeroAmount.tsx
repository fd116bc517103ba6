import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Money } from '../api/exchangeTypes'
import { Breakable } from '../ui/Breakable'
import { estimated } from './estimate'
import { amountText, unitText } from './money'
import './hero.css'

type HeroAmountProps = Money & {
  /** The amount was never paid. */
  quiet?: boolean
  /** The amount may still change. */
  estimate?: boolean
  /** The one number of a moment. */
  large?: boolean
}

/**
 * The main amount of a page. It shrinks to its box before it breaks, and never loses a digit. An estimate is marked.
 */
export function HeroAmount({ amount, currency, quiet = false, estimate = false, large = false }: HeroAmountProps) {
  const { i18n } = useLingui()
  const text = estimated(amountText(amount, i18n.locale), estimate)
  const unit = unitText(currency)
  // The unit's font is about half as large, so it counts for half.
  const chars = text.length + 1 + unit.length / 2
  return (
    <p className={quiet ? 'hero-amount text-muted' : 'hero-amount'} data-large={large || undefined}>
      <span style={{ '--chars': chars } as CSSProperties}>
        <Breakable text={text} /> <small>{unit}</small>
      </span>
    </p>
  )
}
