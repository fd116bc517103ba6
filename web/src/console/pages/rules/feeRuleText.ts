import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { FeeRule, KeyHolder } from '../../api/rules'
import { usePaywayName } from '../../parts/paywayNames'
import { percentText, useFeeText } from './feeText'
import { partnerName } from './partnerNames'

type Line = FeeRule['line']
type Operation = NonNullable<FeeRule['operation']>

export const LINES: Record<Line, MessageDescriptor> = {
  our_fee: msg`Our fee`,
  processing_fee: msg`Processing fee`,
  network_fee: msg`Network fee`,
}

export const OPERATIONS: Record<Operation, MessageDescriptor> = {
  buy: msg`Buying`,
  sell: msg`Selling`,
  swap: msg`Swapping`,
  convert: msg`Converting between balances`,
  deposit: msg`Depositing`,
  withdraw: msg`Withdrawing`,
}

/** When a rule applies, in words: "Buying, paid by Visa / MC, tier T2, from 1,000 €". */
export function useFeeConditions(partners: readonly KeyHolder[]): (rule: FeeRule) => string {
  const { t, i18n } = useLingui()
  const name = usePaywayName()
  return (rule) => {
    const { operation, amount, given, received, tier, partner } = rule
    const money = (text: string | undefined) =>
      text && amount ? moneyText({ amount: text, currency: amount.currency }, i18n.locale) : ''
    const [by, out] = [rule.paid_by && name(rule.paid_by), rule.paid_out_by && name(rule.paid_out_by)]
    const [from, below] = [money(amount?.from), money(amount?.below)]
    const first = operation ? i18n._(OPERATIONS[operation]) : rule.line === 'our_fee' ? t`Exchanges` : t`All orders`
    const rest = [
      by ? t`paid by ${by}` : '',
      out ? t`paid out by ${out}` : '',
      given ? t`giving ${given}` : '',
      received ? t`receiving ${received}` : '',
      tier ? t`tier ${tier}` : '',
      from ? t`from ${from}` : '',
      below ? t`below ${below}` : '',
      partner ? t`partner ${partnerName(partner, partners)}` : '',
    ]
    return [first, ...rest].filter(Boolean).join(', ')
  }
}

/** What a rule charges, in words: "0.25 € + 2.4 %, at least 0.99 €". */
export function useFeeCharge(): (rule: Pick<FeeRule, 'line' | 'fee'>) => string {
  const { t, i18n } = useLingui()
  const feeText = useFeeText()
  return ({ line, fee }) => {
    const margin = percentText(fee.percent, i18n.locale)
    return line === 'network_fee' ? t`the estimate + ${margin}` : feeText(fee)
  }
}
