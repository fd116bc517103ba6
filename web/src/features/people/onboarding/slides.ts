import type { Feature } from '../../../host/config'

export type SlideId = 'price' | 'order' | 'balances'

const SLIDES: readonly { id: SlideId; feature: Feature }[] = [
  { id: 'price', feature: 'exchange' },
  { id: 'order', feature: 'exchange' },
  { id: 'balances', feature: 'balances' },
]

/** The slides of this tenant's features. */
export function slidesFor(offers: (feature: Feature) => boolean): SlideId[] {
  return SLIDES.filter(({ feature }) => offers(feature)).map(({ id }) => id)
}

/** Specification, "Screens and routes": a swipe counts past 10% of the size, or when it is fast. */
const SHARE = 10
const QUICK_MS = 300
/** A smaller movement counts as a tap. */
const STILL_PX = 8

/** The direction of a swipe: 1 forward (to the left), -1 back, 0 for none. Distances are in CSS pixels. */
export function swipe(across: number, down: number, width: number, ms: number): -1 | 0 | 1 {
  const far = Math.abs(across)
  if (far < STILL_PX || far < Math.abs(down)) return 0
  if (far * 100 <= width * SHARE && ms > QUICK_MS) return 0
  return across < 0 ? 1 : -1
}

/** The slide after a step; stops at both ends. */
export const stepTo = (now: number, by: number, count: number): number => Math.min(Math.max(now + by, 0), count - 1)
