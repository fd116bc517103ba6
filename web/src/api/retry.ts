import { isApiError } from './problem'

/** The longest wait that the server may name before a page gives up, in seconds: the first retry comes after one, the second after two more. */
const LONGEST_WAIT_S = 3

/** A refusal is an answer. Silence, a broken server and "too many requests, come back in a moment" are worth another try. */
export function isWorthRetrying(error: unknown): boolean {
  if (!isApiError(error) || !error.status || error.status >= 500) return true
  return error.status === 429 && (error.retryAfter ?? LONGEST_WAIT_S + 1) <= LONGEST_WAIT_S
}
