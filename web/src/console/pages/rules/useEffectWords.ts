import { useLingui } from '@lingui/react/macro'
import type { CustomerEffect } from './customerEffect'

/** What a change means for customers, in a sentence. */
export function useEffectWords(): Record<CustomerEffect, string> {
  const { t } = useLingui()
  return {
    dearer: t`Customers pay more.`,
    cheaper: t`Customers pay less.`,
    less: t`Customers can move less.`,
    more: t`Customers can move more.`,
    closed: t`Customers can no longer use it.`,
    opened: t`Customers can use it.`,
    slower: t`Payments of customers take longer.`,
    faster: t`Payments of customers are faster.`,
    kept_more: t`Promised prices are kept more often.`,
    kept_less: t`Promised prices are kept less often.`,
  }
}
