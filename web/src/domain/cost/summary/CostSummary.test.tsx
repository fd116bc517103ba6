import { expect, it } from 'vitest'
import type { Line } from '../../../api/exchangeTypes'
import { markupOf, textOf } from '../../../testing/shown'
import { CostSummary } from './CostSummary'

const LTC = { amount: '0.5', currency: 'LTC' } as const
const FEE = { kind: 'network_fee', amount: '0.01', currency: 'LTC' } as Line

const summary = (lines: Line[], open = false) => (
  <CostSummary from={LTC} to={LTC} lines={lines} percent="0" fromKind="crypto" open={open} />
)

it('says what a deposit without a fee costs, and offers no parts to open', () => {
  for (const open of [false, true]) {
    expect(textOf(summary([], open))).toMatch(/^Total cost .*0 LTC/)
    expect(markupOf(summary([], open))).not.toContain('<details')
    expect(markupOf(summary([FEE], open))).toContain('<details')
  }
})
