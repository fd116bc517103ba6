import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cutDecimal, multiplyDecimals } from '../../../flow/decimal'
import { moneyText } from '../../../flow/money'
import { wireAmount } from '../../../flow/amountInput'
import { usePrices } from '../../../realtime/prices'
import { BALANCE } from '../../../flow/balance'
import { sameEndpoint } from '../pickers/options'
import type { ExchangeForm } from './useExchangeForm'

/** The quiet line under an amount: how it travels, and about what it is worth where that is not plain. */
export function useApproximate(form: ExchangeForm, end: 'from' | 'to'): ReactNode {
  const { t, i18n } = useLingui()
  const live = usePrices()
  const endpoint = form.ends[end]
  if (!endpoint) return null
  const balanceNote = () => {
    const { available } = form.own
    if (end === 'to' || available === undefined) return t`Balance`
    const amount = moneyText({ amount: available, currency: endpoint.currency }, i18n.locale)
    return t`${amount} available`
  }
  const list = end === 'from' ? form.ends.fromList : form.ends.toList
  const option = list.find((row) => sameEndpoint(row.endpoint, endpoint))
  const way = endpoint.payway === BALANCE ? balanceNote() : (option?.paywayName ?? endpoint.payway)
  const price = live?.prices[endpoint.currency]
  const amount = wireAmount(form.amounts[end])
  if (option?.group === 'fiat' || !price || !amount) return way
  const worth = multiplyDecimals(amount, price)
  if (!worth) return way
  const text = moneyText({ amount: cutDecimal(worth, 2), currency: 'EUR' }, i18n.locale)
  return `≈ ${text} · ${way}`
}
