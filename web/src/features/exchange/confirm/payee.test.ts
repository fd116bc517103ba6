import { describe, expect, it } from 'vitest'
import type { PayeeVerdict, RequisiteInput } from '../../../api/exchangeTypes'
import { NOTHING_CHOSEN, payeeStand } from './payee'

const account: RequisiteInput = { kind: 'iban', value: 'NL91ABNA0417164300', full_name: 'Olena Kovalenko' }
const server_time = '2026-01-01T00:00:00Z'
const verdict = (result: PayeeVerdict['result'], more: Partial<PayeeVerdict> = {}): PayeeVerdict => ({
  result,
  server_time,
  ...(result === 'not_required' ? {} : { id: 'pvc_1' }),
  ...more,
})
const close = verdict('close_match', { suggested_name: 'O. Kovalenko' })
const chosen = (name: 'suggested' | 'own' | undefined, acknowledged = false) => ({ of: 'pvc_1', name, acknowledged })

describe('what the bank said of the account’s owner', () => {
  it('asks for nothing where no bank is asked', () => {
    const address: RequisiteInput = { kind: 'address', value: 'ltc1q' }
    expect(payeeStand(address, undefined, NOTHING_CHOSEN)).toEqual({ requisite: address })
    expect(payeeStand(account, verdict('not_required'), NOTHING_CHOSEN)).toEqual({ requisite: account })
  })

  it('waits for the answer, and goes on when the name matches', () => {
    expect(payeeStand(account, undefined, NOTHING_CHOSEN)).toEqual({ missing: 'answer' })
    const requisite = { ...account, payee_check_id: 'pvc_1' }
    expect(payeeStand(account, verdict('match'), NOTHING_CHOSEN)).toEqual({ requisite })
  })

  it('has one of two names chosen on a close match, the own one knowingly', () => {
    expect(payeeStand(account, close, NOTHING_CHOSEN)).toEqual({ missing: 'name' })
    expect(payeeStand(account, close, chosen('suggested'))).toEqual({
      requisite: { ...account, full_name: 'O. Kovalenko', payee_check_id: 'pvc_1' },
    })
    expect(payeeStand(account, close, chosen('own'))).toEqual({ missing: 'acknowledgement' })
    expect(payeeStand(account, close, chosen('own', true))).toEqual({
      requisite: { ...account, payee_check_id: 'pvc_1', payee_acknowledged: true },
    })
  })

  it('lets nobody past an account that is somebody else’s', () => {
    expect(payeeStand(account, verdict('no_match'), chosen('own', true))).toEqual({ missing: 'another_account' })
  })

  it('needs a word from the customer where no bank could answer', () => {
    expect(payeeStand(account, verdict('not_possible'), NOTHING_CHOSEN)).toEqual({ missing: 'acknowledgement' })
    expect(payeeStand(account, verdict('not_possible'), chosen(undefined, true)).missing).toBeUndefined()
  })

  it('forgets what was chosen about an earlier answer', () => {
    const newer = { ...close, id: 'pvc_2' }
    expect(payeeStand(account, newer, chosen('own', true))).toEqual({ missing: 'name' })
  })
})
