import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Transaction, TransactionStatus } from '../../api/exchangeTypes'

export type Tone = 'ok' | 'wait' | 'bad' | 'act'

/** The specification's display table: every status as a word and a tone together. */
export function statusTone(status: TransactionStatus): Tone {
  switch (status) {
    case 'DONE':
    case 'RESOLVED':
      return 'ok'
    case 'NEW':
    case 'WAIT':
    case 'PROCESSING':
      return 'wait'
    case 'EXPIRED':
    case 'REJECT':
    case 'FAIL':
    case 'CANCELLED':
      return 'bad'
    case 'ACTION_REQUIRED':
    case 'MANUAL':
      return 'act'
  }
}

export function statusWord(status: TransactionStatus): MessageDescriptor {
  switch (status) {
    case 'DONE':
      return msg`Success`
    case 'NEW':
    case 'WAIT':
    case 'PROCESSING':
      return msg`In progress`
    case 'EXPIRED':
    case 'REJECT':
    case 'FAIL':
      return msg`Failed`
    case 'CANCELLED':
      return msg`Cancelled`
    case 'RESOLVED':
      return msg`Resolved`
    case 'ACTION_REQUIRED':
    case 'MANUAL':
      return msg`Needs you`
  }
}

const FINAL = new Set<TransactionStatus>(['DONE', 'EXPIRED', 'CANCELLED', 'REJECT', 'RESOLVED', 'FAIL'])

/** Nothing more will happen by itself; EXPIRED may still wake for a late payment, so the page keeps listening. */
export function isFinal(status: TransactionStatus): boolean {
  return FINAL.has(status)
}

/** Whether it is the owner's turn to pay, or to confirm a payment with the bank. */
export function awaitsPayment({ status, sub_state, allowed }: Transaction): boolean {
  const canPay = allowed.includes('pay_card') || allowed.includes('pay_blik')
  return status === 'NEW' || canPay || sub_state === 'waiting_for_approval'
}

export function displayTypeWord(type: Transaction['display_type']): MessageDescriptor {
  switch (type) {
    case 'purchase':
      return msg`Purchase`
    case 'sale':
      return msg`Sale`
    case 'swap':
      return msg`Swap`
    case 'deposit':
      return msg`Deposit`
  }
}
