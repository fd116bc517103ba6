import { describe, expect, it } from 'vitest'
import { wayBackOf } from './wayBack'

const PLACES = { returnUrl: 'https://shop.example/done?a=1', externalTransactionId: 'cart-7' }
const of = (status: 'DONE' | 'PROCESSING' | 'FAIL', places: Parameters<typeof wayBackOf>[0] = PLACES) =>
  wayBackOf(places, { id: 'ord_1', status })

describe('the way back to a partner', () => {
  it('opens at the end of a transaction and says which it was', () => {
    expect(of('DONE')).toBe(
      'https://shop.example/done?a=1&transactionId=ord_1&status=DONE&externalTransactionId=cart-7',
    )
    expect(of('PROCESSING')).toBeUndefined()
    expect(of('DONE', {})).toBeUndefined()
  })

  it('leads to the place for failures, if there is one', () => {
    expect(of('FAIL')).toContain('https://shop.example/done?')
    expect(of('FAIL', { ...PLACES, returnFailUrl: 'https://shop.example/sorry' })).toContain('/sorry?')
    expect(of('DONE', { returnFailUrl: 'https://shop.example/sorry' })).toBeUndefined()
  })
})
