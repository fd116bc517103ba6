import { expect, test } from 'vitest'
import { config } from '../../host/config'
import { markupOf } from '../../testing/shown'
import type { PayAttempt } from './payment'
import { Sent } from './Sent'

const PAID = 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d'
const BACK = 'b2075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48e'

const attempt: PayAttempt = {
  number: 1,
  currency: 'LTC',
  payway: 'ltc',
  network: 'litecoin',
  amount: '0.30000000',
  address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  rate_expires_at: '2026-01-01T00:15:00Z',
  paid: '0.30000000',
  confirmations: 3,
  required: 3,
  txid: PAID,
  returned_txid: BACK,
}
const links = () =>
  [...markupOf(<Sent attempt={attempt} state="returned" />).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)

test('a payer follows the payment and its return in an explorer of the network', () => {
  expect(links(), 'a sandbox has no public networks').toEqual([])
  config.sandbox = false
  expect(links()).toEqual([`https://litecoinspace.org/tx/${PAID}`, `https://litecoinspace.org/tx/${BACK}`])
})
