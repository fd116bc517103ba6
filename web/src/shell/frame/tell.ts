/**
 * Messages to the page around, in version 1 of the protocol: `{ v: 1, type, payload }`. They go to the exact origin of
 * that page and hold no token.
 */
export type FrameMessage =
  | { type: 'ready'; payload: { externalTransactionId?: string; externalCustomerId?: string } }
  | { type: 'height'; payload: { px: number } }
  /** A launch parameter that is not applied, or the whole launch (`parameter` is empty). */
  | { type: 'problem'; payload: { parameter: string; rule: string } }
  | { type: 'session'; payload: { status: 'in' | 'out' } }
  | {
      type: 'transaction'
      payload: { transactionId: string; status: string; externalTransactionId?: string }
    }

/** The page around: its window, and its origin by the browser. */
type Outer = { window: Window; origin: string }

let outer: Outer | undefined

/** The origin of the page around, or of the page that opened this one. The browser names it, not the address. */
export function originAround(): string {
  const nearest = location.ancestorOrigins?.[0]
  if (nearest) return nearest
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : ''
}

export function connect(origin: string): void {
  const window = self.parent !== self ? self.parent : (self.opener as Window | null)
  outer = window && origin ? { window, origin } : undefined
}

export function tell(message: FrameMessage): void {
  outer?.window.postMessage({ v: 1, ...message }, outer.origin)
}
