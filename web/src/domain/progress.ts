/** The progress of each step in percent (specification, "Screens and routes"). */
export const PROGRESS = {
  initial: 0,
  phone: 5,
  declarative: 5,
  identity: 10,
  address: 15,
  requisites: 20,
  insertCard: 40,
  depositCard: 10,
  confirmation: 50,
  ownConfirmation: 25,
  payment: 60,
  progress: 80,
  final: 100,
} as const

/**
 * Keeps the progress of a flow from decreasing when a response arrives late or out of order. `seen` is the last
 * progress of the same flow.
 */
export function neverBack(seen: number | undefined, now: number): number {
  const clamped = Math.min(100, Math.max(0, now))
  return Math.max(seen ?? 0, clamped)
}
