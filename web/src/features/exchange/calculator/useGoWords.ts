import { useLingui } from '@lingui/react/macro'
import { shortMoneyText } from '../../../domain/money'
import type { ExchangeForm } from '../start/useExchangeForm'

/** The words of the primary button, with the coins that are bought, sold or given: "Buy 0.0052 BTC". */
export function useGoWords(form: ExchangeForm): string {
  const { t, i18n } = useLingui()
  const { side } = form.draft
  const end = side === 'BUY' ? 'to' : 'from'
  const currency = form.ends[end]?.currency ?? ''
  const amount = form.amounts[end]
  const coins = amount ? shortMoneyText({ amount, currency }, i18n.locale) : currency
  if (side === 'SELL') return t`Sell ${coins}`
  return side === 'SWAP' ? t`Swap ${coins}` : t`Buy ${coins}`
}
