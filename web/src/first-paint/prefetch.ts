import { currentProfile } from '../api/chosenProfile'
import { randomId } from '../api/ids'
import { exclusively, RENEWAL_MS } from '../api/renewal'
import { type CallInit, requestOf } from '../api/request'
import type { components } from '../api/schema.gen'
import { RUNNING } from '../domain/running'
import { keepPrefetched } from './prefetched'

type Schemas = components['schemas']
type Who = { access: string; profile?: string | undefined }

/** A request identical to the one the app will make (src/api/send.ts). */
function requestFor(who: Who | undefined, method: string, path: string, init: CallInit = {}): Request {
  const request = requestOf(method, `/api/client/v1${path}`, init)
  request.headers.set('X-Request-ID', randomId())
  request.headers.set('Accept-Language', document.documentElement.lang)
  if (who) request.headers.set('Authorization', `Bearer ${who.access}`)
  if (who?.profile) request.headers.set('Profile-Id', who.profile)
  return request
}

/** Times out like the app's own requests. */
const send = (request: Request) => fetch(request, { signal: AbortSignal.timeout(RENEWAL_MS) })

/** Stores the response for the app, and parses a copy if it was successful. */
async function read<T>(request: Request, sent: Promise<Response>): Promise<T | undefined> {
  keepPrefetched(request, sent)
  const answer = await sent
  return answer.ok ? ((await answer.clone().json()) as T) : undefined
}

/**
 * Prefetches the session, the user and the home page's data while the app loads. The app takes the responses from
 * prefetched.ts and requests whatever is missing.
 */
export async function prefetch(isHome: boolean): Promise<void> {
  const renewal = requestFor(undefined, 'PUT', '/auth', { body: {} })
  const pair = await read<Schemas['RefreshAnswer']>(
    renewal,
    exclusively(() => send(renewal)),
  )
  if (!pair) return
  const ask = <T>(who: Who, path: string, init?: CallInit) => {
    const request = requestFor(who, 'GET', path, init)
    return read<T>(request, send(request))
  }
  const who: Who = { access: pair.access_token }
  const [terms, me] = await Promise.all([
    ask<Schemas['TermsInfo']>(who, '/user/terms'),
    ask<Schemas['UserInfo']>(who, '/user'),
  ])
  if (!me || terms?.is_consent_required !== false) return
  who.profile = currentProfile(me.profiles_id)
  void ask(who, '/user/settings').catch(() => undefined)
  if (!isHome) return
  void ask(who, '/transactions', { params: { query: RUNNING } }).catch(() => undefined)
  void ask(who, '/balances').catch(() => undefined)
}

/** Prefetches what the landing page first shows: the catalogue, the default direction and the default chart. */
export function prefetchLanding(): void {
  const ask = (path: string, query?: Record<string, string>) => {
    const request = requestFor(undefined, 'GET', path, query ? { params: { query } } : {})
    void read(request, send(request)).catch(() => undefined)
  }
  ask('/currencies')
  ask('/payways')
  ask('/directions', { side: 'BUY', from: 'EUR' })
  ask('/rates/history', { from: 'BTC', to: 'EUR', range: '1D' })
}
