import { useLingui } from '@lingui/react/macro'

/** "Your USDT address (TRC20)"; a network with the currency's own name is not named twice. */
export function useAddressLabel(currency: string, network: string): string {
  const { t } = useLingui()
  return network === '' || network === currency ? t`Your ${currency} address` : t`Your ${currency} address (${network})`
}
