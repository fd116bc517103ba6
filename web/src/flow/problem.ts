import { type FieldError, isApiError } from '../api/problem'

/** The specification's code; undefined for anything that is not an answer of the API. */
export function problemCode(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}

/** The HTTP status; undefined when nothing answered. */
export function problemStatus(error: unknown): number | undefined {
  return isApiError(error) && error.status > 0 ? error.status : undefined
}

/**
 * Whether what was asked may have been done all the same: nothing answered, what answered was not our server, it failed or
 * still works on it, or the asker was turned away before the question was read. Asking again with the same key is the only way to know.
 */
export function isUnanswered(error: unknown): boolean {
  const status = problemStatus(error)
  if (problemCode(error) === 'unreachable') return true
  if (status === undefined || status >= 500 || status === 401 || status === 408 || status === 429) return true
  // The first asking is still under way; a conflict that waiting does not mend names no time.
  return status === 409 && isApiError(error) && error.retryAfter !== undefined
}

/** Refusals whose words ask to contact support. */
const FOR_SUPPORT: ReadonlySet<string> = new Set(['PAYOUTS_HELD', 'NEW_ADDRESS_HELD', 'USER_BLOCKED'])

export const asksSupport = (error: unknown): boolean => FOR_SUPPORT.has(problemCode(error) ?? '')

export function fieldErrors(error: unknown): readonly FieldError[] {
  return isApiError(error) ? error.fields : []
}

/** A fact that goes with the code, as text. */
export function problemMeta(error: unknown, name: string): string | undefined {
  const value = isApiError(error) ? error.meta[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
