import { PartnerProblem } from './problem.ts'
import type { Answer, EntryOf, Init, PathsOf, Rest } from './types.ts'

export type ClientOptions = {
  /** The origin of the site, such as `https://pay.example`. */
  baseUrl: string
  /** A secret API key. It belongs on a server, never in a page. */
  apiKey: string
  /** How long one attempt may take, in milliseconds; 15 s by default. */
  timeoutMs?: number
  /** How often a request is repeated after a network error, 429 or 503; twice by default. */
  retries?: number
}

export type Client = {
  get: <P extends PathsOf<'get'>>(path: P, ...init: Rest<Init<P, 'get'>>) => Promise<Answer<P, 'get'>>
  post: <P extends PathsOf<'post'>>(path: P, ...init: Rest<Init<P, 'post'>>) => Promise<Answer<P, 'post'>>
  /** Every entry of a list, page after page. */
  each: <P extends PathsOf<'get'>>(path: P, ...init: Rest<Init<P, 'get'>>) => AsyncGenerator<EntryOf<P>, void>
}

/** The parts of a request that the types above have checked. */
type Parts = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Page = { data: unknown[]; next_cursor?: string | null; has_more: boolean }

const TIMEOUT_MS = 15_000
const RETRIES = 2
/** The longest wait before a retry. A longer one is left to the caller, who gets the problem. */
const WAIT_MAX_S = 10

/** A client of the partner API. A refusal is thrown as `PartnerProblem`. */
export function createClient(options: ClientOptions): Client {
  const call = (method: 'GET' | 'POST') => (path: string, init?: Parts) => request(options, method, path, init)
  async function* each(path: string, init: Parts = {}) {
    // The feed of events continues after the last event; lists continue at a cursor.
    const parameter = path.endsWith('/events') ? 'after' : 'cursor'
    let query = init.query
    for (;;) {
      const page = (await request(options, 'GET', path, { ...init, ...(query ? { query } : {}) })) as Page
      yield* page.data
      if (!page.has_more || !page.next_cursor) return
      query = { ...query, [parameter]: page.next_cursor }
    }
  }
  const client: unknown = { get: call('GET'), post: call('POST'), each }
  return client as Client
}

async function request(options: ClientOptions, method: string, path: string, init: Parts = {}): Promise<unknown> {
  const url = new URL(filled(path, init.path), options.baseUrl)
  for (const [name, value] of Object.entries(init.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one))
    }
  }
  const headers: Record<string, string> = { accept: 'application/json', 'api-key': options.apiKey, ...init.headers }
  // The same key for every attempt, so that a repeated order is one order.
  if (method === 'POST') headers['idempotency-key'] ??= init.idempotencyKey ?? crypto.randomUUID()
  const hasBody = init.body !== undefined
  if (hasBody) headers['content-type'] = 'application/json'
  const body = hasBody ? { body: JSON.stringify(init.body) } : {}
  const response = await attempts(options, url, { method, headers, redirect: 'error', ...body }, init.signal)
  if (!response.ok) throw await PartnerProblem.of(response)
  if (response.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return isJson ? response.json() : response.blob()
}

/** The response of the first attempt that is not worth a retry. */
async function attempts(options: ClientOptions, url: URL, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const left = options.retries ?? RETRIES
  for (let attempt = 0; ; attempt += 1) {
    const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
    const either = signal ? AbortSignal.any([signal, limit]) : limit
    const outcome = await fetch(url, { ...init, signal: either }).catch((error: unknown) => error)
    if (signal?.aborted) throw signal.reason
    const response = outcome instanceof Response ? outcome : undefined
    const seconds = waitOf(response, attempt)
    if (attempt >= left || seconds === undefined) {
      if (response) return response
      throw outcome
    }
    await response?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

/** The seconds to wait before a retry; `undefined` if the response is final. */
function waitOf(response: Response | undefined, attempt: number): number | undefined {
  if (response && response.status !== 429 && response.status !== 503) return undefined
  const told = Number(response?.headers.get('retry-after') ?? Number.NaN)
  const seconds = Number.isFinite(told) ? told : 2 ** attempt
  return seconds <= WAIT_MAX_S ? seconds : undefined
}

/** The path with its parameters, each percent-encoded. */
function filled(path: string, values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new TypeError(`The path ${path} needs ${name}.`)
    return encodeURIComponent(value)
  })
}
