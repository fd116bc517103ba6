import { expect, it } from 'vitest'
import { linked, textOf } from '../../../testing/shown'
import type { NetworkFee } from '../../api/networkFees'
import type { Movement } from '../../api/queries'
import { NetworkFeeCard } from './NetworkFeeCard'

const movement = { id: 'ord_1', legs: [{ kind: 'pay_out', payway: 'ltc', reference: 'aa' }] } as Movement
const paid = (amount: string) => ({ amount, currency: 'LTC' as const })
const original = { txid: 'aa', fee: paid('0.00001410'), made_at: new Date().toISOString(), is_present: true }
const stuck: NetworkFee = {
  leg: 2,
  network: 'litecoin',
  is_unconfirmed: true,
  rates: { present: 10_000, estimate: 42_500, least: 11_000, most: 1_000_000, proposed: 42_500, vbytes: 141 },
  can_propose: true,
  transactions: [original],
  replacements_max: 5,
}
const replacement = { ...original, txid: 'bb', fee: paid('0.00005993') }
const replaced = [{ ...original, is_present: false }, replacement]

const shown = async (fee: Partial<NetworkFee>, proposals: unknown[] = []) =>
  textOf(await linked(<NetworkFeeCard movement={movement} />), {
    answers: [
      [['network-fees', 'ord_1'], { data: [{ ...stuck, ...fee }] }],
      [['proposals', false], { data: proposals, has_more: false }],
    ],
  })

it('shows a stuck payout with its rate, its age and what the node estimates, and offers to raise the fee', async () => {
  const text = await shown({})
  expect(text).toContain('Unconfirmed')
  expect(text).toContain('Fee rate 10 sat/vB')
  expect(text).toContain('Estimate now 42.5 sat/vB')
  expect(text).toContain('Sent just now')
  expect(text).toContain('Raise the fee')
})

it('says why a fee cannot be raised', async () => {
  expect(await shown({ obstacle: 'change_too_small' })).toContain('The change is too small to pay a higher fee')
  const reader = await shown({ can_propose: false })
  expect(reader).toContain('Another operator decides')
  expect(reader).not.toContain('Raise the fee')
})

it('waits for the second operator instead of taking a second proposal', async () => {
  const text = await shown({}, [{ action: 'payouts.raise_fee', subject: 'ord_1' }])
  expect(text).toContain('A decision waits for a second operator.')
  expect(text).not.toContain('Raise the fee')
})

it('shows both transactions after a replacement, and which one was confirmed', async () => {
  expect(await shown({ transactions: replaced })).toMatch(/0.0000141 .*Replaced aa .*0.00005993 .*Present bb/)
  const text = await shown({ transactions: replaced, is_unconfirmed: false })
  expect(text).toMatch(/Replaced aa .*Confirmed bb/)
  expect(text).not.toContain('Raise the fee')
})

it('is not there for a confirmed payout that was never replaced, and for other payways', async () => {
  expect(await shown({ is_unconfirmed: false })).toBe('')
  const bank = { id: 'ord_1', legs: [{ kind: 'pay_out', payway: 'iban', reference: 'aa' }] } as Movement
  expect(textOf(<NetworkFeeCard movement={bank} />)).toBe('')
})
