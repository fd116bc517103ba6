import type { MovementLine } from '../../api/queries'

type Money = { amount: string; currency: string }

/** What came in and what went out. `isExpected` marks amounts that have not moved yet. */
export type Moved = { in?: Money | undefined; out?: Money | undefined; isExpected: boolean }

const FINAL: ReadonlySet<string> = new Set(['DONE', 'EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'RESOLVED'])

type Line = Pick<MovementLine, 'status' | 'headline' | 'from' | 'to'> & {
  paid?: Money | undefined
  refunded?: Money | undefined
}

/**
 * The amounts of a line. A movement that has ended shows what moved, never what was ordered. A movement under way shows
 * what came, or what is ordered.
 */
export function movedOf({ status, headline, paid, refunded, from, to }: Line): Moved {
  if (!FINAL.has(status)) return { in: paid ?? from, out: to, isExpected: true }
  if (status === 'DONE') return { in: paid ?? from, out: to, isExpected: false }
  const kept = headline.kind === 'deposited' ? headline : undefined
  return { in: paid, out: refunded ?? kept, isExpected: false }
}
