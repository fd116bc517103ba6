import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MovementKind, Transaction } from '../api/exchangeTypes'

/** The label of the given amount. Only a buyer "pays". */
export const GIVEN: Record<MovementKind, MessageDescriptor> = {
  BUY: msg`You pay`,
  SELL: msg`You sell`,
  SWAP: msg`You give`,
  DEPOSIT: msg`You pay`,
  WITHDRAW: msg`From your balance`,
  CONVERT: msg`From your balance`,
}

/** The label of the received amount. */
export const RECEIVED: Record<MovementKind, MessageDescriptor> = {
  BUY: msg`You receive`,
  SELL: msg`You receive`,
  SWAP: msg`You receive`,
  DEPOSIT: msg`To your balance`,
  WITHDRAW: msg`You receive`,
  CONVERT: msg`To your balance`,
}

/** The label of the given amount of a transaction. */
export function givenWord({ display_type, side }: Pick<Transaction, 'display_type' | 'side'>): MessageDescriptor {
  switch (display_type) {
    case 'withdraw':
    case 'convert':
    case 'transfer':
      return GIVEN.CONVERT
    case 'deposit':
      return GIVEN.DEPOSIT
    default:
      return GIVEN[side ?? 'BUY']
  }
}
