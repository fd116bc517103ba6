import { describe, expect, it } from 'vitest'
import type { Payment, Transaction, TransactionStatus } from '../../api/exchangeTypes'
import { sandboxChoices } from './actions'

const useful = (status: TransactionStatus, kind: Payment['kind']) =>
  sandboxChoices({ status, payment: { kind } } as Transaction)
    .filter((choice) => choice.useful)
    .map((choice) => choice.action)

describe('the sandbox panel', () => {
  it('offers every way a transfer can arrive while an order waits', () => {
    expect(useful('NEW', 'crypto')).toEqual(['pay', 'underpay', 'overpay', 'double', 'decline', 'expire'])
  })

  it('does not let a card pay too little or twice', () => {
    expect(useful('NEW', 'card')).toEqual(['pay', 'decline', 'expire'])
  })

  it('offers a late payment only after the order has expired', () => {
    expect(useful('EXPIRED', 'bank')).toEqual(['pay_late'])
  })

  it('has nothing to do on a finished order', () => {
    expect(useful('DONE', 'crypto')).toEqual([])
  })
})
