import { useLingui } from '@lingui/react/macro'
import { amountText, unitText } from '../../../i18n/format'
import type { RuleFee } from '../../api/rules'

const isSome = (amount: string) => /[1-9]/.test(amount)

/** "0.5 %" */
export const percentText = (percent: string, locale: string): string => `${amountText(percent, locale)}\u00a0%`

/** "0.25 € + 2.4 %, at least 0.99 €", with all digits. */
export function useFeeText(): (fee: RuleFee) => string {
  const { t, i18n } = useLingui()
  return ({ currency, fixed, percent, min, max }) => {
    const money = (amount: string) => `${amountText(amount, i18n.locale)}\u00a0${unitText(currency)}`
    const parts = [isSome(fixed) ? money(fixed) : '', isSome(percent) ? percentText(percent, i18n.locale) : '']
    const whole = parts.filter(Boolean).join(' + ') || percentText('0', i18n.locale)
    const least = min && money(min)
    const most = max && money(max)
    const bounds = [least ? t`at least ${least}` : '', most ? t`at most ${most}` : '']
    return [whole, ...bounds].filter(Boolean).join(', ')
  }
}
