import { isApiError } from './problem'

/** The longest wait that the server may name before a page gives up, in seconds. */
const LONGEST_WAIT_S = 5

/** A refusal is an answer. Silence, a broken server and "too many requests, come back in a moment" are worth another try. */
export function isWorthRetrying(error: unknown): boolean {
  if (!isApiError(error) || error.status === 0 || error.status >= 500) return true
  return error.status === 429 && (error.retryAfter ?? Number.POSITIVE_INFINITY) <= LONGEST_WAIT_S
}

/** How long the server asked to wait, in milliseconds; `undefined` if it named no time. */
export function waitOf(error: unknown): number | undefined {
  const isBusy = isApiError(error) && error.status === 429
  return isBusy && error.retryAfter !== undefined ? error.retryAfter * 1_000 : undefined
}
