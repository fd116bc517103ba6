import { emailRule, isBroken } from '../../rules/rules'

export type EmailProblem = 'required' | 'shape'

/** A first look; the server has the last word. Undefined when it can be sent. */
export function emailProblem(text: string): EmailProblem | undefined {
  const judged = emailRule(text)
  if (!isBroken(judged)) return undefined
  return judged.code === 'required' ? 'required' : 'shape'
}
