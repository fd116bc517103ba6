import { problemCode } from '../../../flow/problem'

/** Another amount helps: the balance does not cover this one, or a limit is below it. */
export function isAboutAmount(error: unknown): boolean {
  return /^INSUFFICIENT_BALANCE$|LIMIT_(EXCEEDED|VIOLATION)$/.test(problemCode(error) ?? '')
}

/** What the bank said of the account's owner no longer serves; it must be asked again. */
export function stalePayee(error: unknown): boolean {
  return problemCode(error) === 'PAYEE_NOT_VERIFIED'
}

/** The quote no longer serves; a new one must be agreed to. */
export function staleQuote(error: unknown): boolean {
  const code = problemCode(error)
  return code === 'QUOTE_EXPIRED' || code === 'QUOTE_USED'
}
