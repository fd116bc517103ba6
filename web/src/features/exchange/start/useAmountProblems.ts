import { useLingui } from '@lingui/react/macro'
import { fieldErrors, problemCode } from '../../../domain/problem'
import { useProblemWords } from '../../../domain/useProblemWords'
import { useLimitWords } from '../useLimitWords'
import type { ExchangeForm } from './useExchangeForm'

type End = 'from' | 'to'
type Problems = Record<End, string | undefined>

/** The error text of each amount, in the specification's words. */
export function useAmountProblems(form: ExchangeForm, tried: boolean): Problems {
  const { t } = useLingui()
  const words = useProblemWords()
  const limits = useLimitWords()
  const problems: Problems = { from: undefined, to: undefined }
  const { fixed } = form.draft
  const { amount } = form

  if (tried && amount === '') problems[fixed] = t`Field is required`
  const local = form.limitProblem
  if (form.isAboveBalance && local?.kind !== 'below') {
    problems.from = t`Not enough on balance`
    return problems
  }
  if (local) {
    problems[fixed] = limits.ofLimit(local)
    return problems
  }
  const { error } = form.quoted
  if (!error || problemCode(error) === 'RATES_UNAVAILABLE') return problems
  for (const field of fieldErrors(error)) {
    const end: End = field.pointer.includes('to_amount') ? 'to' : 'from'
    problems[end] = limits.ofField(field, form.ends[end]?.currency ?? '')
  }
  if (!problems.from && !problems.to && isAboutAmount(problemCode(error))) problems[fixed] = words(error)
  return problems
}

function isAboutAmount(code: string | undefined): boolean {
  return code !== undefined && /LIMIT|VALIDATION|UNPROCESSABLE|BAD_REQUEST/.test(code)
}
