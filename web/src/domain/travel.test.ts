import { expect, it } from 'vitest'
import { ApiError } from '../api/problem'
import { travelNeed } from './travel'

const refused = (code: 'TRAVEL_RULE_REQUIRED' | 'QUOTE_EXPIRED', meta: Record<string, unknown>) =>
  new ApiError(code, 422, { meta } as Partial<ApiError>)

it('reads of which address something is asked, and whether only its proof is missing', () => {
  const meta = { payway: 'ltc', address: 'ltc1q', requirements: ['travel_rule'] }
  expect(travelNeed(refused('TRAVEL_RULE_REQUIRED', meta))).toEqual({
    payway: 'ltc',
    address: 'ltc1q',
    walletId: undefined,
    other: false,
  })
  const known = travelNeed(refused('TRAVEL_RULE_REQUIRED', { ...meta, wallet_id: 'wlt_1' }))
  expect(known).toMatchObject({ walletId: 'wlt_1', other: false })
  const stuck = { ...meta, requirements: ['provable_address'] }
  expect(travelNeed(refused('TRAVEL_RULE_REQUIRED', stuck))).toMatchObject({ other: true })
})

it('reads that it is asked who sends', () => {
  expect(travelNeed(refused('TRAVEL_RULE_REQUIRED', { payway: 'ltc', requirements: ['sender'] }))).toBe('sender')
})

it('asks nothing for another refusal, or for one that names no address', () => {
  expect(travelNeed(refused('QUOTE_EXPIRED', { payway: 'ltc', address: 'ltc1q' }))).toBeUndefined()
  expect(travelNeed(refused('TRAVEL_RULE_REQUIRED', {}))).toBeUndefined()
  expect(travelNeed(new Error('lost'))).toBeUndefined()
})
