import { problemOf } from '../../api/problem'
import type { Hello } from '../../host/native/contract'
import { router } from '../../router'
import { stopPages } from '../hostGuard'

const CLIENT = '/api/client/v1/'
const MOBILE = '/api/mobile/v1/'

/** The header with which the server knows the app's version. */
export const versionHeader = ({ platform, version }: Pick<Hello, 'platform' | 'version'>) => `${platform}/${version}`

/**
 * Sends the app's requests by the paths of native apps, with the version of the app. An answer that the app is too old
 * replaces every page.
 */
export function useMobilePaths(app: Pick<Hello, 'platform' | 'version'>): void {
  const plainFetch = window.fetch.bind(window)
  // A hook in the app would be part of the first page of every host. Only src/api/send.ts sends requests as objects.
  window.fetch = async (request, init = {}) => {
    if (!(request instanceof Request)) return plainFetch(request, init)
    const url = new URL(request.url)
    if (url.origin !== location.origin || !url.pathname.startsWith(CLIENT)) return plainFetch(request, init)
    const headers = new Headers(request.headers)
    headers.set('App-Version', versionHeader(app))
    const { method, credentials } = request
    const signal = init.signal ?? request.signal
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
    const path = MOBILE + url.pathname.slice(CLIENT.length) + url.search
    const answer = await plainFetch(new URL(path, location.origin), { method, headers, credentials, signal, body })
    if (answer.status === 426) void requireUpdate(answer.clone())
    return answer
  }
}

async function requireUpdate(answer: Response): Promise<void> {
  stopPages(await problemOf(answer))
  // The page's own error appears first, and may be of the same answer.
  await router.invalidate()
}
