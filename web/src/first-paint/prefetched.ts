/**
 * Prefetched responses, and the button that was pressed on the prerendered page. The preboot script is a separate
 * bundle, so it shares them with the app through `window`.
 */
type Prefetched = { answers: Map<string, Promise<Response>>; pressed?: Element }

declare global {
  interface Window {
    agioPrefetched?: Prefetched
  }
}

/** Responses that are older than this are not used, because the page would show them as new. */
const FRESH_MS = 10_000

export function prefetched(): Prefetched {
  window.agioPrefetched ??= { answers: new Map() }
  return window.agioPrefetched
}

/** The key includes session and profile, so that a response for another session or profile is never used. */
const keyOf = ({ method, url, headers }: Request) =>
  [method, url, headers.get('Authorization'), headers.get('Profile-Id')].join(' ')

export function keepPrefetched(request: Request, answer: Promise<Response>): void {
  prefetched().answers.set(keyOf(request), answer)
}

/** Takes the prefetched response for exactly this request, if there is one. Each response is taken once. */
export function takePrefetched(request: Request): Promise<Response> | undefined {
  if (typeof window === 'undefined' || !window.agioPrefetched || performance.now() > FRESH_MS) return undefined
  const { answers } = window.agioPrefetched
  const key = keyOf(request)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}
