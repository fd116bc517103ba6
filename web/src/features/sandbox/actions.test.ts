import { describe, expect, it } from 'vitest'
import type { Payment, Transaction, TransactionStatus } from '../../api/exchangeTypes'
import { sandboxChoices } from './actions'

const useful = (status: TransactionStatus, kind: Payment['kind']) =>
  sandboxChoices({ status, source: { instructions: { kind } } } as Transaction)
    .filter((choice) => choice.useful)
    .map((choice) => choice.action)

describe('the sandbox panel', () => {
  it('offers every way a transfer can arrive while an order waits', () => {
    expect(useful('NEW', 'crypto')).toEqual(['pay', 'underpay', 'overpay', 'double', 'decline', 'expire'])
  })

  it('does not let a card pay too little or twice', () => {
    expect(useful('NEW', 'card')).toEqual(['pay', 'decline', 'expire'])
  })

  it('offers the mistakes that the network allows', () => {
    const mistakes = (network: string, memo?: string) =>
      sandboxChoices({
        status: 'NEW',
        source: { instructions: { kind: 'crypto', crypto: { network, memo } } },
      } as Transaction)
        .filter((choice) => choice.useful && /wrong|missing/.test(choice.action))
        .map((choice) => choice.action)
    expect(mistakes('ethereum')).toEqual(['wrong_network', 'wrong_token'])
    expect(mistakes('ton', '100001')).toEqual(['wrong_token', 'missing_memo'])
    expect(mistakes('bitcoin')).toEqual([])
  })

  it('offers a late payment only after the order has expired', () => {
    expect(useful('EXPIRED', 'bank')).toEqual(['pay_late'])
  })

  it('has nothing to do on a finished order', () => {
    expect(useful('DONE', 'crypto')).toEqual([])
  })
})
