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
  | 'wrong_network'
  | 'wrong_token'
  | 'missing_memo'

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
  {
    action: 'wrong_network',
    label: msg`Pay on the wrong network`,
    effect: msg`The coins arrive at the same address on another network.`,
  },
  { action: 'wrong_token', label: msg`Pay another token`, effect: msg`Another coin of the network arrives.` },
  { action: 'missing_memo', label: msg`Forget the memo`, effect: msg`The coins arrive and name nobody.` },
]

/** The networks on which one key has the same address. */
const SHARED = ['ethereum', 'bsc', 'arbitrum', 'base']

/** The networks with one coin. */
const SINGLE = ['bitcoin', 'litecoin']

function fits(action: SandboxAction, transaction: Transaction): boolean {
  const kind = transaction.source.instructions?.kind
  const waiting = transaction.status === 'NEW' || transaction.status === 'WAIT'
  const crypto = waiting ? transaction.source.instructions?.crypto : undefined
  switch (action) {
    case 'wrong_network':
      return crypto !== undefined && SHARED.includes(crypto.network)
    case 'wrong_token':
      return crypto !== undefined && !SINGLE.includes(crypto.network)
    case 'missing_memo':
      return Boolean(crypto?.memo)
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
