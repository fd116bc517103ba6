import { expect, it } from 'vitest'
import type { MakeGood } from '../../../api/exchangeTypes'
import { textOf } from '../../../testing/shown'
import MadeGood from './MadeGood'

const kept: MakeGood = {
  kind: 'kept',
  promised: { amount: '2.00000000', currency: 'LTC' },
  cost: { amount: '0.20000000', currency: 'LTC' },
  cost_in_euro: { amount: '17.00', currency: 'EUR' },
  at: '2026-11-01T10:00:00Z',
}

it('says that the promised price was kept, and what the market took from us in euro', () => {
  const text = textOf(<MadeGood made={kept} />)
  expect(text).toMatch(/^You got the price that we promised\. The market moved against us by .*17/)
  expect(text).not.toContain('LTC')
})

it('says what was promised and what was added to the balance', () => {
  const text = textOf(<MadeGood made={{ ...kept, kind: 'credited' }} />)
  expect(text).toMatch(/less than the .*2.* that we promised\. We have added .*0\.2.* to your balance/)
})
