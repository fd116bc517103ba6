import type { components } from './schema.gen'

export type ServerCode = components['schemas']['ProblemCode']
/** `ERR_NETWORK`: no response. `unreachable`: a response from something other than our server. */
export type ProblemCode = ServerCode | 'ERR_NETWORK' | 'unreachable'
export type FieldError = { pointer: string; code: string; message?: string; params?: Record<string, string> }

/** The one error type of every query and mutation. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode
  readonly status: number
  readonly requestId: string | undefined
  readonly fields: readonly FieldError[]
  readonly meta: Record<string, unknown>
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, status: number, rest: Partial<ApiError> = {}) {
    super(rest.message ?? code)
    this.code = code
    this.status = status
    this.requestId = rest.requestId
    this.fields = rest.fields ?? []
    this.meta = rest.meta ?? {}
    this.retryAfter = rest.retryAfter
  }

  /** The rule broken by a field, such as `fieldCode('/code')`. */
  fieldCode(pointer: string): string | undefined {
    return this.fields.find((field) => field.pointer === pointer || field.pointer === pointer.slice(1))?.code
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

type ProblemBody = {
  code: ServerCode
  detail?: string
  message?: string
  request_id?: string
  errors?: FieldError[]
  meta?: Record<string, unknown>
}

/** Reads an error response. A proxy's HTML page is not a problem document and becomes `unreachable`. */
export async function problemOf(response: Response): Promise<ApiError> {
  const header = response.headers.get('x-request-id') ?? undefined
  const wait = Number(response.headers.get('retry-after'))
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : undefined
  const isJson = /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? await (response.json() as Promise<ProblemBody>).catch(() => undefined) : undefined
  if (!body || typeof body.code !== 'string') {
    return new ApiError('unreachable', response.status, { requestId: header, retryAfter } as Partial<ApiError>)
  }
  return new ApiError(body.code, response.status, {
    message: body.message ?? body.detail ?? body.code,
    requestId: body.request_id ?? header,
    fields: body.errors ?? [],
    meta: body.meta ?? {},
    retryAfter,
  } as Partial<ApiError>)
}
