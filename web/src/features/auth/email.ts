import { emailRule, isBroken } from '../../rules/rules'

export type EmailProblem = 'required' | 'shape'

/** Validates an address early; the server decides. Returns `undefined` if the address is valid. */
export function emailProblem(text: string): EmailProblem | undefined {
  const judged = emailRule(text)
  if (!isBroken(judged)) return undefined
  return judged.code === 'required' ? 'required' : 'shape'
}
