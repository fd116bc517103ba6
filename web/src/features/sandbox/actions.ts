import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Transaction } from '../../api/exchangeTypes'

export type SandboxAction =
  | 'pay'
  | 'underpay'
  | 'overpay'
  | 'double'
  | 'confirm'
  | 'decline'
  | 'expire'
  | 'reorg'
  | 'pay_late'

export type SandboxChoice = { action: SandboxAction; label: MessageDescriptor; effect: MessageDescriptor }

const CHOICES: readonly SandboxChoice[] = [
  { action: 'pay', label: msg`Pay`, effect: msg`The exact amount arrives.` },
  {
    action: 'underpay',
    label: msg`Underpay`,
    effect: msg`Less than the amount due arrives; the order then needs you.`,
  },
  {
    action: 'overpay',
    label: msg`Overpay`,
    effect: msg`More than the amount due arrives; you choose what happens to the rest.`,
  },
  { action: 'double', label: msg`Pay twice`, effect: msg`The same payment arrives twice.` },
  { action: 'confirm', label: msg`Confirm`, effect: msg`The network or the bank confirms what is waiting.` },
  { action: 'decline', label: msg`Decline`, effect: msg`The bank or the card issuer declines.` },
  { action: 'expire', label: msg`Expire`, effect: msg`The time to pay runs out now.` },
  { action: 'reorg', label: msg`Reorganise the chain`, effect: msg`The chain drops a payment that was already seen.` },
  { action: 'pay_late', label: msg`Pay late`, effect: msg`The payment arrives after the order has expired.` },
]

function fits(action: SandboxAction, transaction: Transaction): boolean {
  const kind = transaction.payment?.kind
  const waiting = transaction.status === 'NEW' || transaction.status === 'WAIT'
  switch (action) {
    case 'pay':
      return waiting
    // A card and another service charge the exact amount, once.
    case 'underpay':
    case 'overpay':
    case 'double':
      return waiting && (kind === 'bank' || kind === 'crypto')
    case 'confirm':
      return transaction.status === 'WAIT' || transaction.status === 'PROCESSING'
    case 'decline':
      return transaction.status === 'NEW' || transaction.status === 'WAIT' || transaction.status === 'PROCESSING'
    case 'expire':
      return transaction.status === 'NEW'
    case 'reorg':
      return kind === 'crypto' && (transaction.status === 'WAIT' || transaction.status === 'PROCESSING')
    case 'pay_late':
      return transaction.status === 'EXPIRED'
  }
}

/** All actions, and whether each would have an effect now. */
export function sandboxChoices(transaction: Transaction): (SandboxChoice & { useful: boolean })[] {
  return CHOICES.map((choice) => ({ ...choice, useful: fits(choice.action, transaction) }))
}
