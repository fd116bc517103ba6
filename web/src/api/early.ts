/**
 * Prefetched responses (src/first), and the element that was clicked on the prerendered page. The preboot script is a
 * separate bundle, so it shares them through `window`.
 */
type Early = { answers: Map<string, Promise<Response>>; pressed?: Element }

declare global {
  interface Window {
    agioEarly?: Early
  }
}

/** Responses that are older than this are not used, because the page would show them as new. */
const FRESH_MS = 10_000

export function early(): Early {
  window.agioEarly ??= { answers: new Map() }
  return window.agioEarly
}

/** The key includes session and profile, so that a response for another session or profile is never used. */
const keyOf = ({ method, url, headers }: Request) =>
  [method, url, headers.get('Authorization'), headers.get('Profile-Id')].join(' ')

export function keepEarly(request: Request, answer: Promise<Response>): void {
  early().answers.set(keyOf(request), answer)
}

/** Takes the prefetched response for exactly this request, if there is one. Each response is taken once. */
export function takeEarly(request: Request): Promise<Response> | undefined {
  if (typeof window === 'undefined' || !window.agioEarly || performance.now() > FRESH_MS) return undefined
  const { answers } = window.agioEarly
  const key = keyOf(request)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}
