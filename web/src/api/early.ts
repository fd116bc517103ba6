/**
 * What was asked for before the program ran (src/first), and what was pressed on the page that stood there until then. Another
 * file has put it there, so it is kept at the window.
 */
type Early = { answers: Map<string, Promise<Response>>; pressed?: Element }

declare global {
  interface Window {
    agioEarly?: Early
  }
}

/** An answer that was asked for longer ago is not what a page should show as new. */
const FRESH_MS = 10_000

export function early(): Early {
  window.agioEarly ??= { answers: new Map() }
  return window.agioEarly
}

/** For whom it was asked is a part of it: an answer for another session or profile is nobody's. */
const keyOf = ({ method, url, headers }: Request) =>
  [method, url, headers.get('Authorization'), headers.get('Profile-Id')].join(' ')

export function keepEarly(request: Request, answer: Promise<Response>): void {
  early().answers.set(keyOf(request), answer)
}

/** The answer to this very request, if it was asked for early. Each is taken once. */
export function takeEarly(request: Request): Promise<Response> | undefined {
  if (typeof window === 'undefined' || !window.agioEarly || performance.now() > FRESH_MS) return undefined
  const { answers } = window.agioEarly
  const key = keyOf(request)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}
