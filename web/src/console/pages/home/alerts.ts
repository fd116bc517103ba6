import type { HotWallet } from '../../api/connections'
import type { MovementLine } from '../../api/queries'
import { clockTone, mostUsed, usedOf, type Wait } from '../../parts/clock'
import { sumsOf } from './sums'
import {
  isBeingSent,
  isMissed,
  isOurs,
  isUnmatched,
  payoutWait,
  proposalWait,
  type Today,
  verificationWait,
} from './today'

/** Conditions that the server's checks find, and no list of the day shows. The worst first, with their pages. */
const STANDING = {
  cards_down: '/connections',
  deposit_slow: '/movements?status=WAIT',
  hold_late: '/work',
  declines_up: '/movements',
  payout_unconfirmed: '/movements?status=PROCESSING',
  statement_missing: '/bank',
  rates_differ: '/rates',
  webhook_failing: '/partners?show=failing',
} as const

type StandingKind = keyof typeof STANDING

export type AlertKind =
  | StandingKind
  | 'paid_twice'
  | 'payout_unknown'
  | 'payout_failed'
  | 'reversed'
  | 'disputed'
  | 'charge_unknown'
  | 'work_late'
  | 'verification_late'
  | 'payout_slow'
  | 'unmatched'
  | 'proposal_ends'
  | 'unquoted'
  | 'hot_low'
  | 'hot_full'

/** A condition that an operator must act on. It is shown as long as it is true. */
export type Alert = {
  kind: AlertKind
  tone: 'bad' | 'wait'
  count: number
  /** When it began, if that is known. */
  since?: string | undefined
  /** Who has it: an operator, or a second one who must agree. */
  holder: 'us' | 'second'
  sums: { amount: string; currency: string }[]
  to: string
}

/** The conditions of an operator's day, the worst first. A transaction is in one of them. */
export function alertsOf(today: Today, now: number): Alert[] {
  const late = (wait: Wait) => clockTone(usedOf(wait, now)) === 'bad'
  const rest = [...(today.work?.data ?? [])]
  const take = (belongs: (line: MovementLine) => boolean) => {
    const found = rest.filter(belongs)
    for (const line of found) rest.splice(rest.indexOf(line), 1)
    return found
  }
  const lines = (kind: AlertKind, tone: Alert['tone'], found: readonly MovementLine[]) =>
    ofLines(kind, tone, found, today.proposals)
  const because = (reason: AlertKind) =>
    lines(
      reason,
      'bad',
      take(({ review }) => review?.reason === reason),
    )
  const isSlow = (line: MovementLine) => isBeingSent(line) && late(payoutWait(line))
  const ending = (today.proposals ?? []).filter((one) => one.can_answer).map(proposalWait)
  return [
    because('paid_twice'),
    because('payout_unknown'),
    because('payout_failed'),
    because('reversed'),
    because('disputed'),
    because('charge_unknown'),
    lines(
      'work_late',
      'bad',
      take((line) => isOurs(line) && line.waits?.is_overdue === true),
    ),
    ofWaits('verification_late', 'bad', (today.waiting ?? []).map(verificationWait).filter(late), now),
    ofRates(today),
    ...ofChecks(today, true),
    ofWallets('hot_low', 'bad', today, 'too_low'),
    lines('payout_slow', 'wait', (today.inProgress?.data ?? []).filter(isSlow)),
    ...ofChecks(today, false),
    ofWallets('hot_full', 'wait', today, 'move_to_cold'),
    lines('unmatched', 'wait', take(isUnmatched)),
    ofWaits(
      'proposal_ends',
      'wait',
      ending.filter((wait) => clockTone(usedOf(wait, now)) !== 'ok'),
      now,
    ),
  ].filter((alert) => alert !== undefined)
}

/** The list of several items; one alone is opened itself. */
const LISTS: Partial<Record<AlertKind, string>> = {
  unmatched: '/work?for=unmatched',
  payout_slow: '/movements?status=PROCESSING',
  verification_late: '/verification',
  proposal_ends: '/approvals',
}

function ofLines(
  kind: AlertKind,
  tone: Alert['tone'],
  lines: readonly MovementLine[],
  proposals: Today['proposals'] = [],
): Alert | undefined {
  const [first, second] = lines
  if (!first) return undefined
  const since = lines.map((line) => line.review?.since ?? line.updated_at).toSorted()[0] ?? first.updated_at
  const areProposed = lines.every(({ id }) => proposals.some(({ subject }) => subject === id))
  return {
    kind,
    tone,
    count: lines.length,
    since,
    holder: areProposed ? 'second' : 'us',
    sums: sumsOf(lines.map(({ held }) => held)),
    to: second ? (LISTS[kind] ?? '/work?for=us') : `/movements/${first.id}`,
  }
}

/** Currencies that have lost their price: their sources are silent, too old, or differ. */
function ofRates({ rates }: Today): Alert | undefined {
  const missed = rates?.data.filter((row) => isMissed(rates, row)) ?? []
  if (missed.length === 0) return undefined
  return { kind: 'unquoted', tone: 'bad', count: missed.length, holder: 'us', sums: [], to: '/rates' }
}

const isStandingKind = (kind: string): kind is StandingKind => Object.hasOwn(STANDING, kind)

/** What the server's checks found, in the order of the server. */
function ofChecks({ standing }: Today, isUrgent: boolean): Alert[] {
  const tone = isUrgent ? 'bad' : 'wait'
  const alerts: Alert[] = []
  for (const { kind, count, since, is_urgent } of standing ?? []) {
    if (is_urgent === isUrgent && isStandingKind(kind))
      alerts.push({ kind, tone, count, since, holder: 'us', sums: [], to: STANDING[kind] })
  }
  return alerts
}

/** Hot wallets outside their limits. */
function ofWallets(
  kind: AlertKind,
  tone: Alert['tone'],
  { wallets }: Today,
  state: HotWallet['state'],
): Alert | undefined {
  const found = wallets?.filter((wallet) => wallet.state === state) ?? []
  if (found.length === 0) return undefined
  return { kind, tone, count: found.length, holder: 'us', sums: [], to: '/connections' }
}

function ofWaits(kind: AlertKind, tone: Alert['tone'], waits: readonly Wait[], now: number): Alert | undefined {
  const worst = mostUsed(waits, now)
  const holder = kind === 'proposal_ends' ? 'second' : 'us'
  return worst && { kind, tone, count: waits.length, since: worst.since, holder, sums: [], to: LISTS[kind] ?? '/' }
}
