import { expect, test } from 'vitest'
import type { MovementLine, Operator, Proposal, Waiting } from '../../api/queries'
import type { RateBoard } from '../../api/rates'
import { alertsOf } from './alerts'
import { perHour } from './hours'
import { kpisOf } from './kpis'
import { sumsOf } from './sums'
import type { Today } from './today'

const NOW = Date.parse('2026-11-26T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const eur = (amount: string) => ({ amount, currency: 'EUR' })

const line = (id: string, more: object): MovementLine => {
  const waits = { since: ago(30), until: ago(-1_410), is_overdue: false }
  return { id, status: 'MANUAL', updated_at: ago(30), waits, ...more } as unknown as MovementLine
}
const review = (reason: string, minutes = 30) => ({ review: { reason, since: ago(minutes) } })
const page = (data: MovementLine[], has_more = false) => ({ data, has_more })

const today: Today = {
  proposals: [
    { id: 'p1', subject: 'ord_1', can_answer: true, made_at: ago(1_000), expires_at: ago(-440) } as unknown as Proposal,
    { id: 'p2', subject: 'usr_1', can_withdraw: true, made_at: ago(5), expires_at: ago(-1_435) } as unknown as Proposal,
  ],
  waiting: [{ submitted_at: ago(1_500) }, { submitted_at: ago(10) }] as Waiting[],
  work: page([
    line('ord_1', { ...review('payout_failed'), held: eur('100.10') }),
    line('ord_2', { ...review('payout_failed', 45), held: eur('0.20') }),
    line('ord_3', { ...review('unidentified'), held: eur('87.50') }),
    line('ord_4', { status: 'ACTION_REQUIRED' }),
  ]),
  inProgress: page([
    line('ord_5', { status: 'PROCESSING', sub_state: 'sending', updated_at: ago(11) }),
    line('ord_6', { status: 'PROCESSING', sub_state: 'sending', updated_at: ago(2) }),
    line('ord_7', { status: 'PROCESSING', sub_state: 'paid', updated_at: ago(99) }),
  ]),
}

test('the figures begin with those of the role, and each has its worst wait', () => {
  const officer = { home: 'verification', permissions: ['customers.approve'] }
  const found = kpisOf(today, officer, NOW)
  expect(found.map(({ kind, count, late }) => [kind, count, late])).toEqual([
    ['verification', 2, 1],
    ['approvals', 1, 0],
    ['decisions', 2, 0],
    ['unmatched', 1, 0],
  ])
  expect(found[0]?.worst?.since).toBe(ago(1_500))
  expect(found[2]?.sums).toEqual([eur('100.30')])
  const treasury = kpisOf(today, { home: 'work', permissions: ['orders.read'] }, NOW)
  expect(treasury.map(({ kind }) => kind)).toEqual(['decisions', 'unmatched', 'payouts', 'requests'])
  expect(treasury[2]).toMatchObject({ count: 2, late: 1 })
})

test('a role sees figures only of the lists that it reads', () => {
  const operators = [{ state: 'invited', created_at: ago(60) }, { state: 'active' }] as Operator[]
  const found = kpisOf({ proposals: [], operators }, { home: 'operators', permissions: ['operators.read'] }, NOW)
  expect(found.map(({ kind, count }) => [kind, count])).toEqual([
    ['requests', 0],
    ['invitations', 1],
  ])
})

test('alerts are the worst first, and a transaction is in one of them', () => {
  const found = alertsOf(today, NOW)
  expect(found.map(({ kind, count, tone }) => [kind, count, tone])).toEqual([
    ['payout_failed', 2, 'bad'],
    ['verification_late', 1, 'bad'],
    ['payout_slow', 1, 'wait'],
    ['unmatched', 1, 'wait'],
    ['proposal_ends', 1, 'wait'],
  ])
  expect(found[0]).toMatchObject({ since: ago(45), holder: 'us', sums: [eur('100.30')], to: '/work?for=us' })
  expect(found[3]).toMatchObject({ to: '/movements/ord_3' })
  expect(alertsOf({}, NOW)).toEqual([])
})

test('a currency that has lost its price is an alert, and one that is switched off or not connected is none', () => {
  const row = (more: object) => ({ currency: 'LTC', is_quoted: false, is_off: false, sources: [], ...more })
  const lost = row({ sources: [{ source: 'Kraken', price: '80', at: ago(1), dropped: 'stale' }] })
  const board = (data: object[], source?: string) => ({ base: 'EUR', source, spread_percent: '0', data }) as RateBoard
  const found = (rates: RateBoard) => alertsOf({ rates }, NOW).map(({ kind, count, to }) => [kind, count, to])
  const fine = [row({ is_quoted: true }), row({ is_off: true, sources: lost.sources }), row({})]
  expect(found(board(fine, 'Median'))).toEqual([])
  expect(found(board([...fine, lost], 'Median'))).toEqual([['unquoted', 1, '/rates']])
  expect(found(board([row({}), row({})]))).toEqual([['unquoted', 2, '/rates']])
})

test('what the server found is an alert, and what the lists show is not told twice', () => {
  const standing: Today['standing'] = [
    { kind: 'payout_failed', count: 2, is_urgent: true },
    { kind: 'deposit_slow', count: 3, since: ago(40), is_urgent: true },
    { kind: 'rates_differ', count: 1, is_urgent: false },
  ]
  const found = alertsOf({ ...today, standing }, NOW)
  expect(found.map(({ kind, count, tone }) => [kind, count, tone])).toEqual([
    ['payout_failed', 2, 'bad'],
    ['verification_late', 1, 'bad'],
    ['deposit_slow', 3, 'bad'],
    ['payout_slow', 1, 'wait'],
    ['rates_differ', 1, 'wait'],
    ['unmatched', 1, 'wait'],
    ['proposal_ends', 1, 'wait'],
  ])
  expect(found[2]).toMatchObject({ since: ago(40), holder: 'us', to: '/movements?status=WAIT' })
})

test('an alert waits for the second operator once all of it is proposed', () => {
  const work = page([line('ord_1', review('payout_failed'))])
  expect(alertsOf({ ...today, work }, NOW)[0]).toMatchObject({ holder: 'second', to: '/movements/ord_1' })
})

test('amounts add up exactly, each currency alone', () => {
  expect(sumsOf([eur('0.1'), undefined, { amount: '1', currency: 'BTC' }, eur('0.2')])).toEqual([
    eur('0.3'),
    { amount: '1', currency: 'BTC' },
  ])
})

test('a moment counts in its hour, and only if that is one of the last 24', () => {
  const counts = perHour([ago(0), ago(30), ago(61), ago(24 * 60)], NOW + 60_000)
  expect(counts).toHaveLength(24)
  expect(counts.slice(-3)).toEqual([1, 1, 1])
  expect(counts.reduce((sum, count) => sum + count)).toBe(3)
})
