import { useLingui } from '@lingui/react/macro'

/** "Your USDT address (TRC20)". A network with the same name as the currency is not repeated. */
export function useAddressLabel(currency: string, network: string): string {
  const { t } = useLingui()
  return network === '' || network === currency ? t`Your ${currency} address` : t`Your ${currency} address (${network})`
}
