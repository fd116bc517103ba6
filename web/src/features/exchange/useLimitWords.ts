import { useLingui } from '@lingui/react/macro'
import type { FieldError } from '../../api/problem'
import { moneyText } from '../../domain/money'
import type { LimitProblem } from './limits'

/** The texts of an amount outside the limits, in the specification's words. */
export function useLimitWords() {
  const { t, i18n } = useLingui()
  const words = ({ kind, limit, currency }: LimitProblem) => {
    const text = moneyText({ amount: limit, currency }, i18n.locale)
    return kind === 'below' ? t`Minimum is ${text}` : t`Amount exceeds the maximum of ${text}`
  }
  return {
    ofLimit: words,
    /** The text of a refused field of the server. `currency` is that of a limit without one. */
    ofField: ({ code, params }: FieldError, currency: string) => {
      const { min, max, currency: own = currency } = params ?? {}
      if (code === 'min_value' && min) return words({ kind: 'below', limit: min, currency: own })
      if (code === 'max_value' && max) return words({ kind: 'above', limit: max, currency: own })
      // The server's own text is for developers, and in English.
      return t`Check the amount`
    },
  }
}
