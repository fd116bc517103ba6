import type { Feature } from '../../../host/config'

export type SlideId = 'price' | 'order' | 'balances'

const SLIDES: readonly { id: SlideId; feature: Feature }[] = [
  { id: 'price', feature: 'exchange' },
  { id: 'order', feature: 'exchange' },
  { id: 'balances', feature: 'balances' },
]

/** The slides of what this tenant offers. */
export function slidesFor(offers: (feature: Feature) => boolean): SlideId[] {
  return SLIDES.filter(({ feature }) => offers(feature)).map(({ id }) => id)
}

/** Specification, section 2: a swipe counts past 10% of the size, or when it is quick. */
const SHARE = 10
const QUICK_MS = 300
/** Less than this is a finger that was not quite still. */
const STILL_PX = 8

/** Which way a swipe goes: 1 onwards (to the left), -1 back, 0 when it is none. Distances are in CSS pixels. */
export function swipe(across: number, down: number, width: number, ms: number): -1 | 0 | 1 {
  const far = Math.abs(across)
  if (far < STILL_PX || far < Math.abs(down)) return 0
  if (far * 100 <= width * SHARE && ms > QUICK_MS) return 0
  return across < 0 ? 1 : -1
}

/** The slide to show after a step; the ends stay where they are. */
export const stepTo = (now: number, by: number, count: number): number => Math.min(Math.max(now + by, 0), count - 1)
