const FIRST_MS = 500
const MOST_MS = 30_000

/**
 * The delay before attempt `attempt`, counted from 0: doubles up to 30 s, with jitter from `random`, so that clients do
 * not reconnect simultaneously.
 */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(ceiling / 2 + (ceiling / 2) * random)
}
