import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../domain/money'
import { fieldErrors, problemCode } from '../../../domain/problem'
import { useProblemWords } from '../../../domain/useProblemWords'
import type { ExchangeForm } from './useExchangeForm'

type End = 'from' | 'to'
type Problems = Record<End, string | undefined>

/** The error text of each amount, in the specification's words. */
export function useAmountProblems(form: ExchangeForm, tried: boolean): Problems {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const problems: Problems = { from: undefined, to: undefined }
  const { fixed } = form.draft
  const { amount } = form
  const limit = (amountText: string, currency: string) => moneyText({ amount: amountText, currency }, i18n.locale)
  const below = (text: string) => t`Minimum is ${text}`
  const above = (text: string) => t`Amount exceeds the maximum of ${text}`

  if (tried && amount === '') problems[fixed] = t`Field is required`
  const local = form.limitProblem
  if (form.isAboveBalance && local?.kind !== 'below') {
    problems.from = t`Not enough on balance`
    return problems
  }
  if (local) {
    const text = limit(local.limit, local.currency)
    problems[fixed] = local.kind === 'below' ? below(text) : above(text)
    return problems
  }
  const { error } = form.quoted
  if (!error || problemCode(error) === 'RATES_UNAVAILABLE') return problems
  for (const field of fieldErrors(error)) {
    const end: End = field.pointer.includes('to_amount') ? 'to' : 'from'
    const { min, max, currency = form.ends[end]?.currency ?? '' } = field.params ?? {}
    if (field.code === 'min_value' && min) problems[end] = below(limit(min, currency))
    else if (field.code === 'max_value' && max) problems[end] = above(limit(max, currency))
    // The server's own text is for developers, and in English.
    else problems[end] = t`Check the amount`
  }
  if (!problems.from && !problems.to && isAboutAmount(problemCode(error))) problems[fixed] = words(error)
  return problems
}

function isAboutAmount(code: string | undefined): boolean {
  return code !== undefined && /LIMIT|VALIDATION|UNPROCESSABLE|BAD_REQUEST/.test(code)
}
