import { expect, it } from 'vitest'
import type { Quote } from '../../../api/exchangeTypes'
import { textOf } from '../../../testing/shown'
import { NextSteps } from './NextSteps'

it('says the amount that is converted with eight decimals, and the amount to send whole', () => {
  const lines = [{ kind: 'amount_converted', amount: '0.12166112848657104', currency: 'ETH' }]
  const ends = { from_currency: 'ETH', from_payway: 'eth', to_currency: 'BTC', to_payway: 'btc' }
  const quote = { ...ends, from_amount: '0.123456789012345678', lines, rate_locked: true } as Quote
  const text = textOf(<NextSteps quote={quote} fromWay={undefined} toWay={undefined} payoutKind="address" />)
  expect(text).toContain('You send 0.123456789012345678 ETH')
  expect(text).toContain('We exchange 0.12166112… ETH for BTC')
})
