import { useLingui } from '@lingui/react/macro'
import { errorText } from '../api/problemText'
import { dayText, timeText } from '../i18n/format'
import { moneyText } from './money'
import { paywayName } from './paywayName'
import { problemCode, problemMeta } from './problem'

/**
 * The text of an error, including the exceeded limit or the end of a hold if the server returns it (specification,
 * "The error catalogue").
 */
export function useProblemWords(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  const at = (time: string) => `${dayText(time, i18n.locale, new Date())}, ${timeText(time, i18n.locale)}`
  const halved = (when: string) => t`This device is new to your account: half of your limits apply here until ${when}.`
  return (error) => {
    const until = problemMeta(error, 'until')
    if (problemCode(error) === 'PAYOUTS_HELD' && until) {
      const when = at(until)
      return t`Your email, phone or second factor was changed recently. To keep your money safe, nothing is sent out until ${when}. If it was not you, contact support now.`
    }
    if (problemCode(error) === 'PAYWAY_PAUSED' && until) {
      const when = at(until)
      return t`This payment method is switched off until ${when}.`
    }
    const currency = problemMeta(error, 'currency')
    const available = problemMeta(error, 'available')
    if (problemCode(error) === 'INSUFFICIENT_BALANCE' && available && currency) {
      const there = moneyText({ amount: available, currency }, i18n.locale)
      return t`Not enough on balance. You have ${there}.`
    }
    const limit = problemMeta(error, 'limit')
    if (!limit || !currency) return errorText(error)
    const text = moneyText({ amount: limit, currency }, i18n.locale)
    if (problemCode(error) === 'NEW_ADDRESS_HELD' && until) {
      const when = at(until)
      return t`This address is new to your account. To keep your money safe, up to ${text} can go to new addresses at once, and any amount to this one from ${when}. If it was not you who entered it, contact support now.`
    }
    const whole = problemMeta(error, 'halved_until')
    const resets = problemMeta(error, 'resets_at')
    const payway = problemMeta(error, 'payway')
    const name = problemMeta(error, 'payway_name')
    const way = payway && name ? paywayName({ code: payway, name }, i18n._.bind(i18n)) : undefined
    const said = (exceeded: string) => {
      const parts = [exceeded]
      if (way) parts.push(t`Payment method: ${way}.`)
      const when = resets && at(resets)
      if (when) parts.push(t`More becomes available ${when}.`)
      if (whole) parts.push(halved(at(whole)))
      return parts.join(' ')
    }
    switch (problemCode(error)) {
      case 'DAILY_LIMIT_EXCEEDED':
      case 'PAYOUT_DAILY_LIMIT_EXCEEDED':
        return said(t`Amount exceeds the daily limit of ${text}.`)
      case 'MONTHLY_LIMIT_EXCEEDED':
      case 'PAYOUT_MONTHLY_LIMIT_EXCEEDED':
        return said(t`Amount exceeds the monthly limit of ${text}.`)
      default:
        return errorText(error)
    }
  }
}
