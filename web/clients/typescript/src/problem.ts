import type { components } from './schema.gen.ts'

type Problem = components['schemas']['Problem']

/** A refusal of the API (RFC 9457). `code` says which; `errors` names the fields. */
export class PartnerProblem extends Error {
  override readonly name = 'PartnerProblem'
  /** The HTTP status. */
  readonly status: number
  /** The code, or `UNREADABLE` for a response that is no problem document, such as that of a proxy. */
  readonly code: Problem['code'] | 'UNREADABLE'
  /** The refused fields. */
  readonly errors: NonNullable<Problem['errors']>
  /** The id to give to support. */
  readonly requestId: string | undefined
  /** Seconds until a retry makes sense, if waiting helps. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, problem: Partial<Problem> | undefined) {
    super(problem?.detail ?? `The response has the status ${response.status} and no problem document.`)
    this.status = response.status
    this.code = problem?.code ?? 'UNREADABLE'
    this.errors = problem?.errors ?? []
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id') ?? undefined
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  }

  /** Reads the problem of a refused response. */
  static async of(response: Response): Promise<PartnerProblem> {
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
    const problem = isProblem
      ? ((await response.json().catch(() => undefined)) as Partial<Problem> | undefined)
      : undefined
    return new PartnerProblem(response, problem)
  }
}
