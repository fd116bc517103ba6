/** Percent of the progress bar per step, from the specification's section 2. */
export const PROGRESS = {
  initial: 0,
  phone: 5,
  declarative: 5,
  identity: 10,
  address: 15,
  requisites: 20,
  insertCard: 40,
  confirmation: 50,
  payment: 60,
  progress: 80,
  final: 100,
} as const

/**
 * The bar of one flow never goes back, even when an answer arrives late or out of order.
 * `seen` is what was shown before for the same flow.
 */
export function neverBack(seen: number | undefined, now: number): number {
  const clamped = Math.min(100, Math.max(0, now))
  return Math.max(seen ?? 0, clamped)
}
