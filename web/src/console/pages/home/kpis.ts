import type { Me, MovementLine } from '../../api/queries'
import { clockTone, mostUsed, usedOf, type Wait } from '../../parts/clock'
import { sumsOf } from './sums'
import {
  approves,
  invitationWait,
  isBeingSent,
  isOurs,
  isUnmatched,
  payoutWait,
  proposalWait,
  type Today,
  verificationWait,
} from './today'

export type KpiKind =
  | 'approvals'
  | 'requests'
  | 'verification'
  | 'decisions'
  | 'unmatched'
  | 'customers'
  | 'payouts'
  | 'invitations'

export type Kpi = {
  kind: KpiKind
  /** The page of its list. */
  to: string
  count: number
  /** Whether there are more than the first page has. */
  hasMore: boolean
  /** The wait that has used the most of its target. */
  worst: Wait | undefined
  /** How many are above their target. */
  late: number
  sums: { amount: string; currency: string }[]
}

const SHOWN = 4

/** Each figure's list, in the order of the figures. */
const LISTS: Record<KpiKind, string> = {
  approvals: '/approvals',
  requests: '/approvals',
  decisions: '/work?for=us',
  unmatched: '/work?for=unmatched',
  verification: '/verification',
  customers: '/work?for=customers',
  payouts: '/movements?status=PROCESSING',
  invitations: '/operators',
}

/** The first figures of a role, by its own page. The others follow in the order of `LISTS`. */
const FIRST: Record<string, readonly KpiKind[]> = {
  verification: ['verification', 'approvals', 'requests'],
  customers: ['decisions', 'customers', 'unmatched'],
  work: ['decisions', 'unmatched', 'payouts'],
  operators: ['approvals', 'requests', 'invitations'],
  log: ['decisions', 'verification', 'unmatched'],
  ledger: ['unmatched', 'payouts', 'decisions'],
}

type Viewer = Pick<Me, 'home' | 'permissions'>

/** The figures of an operator's day, at most four, the role's own first. */
export function kpisOf(today: Today, me: Viewer, now: number): Kpi[] {
  const kinds = new Set([...(FIRST[me.home ?? ''] ?? []), ...(Object.keys(LISTS) as KpiKind[])])
  return [...kinds]
    .map((kind) => kpiOf(kind, FIND[kind](today, me), now))
    .filter((kpi) => kpi !== undefined)
    .slice(0, SHOWN)
}

/** What waits. `undefined` if the role does not read the list or has no such work. */
type Found = { waits: (Wait | undefined)[]; hasMore?: boolean; sums?: Kpi['sums'] } | undefined

const FIND: Record<KpiKind, (today: Today, me: Viewer) => Found> = {
  approvals: ({ proposals }, me) =>
    approves(me)
      ? waiting(
          proposals?.filter((one) => one.can_answer),
          proposalWait,
        )
      : undefined,
  requests: ({ proposals }, me) =>
    approves(me)
      ? undefined
      : waiting(
          proposals?.filter((one) => one.can_withdraw),
          proposalWait,
        ),
  decisions: ({ work }) => working(work, (line) => isOurs(line) && !isUnmatched(line)),
  unmatched: ({ work }) => working(work, isUnmatched),
  verification: (today) => waiting(today.waiting, verificationWait),
  customers: ({ work }) => working(work, (line) => !isOurs(line)),
  payouts: ({ inProgress }) => working(inProgress, isBeingSent, payoutWait),
  invitations: ({ operators }) =>
    waiting(
      operators?.filter(({ state }) => state === 'invited'),
      invitationWait,
    ),
}

const waiting = <T>(list: readonly T[] | undefined, wait: (one: T) => Wait): Found => list && { waits: list.map(wait) }

function working(
  page: Today['work'],
  belongs: (line: MovementLine) => boolean,
  wait: (line: MovementLine) => Wait | undefined = (line) => line.waits ?? undefined,
): Found {
  if (!page) return undefined
  const lines = page.data.filter(belongs)
  return { waits: lines.map(wait), hasMore: page.has_more, sums: sumsOf(lines.map(({ held }) => held)) }
}

function kpiOf(kind: KpiKind, found: Found, now: number): Kpi | undefined {
  if (!found) return undefined
  const { waits, hasMore = false, sums = [] } = found
  const known = waits.filter((wait) => wait !== undefined)
  const late = known.filter((wait) => clockTone(usedOf(wait, now)) === 'bad').length
  return { kind, to: LISTS[kind], count: waits.length, hasMore, worst: mostUsed(known, now), late, sums }
}
