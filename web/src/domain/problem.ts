import { type FieldError, isApiError } from '../api/problem'

/** The specification's error code. `undefined` if the error is not an API response. */
export function problemCode(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}

/** The HTTP status. `undefined` without a response. */
export function problemStatus(error: unknown): number | undefined {
  return isApiError(error) && error.status > 0 ? error.status : undefined
}

/**
 * Whether the request may have been executed: no response, a response of another server, a server error, or a refusal
 * before the request was read. Only a retry with the same key can find out.
 */
export function isUnanswered(error: unknown): boolean {
  const status = problemStatus(error)
  if (problemCode(error) === 'unreachable') return true
  if (status === undefined || status >= 500 || status === 401 || status === 408 || status === 429) return true
  // The first request is still running. A permanent conflict has no Retry-After.
  return status === 409 && isApiError(error) && error.retryAfter !== undefined
}

/** Refusals whose text asks to contact support. */
const FOR_SUPPORT: ReadonlySet<string> = new Set(['PAYOUTS_HELD', 'NEW_ADDRESS_HELD', 'USER_BLOCKED'])

export const asksSupport = (error: unknown): boolean => FOR_SUPPORT.has(problemCode(error) ?? '')

export function fieldErrors(error: unknown): readonly FieldError[] {
  return isApiError(error) ? error.fields : []
}

/** A value of the error's metadata, as text. */
export function problemMeta(error: unknown, name: string): string | undefined {
  const value = isApiError(error) ? error.meta[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
