import { ApiError } from '../../api/problem'
import type { LaunchProblem } from './launch'

const CLIENT = '/api/client/v1/'
const WIDGET = '/api/widget/v1/'

/** The refresh token. A frame has no cookies, so it lives as long as the page. */
let refresh: string | undefined

const plainFetch = window.fetch.bind(window)

type Who = { apiKey: string; page: string }

/** What the answer to the launch gave: the partner's ids, for the transactions of this page. */
let launched: string | undefined

const send = ({ apiKey, page }: Who, path: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set('Api-Key', apiKey)
  headers.set('Widget-Original-Url', page)
  if (launched) headers.set('Widget-Launch', launched)
  return plainFetch(new URL(WIDGET + path, location.origin), { ...init, headers, credentials: 'omit' })
}

/**
 * Sends the app's requests by the widget's paths: with its public key and the page around, without cookies, and with the
 * refresh token of this page where the app relies on the cookie.
 */
export function useWidgetPaths(who: Who): void {
  // The lock of a renewal is for tabs that share a cookie, and the browser may block it in a frame.
  Object.defineProperty(navigator, 'locks', { value: undefined })
  // A hook in the app would be part of the first page of every host. Only src/api/send.ts sends requests as objects.
  window.fetch = async (request, init = {}) => {
    if (!(request instanceof Request)) return plainFetch(request, init)
    const url = new URL(request.url)
    if (!url.pathname.startsWith(CLIENT)) return plainFetch(request, init)
    const path = url.pathname.slice(CLIENT.length)
    const { method, headers } = request
    const signal = init.signal ?? request.signal
    if (path === 'auth' || path === 'logout') {
      const token = refresh
      if (path === 'logout') refresh = undefined
      if (token === undefined) return new Response(null, { status: path === 'auth' ? 401 : 204 })
      return keeping(send(who, path, { method, headers, signal, body: JSON.stringify({ refresh_token: token }) }))
    }
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
    const sent = send(who, path + url.search, { method, headers, signal, body })
    return path === 'login' || path.startsWith('login/') ? keeping(sent) : sent
  }
}

/** Keeps the refresh token of a response that has one. */
async function keeping(sent: Promise<Response>): Promise<Response> {
  const response = await sent
  if (!response.ok || response.status === 204) return response
  const answer = (await response.clone().json()) as { refresh_token?: unknown }
  if (typeof answer.refresh_token === 'string') refresh = answer.refresh_token
  return response
}

/** `parameters` were prepared by the partner's server and replace those of the address. */
export type Checked = {
  signed: boolean
  refused: LaunchProblem[]
  parameters: Record<string, string>
  launched: string
  /** Path of the logo of the partner's profile. */
  logo?: string
}

/** Asks the server what of the launch holds. */
export async function checkLaunch(who: Who, query: string): Promise<Checked> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await send(who, 'launch', { method: 'POST', headers, body: JSON.stringify({ query }) })
  if (answer.ok) {
    const checked = (await answer.json()) as Checked
    launched = checked.launched
    return checked
  }
  const problem = (await answer.json()) as { code: ApiError['code']; detail?: string; meta?: Record<string, unknown> }
  throw new ApiError(problem.code, answer.status, {
    ...(problem.detail ? { message: problem.detail } : {}),
    meta: problem.meta ?? {},
  })
}
