import { describe, expect, it } from 'vitest'
import type { TimelineStep, Transaction } from '../../../api/exchangeTypes'
import { expectedTimes, isLate, tookSeconds } from './expected'

const step = (kind: TimelineStep['kind'], state: TimelineStep['state'], at?: string): TimelineStep => ({
  kind,
  state,
  params: {},
  ...(at ? { at: `2026-11-25T14:${at}Z` } : {}),
})

const swap = (now: string, steps: TimelineStep[]) =>
  ({
    server_time: `2026-11-25T14:${now}Z`,
    source: { instructions: { kind: 'crypto', crypto: { network: 'litecoin', required: 3, confirmations: 0 } } },
    to: { payway: 'trc20' },
    steps,
  }) as unknown as Transaction

describe('the expected times of an order', () => {
  const paid = [
    step('payment', 'done', '02:00'),
    step('confirmation', 'now'),
    step('exchange', 'next'),
    step('payout', 'next'),
    step('done', 'next'),
  ]

  it('adds up the usual durations of the steps to come', () => {
    const times = expectedTimes(swap('03:00', paid), 'tron').map((time) => time?.slice(14, 19))
    // Three Litecoin blocks from 14:02, the exchange, twenty TRON blocks.
    expect(times).toEqual([undefined, undefined, '09:40', '10:40', '10:40'])
  })

  it('says nothing after a step that depends on a bank', () => {
    expect(expectedTimes(swap('03:00', paid), undefined).slice(3)).toEqual([undefined, undefined])
  })

  it('calls a step late after twice its usual time, and never a payment', () => {
    expect(isLate(swap('18:00', paid), 'tron')).toBe(false)
    expect(isLate(swap('18:10', paid), 'tron')).toBe(true)
    expect(isLate(swap('59:00', [step('payment', 'now')]), 'tron')).toBe(false)
  })
})

it('tells how long an order took from its payment', () => {
  const steps = [step('created', 'done', '00:00'), step('payment', 'done', '02:00'), step('done', 'done', '06:12')]
  expect(tookSeconds({ steps })).toBe(252)
  expect(tookSeconds({ steps: [step('payment', 'now')] })).toBeUndefined()
})
