import { useLingui } from '@lingui/react/macro'
import type { components } from '../../api/schema.gen'

/** The display names of the kinds of movement. */
export function useTypeNames(): Record<components['schemas']['DisplayType'], string> {
  const { t } = useLingui()
  return {
    deposit: t`Deposits`,
    withdraw: t`Withdrawals`,
    convert: t`Conversions`,
    transfer: t`Transfers`,
    purchase: t`Purchases`,
    sale: t`Sales`,
    swap: t`Swaps`,
    refund: t`Refunds`,
  }
}
