import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** The limits that can be agreed with a single customer, in display order. */
export const LIMITS = ['fiat_day', 'fiat_month', 'crypto_out_day', 'crypto_out_month'] as const

const NAMES: Record<string, MessageDescriptor> = {
  fiat_day: msg`Banks and cards in 24 hours`,
  fiat_month: msg`Banks and cards in 31 days`,
  crypto_out_day: msg`Crypto withdrawals in 24 hours`,
  crypto_out_month: msg`Crypto withdrawals in 31 days`,
}

/** The text of a limit. */
export function useLimitName(): (of: string) => string {
  const { _ } = useLingui()
  return (of) => {
    const name = NAMES[of]
    return name ? _(name) : of
  }
}
