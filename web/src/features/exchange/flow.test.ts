import { describe, expect, it } from 'vitest'
import { attemptOf, payoutOf } from './confirm/attempt'
import { addressShown, changeTerms, EMPTY_DRAFT, type ExchangeDraft, leaveAttempt } from './draft'
import { EXCHANGE_STEPS, landing, stepBefore, stepProgress } from './flow'

const chosen: ExchangeDraft = {
  ...EMPTY_DRAFT,
  from: { currency: 'EUR', payway: 'visamc' },
  to: { currency: 'LTC', payway: 'ltc' },
  amount: '250.00',
  agreed: true,
}
const addressed: ExchangeDraft = { ...chosen, requisite: { kind: 'address', value: 'ltc1q' } }

describe('the exchange flow', () => {
  it('sends a person who opens a later page by its address to the first missing step', () => {
    expect(landing('confirm', EMPTY_DRAFT)).toBe('start')
    expect(landing('confirm', chosen)).toBe('requisites')
    expect(landing('confirm', addressed)).toBe('confirm')
  })

  it('lets a person go back to any finished step', () => {
    expect(landing('start', addressed)).toBe('start')
    expect(landing('requisites', addressed)).toBe('requisites')
    expect(stepBefore('confirm', addressed)).toBe('requisites')
    expect(stepBefore('requisites', addressed)).toBe('start')
  })

  it('asks for a card instead of an address when the money goes to a card', () => {
    const sale: ExchangeDraft = { ...chosen, side: 'SELL', payoutKind: 'card' }
    expect(landing('confirm', sale)).toBe('insert-card')
    expect(landing('requisites', sale)).toBe('insert-card')
    const done: ExchangeDraft = { ...sale, requisite: { kind: 'card', card_token: 'tok' } }
    expect(landing('confirm', done)).toBe('confirm')
    expect(stepBefore('confirm', done)).toBe('insert-card')
  })

  it('does not take an amount that was typed but not continued with', () => {
    expect(landing('requisites', { ...chosen, agreed: false })).toBe('start')
  })

  it('moves the progress bar only forward along any path', () => {
    for (const facts of [EMPTY_DRAFT, chosen, addressed, { ...chosen, payoutKind: 'card' as const }]) {
      const path = EXCHANGE_STEPS.filter((step) => step.needed?.(facts) ?? true)
      const percents = path.map((step) => step.progress)
      expect(percents).toEqual([...percents].sort((a, b) => a - b))
    }
  })

  it('has the progress of the specification', () => {
    const confirm = (['BUY', 'SELL', 'SWAP', 'WITHDRAW', 'DEPOSIT', 'CONVERT'] as const).map((kind) =>
      stepProgress('confirm', kind),
    )
    expect(confirm).toEqual([50, 50, 50, 50, 25, 25])
    expect([stepProgress('insert-card', 'SELL'), stepProgress('insert-card', 'DEPOSIT')]).toEqual([40, 10])
    expect([stepProgress('start', 'DEPOSIT'), stepProgress('requisites', 'WITHDRAW')]).toEqual([0, 20])
  })
})

describe('changing what is exchanged', () => {
  const quoted: ExchangeDraft = {
    ...addressed,
    attempt: { quoteId: 'qt_1', key: 'k1', requisite: { kind: 'address', value: 'ltc1q' } },
  }

  it('keeps the address while the receiving side stays the same', () => {
    const next = changeTerms(quoted, { amount: '300.00' })
    expect(next.requisite).toEqual({ kind: 'address', value: 'ltc1q' })
    expect(next.agreed).toBe(false)
    expect(next.attempt).toBeUndefined()
  })

  it('forgets an address of another network', () => {
    const next = changeTerms(quoted, { to: { currency: 'BTC', payway: 'btc' } })
    expect(next.requisite).toBeUndefined()
  })

  it('asks for a lost order with one key, whatever was quoted or typed since', () => {
    const other = { kind: 'address', value: 'ltc1other' } as const
    expect(attemptOf(quoted, 'qt_2', other, () => 'k2')).toBe(quoted.attempt)
    const typed = { ...quoted, requisite: other, requisiteLabel: 'ltc1other' }
    expect(attemptOf(typed, 'qt_1', undefined, () => 'k2')).toBe(quoted.attempt)
    expect(payoutOf(typed)).toBe(quoted.attempt)
    expect(attemptOf(leaveAttempt(typed), 'qt_2', other, () => 'k2')).toEqual({
      quoteId: 'qt_2',
      key: 'k2',
      requisite: other,
      requisiteLabel: 'ltc1other',
    })
  })

  it('lets nothing of a lost order be changed: it is asked for again, or left at the start', () => {
    for (const step of ['requisites', 'insert-card', 'confirm'] as const) expect(landing(step, quoted)).toBe('confirm')
    expect(landing('confirm', { ...quoted, agreed: false, requisite: undefined })).toBe('confirm')
    expect(landing('start', quoted)).toBe('start')
    expect(stepBefore('confirm', quoted)).toBe('start')
    expect(landing('confirm', leaveAttempt(quoted))).toBe('start')
  })
})

describe('the address on the start page', () => {
  it('shows the one that would be used, after a reload too, and nothing of another network', () => {
    expect(addressShown(addressed, addressed.to, undefined)).toBe('ltc1q')
    expect(addressShown(addressed, { currency: 'BTC', payway: 'btc' }, undefined)).toBe('')
    expect(addressShown(addressed, addressed.to, { place: 'BTC:btc', value: 'bc1q' })).toBe('ltc1q')
  })

  it('stays empty once it was emptied', () => {
    expect(addressShown(addressed, addressed.to, { place: 'LTC:ltc', value: '' })).toBe('')
  })
})
