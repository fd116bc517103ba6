import { useLingui } from '@lingui/react/macro'
import type { TierLimit } from './tierLimits'

/** What each limit of a tier is about. */
export function useTierLimitNames(): Record<TierLimit, string> {
  const { t } = useLingui()
  return {
    fiat_day: t`Banks and cards, 24 hours`,
    fiat_month: t`Banks and cards, 31 days`,
    crypto_out_day: t`Outgoing coins, 24 hours`,
    crypto_out_month: t`Outgoing coins, 31 days`,
  }
}
