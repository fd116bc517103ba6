import { expect, it } from 'vitest'
import type { PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { textOf } from '../../../testing/shown'
import PayoutPaused from './PayoutPaused'

const HOUR = 3_600_000

const iban = (flow: 'IN' | 'OUT', fromHours: number): PaywayInfo => ({
  code: 'iban',
  kind: 'iban',
  name: 'Bank transfer',
  currencies: ['EUR'],
  memo: false,
  pauses: [{ flow, cause: 'BANK_CLOSED', texts: {}, from: new Date(Date.now() + fromHours * HOUR).toISOString() }],
})

const shown = (status: Transaction['status'], payway: PaywayInfo) =>
  textOf(<PayoutPaused transaction={{ status } as Transaction} payway={payway} />)

it('says that the payout of a paid order waits, and nothing in any other case', () => {
  expect(shown('PROCESSING', iban('OUT', -1))).toBe(
    'Bank transfer is off for now. The bank is closed. Your payout goes out when it is on again.',
  )
  expect(shown('PROCESSING', iban('IN', -1))).toBe('')
  expect(shown('PROCESSING', iban('OUT', 1))).toBe('')
  expect(shown('WAIT', iban('OUT', -1))).toBe('')
})
