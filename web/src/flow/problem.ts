/** Reading an API error without trusting its shape: a proxy in between may answer with anything. */

export type FieldError = { pointer: string; code: string; message: string; params: Record<string, string> }

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}

/** The specification's code; undefined when the answer carried none. */
export function problemCode(error: unknown): string | undefined {
  const code = field(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** The HTTP status; undefined when nothing answered. */
export function problemStatus(error: unknown): number | undefined {
  const status = field(error, 'status')
  return typeof status === 'number' && status > 0 ? status : undefined
}

export function fieldErrors(error: unknown): FieldError[] {
  const list = field(error, 'errors')
  if (!Array.isArray(list)) return []
  return list
    .filter((entry) => typeof field(entry, 'pointer') === 'string')
    .map((entry) => ({
      pointer: String(field(entry, 'pointer')),
      code: String(field(entry, 'code') ?? ''),
      message: String(field(entry, 'message') ?? ''),
      params: (field(entry, 'params') ?? {}) as Record<string, string>,
    }))
}

/** A fact that goes with the code, as text. */
export function problemMeta(error: unknown, name: string): string | undefined {
  const value = field(field(error, 'meta'), name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
