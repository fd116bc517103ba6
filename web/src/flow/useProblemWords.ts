import { useLingui } from '@lingui/react/macro'
import { errorText } from '../api/problemText'
import { moneyText } from './money'
import { problemCode, problemMeta } from './problem'

/** Words for an error, with the limit that was passed where the server names it (specification section 8). */
export function useProblemWords(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  return (error) => {
    const limit = problemMeta(error, 'limit')
    const currency = problemMeta(error, 'currency')
    if (!limit || !currency) return errorText(error)
    const text = moneyText({ amount: limit, currency }, i18n.locale)
    switch (problemCode(error)) {
      case 'DAILY_LIMIT_EXCEEDED':
      case 'PAYOUT_DAILY_LIMIT_EXCEEDED':
        return t`Amount exceeds the daily limit of ${text}`
      case 'MONTHLY_LIMIT_EXCEEDED':
      case 'PAYOUT_MONTHLY_LIMIT_EXCEEDED':
        return t`Amount exceeds the monthly limit of ${text}`
      default:
        return errorText(error)
    }
  }
}
