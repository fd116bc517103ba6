import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cutDecimal, multiplyDecimals } from '../../../domain/decimal'
import { moneyText } from '../../../domain/money'
import { wireAmount } from '../../../domain/amountInput'
import { usePrices } from '../../../realtime/prices'
import { sameEndpoint } from '../pickers/options'
import type { ExchangeForm } from './useExchangeForm'

/** The note under an amount: the payway or the available balance, and the approximate value of a crypto amount. */
export function useApproximate(form: ExchangeForm, end: 'from' | 'to'): ReactNode {
  const { t, i18n } = useLingui()
  const live = usePrices()
  const endpoint = form.ends[end]
  if (!endpoint) return null
  const list = end === 'from' ? form.ends.fromList : form.ends.toList
  const option = list.find((row) => sameEndpoint(row.endpoint, endpoint))
  const there = end === 'from' ? form.own.available : undefined
  const amount = there && moneyText({ amount: there, currency: endpoint.currency }, i18n.locale)
  const way = amount ? t`${amount} available` : ''
  const price = live?.prices[endpoint.currency]
  const typed = wireAmount(form.amounts[end])
  if (option?.group === 'fiat' || !price || !typed) return way
  const worth = multiplyDecimals(typed, price)
  if (!worth) return way
  const text = moneyText({ amount: cutDecimal(worth, 2), currency: 'EUR' }, i18n.locale)
  return way ? `≈ ${text} · ${way}` : `≈ ${text}`
}
