import type { MovementLine } from '../../api/queries'
import { isOurs, isUnmatched } from '../home/today'

export type Group = 'all' | 'us' | 'unmatched' | 'customers'

const BELONGS: Record<Group, (line: MovementLine) => boolean> = {
  all: () => true,
  us: (line) => isOurs(line) && !isUnmatched(line),
  unmatched: isUnmatched,
  customers: (line) => !isOurs(line),
}

/** The group in a query string; everything for an unknown one. */
export function groupOf(address: string): Group {
  const name = new URLSearchParams(address).get('for')
  return name && name in BELONGS ? (name as Group) : 'all'
}

/** The lines of a group. */
export const linesOf = (lines: readonly MovementLine[], group: Group): MovementLine[] => lines.filter(BELONGS[group])
