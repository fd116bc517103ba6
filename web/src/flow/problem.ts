import { type FieldError, isApiError } from '../api/problem'

/** The specification's code; undefined for anything that is not an answer of the API. */
export function problemCode(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}

/** The HTTP status; undefined when nothing answered. */
export function problemStatus(error: unknown): number | undefined {
  return isApiError(error) && error.status > 0 ? error.status : undefined
}

export function fieldErrors(error: unknown): readonly FieldError[] {
  return isApiError(error) ? error.fields : []
}

/** A fact that goes with the code, as text. */
export function problemMeta(error: unknown, name: string): string | undefined {
  const value = isApiError(error) ? error.meta[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
