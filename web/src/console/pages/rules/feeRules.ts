import type { FeeRule } from '../../api/rules'
import { isAmountOrNone } from '../../parts/amounts'
import { type FeeTexts, feeOf, isFee, textsOf } from './fees'

type Condition = 'operation' | 'paid_by' | 'paid_out_by' | 'given' | 'received' | 'tier' | 'partner'

/** The line, and the conditions that are chosen from a list. Those without a value do not apply. */
export type Choices = Pick<FeeRule, 'line'> & { [K in Condition]?: FeeRule[K] | undefined }

/** A fee rule while it is edited. Empty texts are conditions that do not apply. */
export type FeeRuleTexts = { name: string; choices: Choices; from: string; below: string; fee: FeeTexts }

export const firstRule = (currency: FeeRule['fee']['currency']): FeeRule => ({
  name: '',
  line: 'our_fee',
  fee: { currency, fixed: '0', percent: '0' },
})

export const feeRuleTexts = ({ name, amount, fee, ...choices }: FeeRule): FeeRuleTexts => ({
  name,
  choices,
  from: amount?.from ?? '',
  below: amount?.below ?? '',
  fee: textsOf(fee),
})

/** The margin on the network fee is a percentage alone, whatever the amount. */
const isMargin = ({ line }: Choices): boolean => line === 'network_fee'

export const isName = (name: string, others: readonly string[]): boolean =>
  name.trim() !== '' && !others.includes(name.trim())

export const isFeeRule = (texts: FeeRuleTexts, others: readonly string[]): boolean =>
  isName(texts.name, others) &&
  isFee(texts.fee) &&
  (isMargin(texts.choices) || [texts.from, texts.below].every(isAmountOrNone))

export function feeRuleOf({ fee: { currency }, amount }: FeeRule, texts: FeeRuleTexts): FeeRule {
  const { name, choices, from, below, fee } = texts
  const chosen = Object.fromEntries(Object.entries(choices).filter(([, value]) => value)) as Pick<
    FeeRule,
    'line' | Condition
  >
  const rule = { name: name.trim(), ...chosen }
  if (isMargin(choices)) return { ...rule, fee: { currency, fixed: '0', percent: fee.percent } }
  const ends = { ...(from ? { from } : {}), ...(below ? { below } : {}) }
  const band = from || below ? { amount: { currency: amount?.currency ?? currency, ...ends } } : {}
  return { ...rule, ...band, fee: feeOf(currency, fee) }
}
