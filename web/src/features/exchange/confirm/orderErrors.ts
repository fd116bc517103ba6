import { problemCode } from '../../../domain/problem'

/** Whether another amount helps: the balance is too low, or a limit is exceeded. */
export function isAboutAmount(error: unknown): boolean {
  return /^INSUFFICIENT_BALANCE$|LIMIT_(EXCEEDED|VIOLATION)$/.test(problemCode(error) ?? '')
}

/** Whether the payee check has expired and must be repeated. */
export function stalePayee(error: unknown): boolean {
  return problemCode(error) === 'PAYEE_NOT_VERIFIED'
}

/** Whether the quote can no longer be used, so that the customer must accept a new one. */
export function staleQuote(error: unknown): boolean {
  const code = problemCode(error)
  return code === 'QUOTE_EXPIRED' || code === 'QUOTE_USED'
}
