import { takePrefetched } from '../first-paint/prefetched'
import { heard } from './connection'
import { randomId } from './ids'
import { ApiError, problemOf } from './problem'
import { confirmed } from './stepUp'
import { tokens } from './tokens'

/**
 * Sends one request with its request id, bearer token, profile and language. A 401 triggers one renewal, which
 * concurrent requests share, and one retry. A request that needs the second factor is repeated with the confirmation,
 * if the customer gives it. Throws `ApiError` for every other response than success.
 */
export async function send(request: Request): Promise<Response> {
  // A body can be read only once; the clone is for the confirmed retry.
  const spare = request.clone()
  const first = await renewing(request)
  if (first.status !== 403) return settled(first)
  const problem = await problemOf(first)
  if (problem.code === 'ACCESS_DENIED') tokens.refused(request.headers.get('Profile-Id'))
  const token = await confirmed(problem)
  if (token === undefined) throw problem
  spare.headers.set('Auth-2FA-Token', token)
  return settled(await renewing(spare))
}

async function renewing(request: Request): Promise<Response> {
  const used = tokens.access()
  const spare = request.clone()
  const first = await exchange(request, used)
  if (first.status !== 401 || used === undefined) return first
  const fresh = await tokens.renew(used)
  return fresh === undefined ? first : exchange(spare, fresh)
}

/** Sends a request without renewing the token: for the renewal itself, sign-in and sign-out. */
export async function sendPlain(request: Request): Promise<Response> {
  return settled(await exchange(request, tokens.access()))
}

async function exchange(request: Request, access: string | undefined): Promise<Response> {
  request.headers.set('X-Request-ID', randomId())
  request.headers.set('Accept-Language', document.documentElement.lang)
  if (access) request.headers.set('Authorization', `Bearer ${access}`)
  const profile = tokens.profile()
  if (access && profile) request.headers.set('Profile-Id', profile)
  const limit = bounded(request.signal)
  try {
    const response = await (takePrefetched(request) ?? fetch(request, { signal: limit.signal }))
    heard(true)
    // JSON must arrive within the timeout; a file download may take longer.
    if (!isAnswer(response)) limit.lift()
    return response
  } catch (cause) {
    // An aborted request does not prove that the connection is lost.
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    heard(false)
    throw new ApiError('ERR_NETWORK', 0)
  }
}

/** The timeout of a response. A request that exceeds it counts as unanswered. */
const ANSWER_MS = 30_000

const isAnswer = ({ headers }: Response) =>
  headers.get('content-type')?.includes('json') === true && !headers.has('content-disposition')

/** Combines the caller's signal with the timeout. Some supported browsers lack `AbortSignal.any`. */
function bounded(asked: AbortSignal): { signal: AbortSignal; lift: () => void } {
  const control = new AbortController()
  const stop = () => control.abort(asked.reason)
  const timer = setTimeout(() => control.abort(new DOMException('no answer in time', 'TimeoutError')), ANSWER_MS)
  if (asked.aborted) stop()
  asked.addEventListener('abort', stop)
  return { signal: control.signal, lift: () => clearTimeout(timer) }
}

async function settled(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await problemOf(response)
}
