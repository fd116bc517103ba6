const FIRST_MS = 500
const MOST_MS = 30_000

/** How long to wait before try `attempt` (0 first): doubling to 30 s, spread by `random` so that clients do not march. */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(ceiling / 2 + (ceiling / 2) * random)
}
