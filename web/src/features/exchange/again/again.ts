import type { MovementKind, PaywayInfo, RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import { trimZeros } from '../../../domain/grouping'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'

/**
 * Builds a draft with the terms of a transaction, at the current price. The given amount is fixed, or the arriving one
 * if the customer named that. A card is chosen or entered again.
 */
export function draftAgain(transaction: Transaction, payway: PaywayInfo | undefined): ExchangeDraft {
  const { from, to, requisite } = transaction
  const known = requisiteAgain(transaction, payway)
  return {
    ...EMPTY_DRAFT,
    side: kindOf(transaction),
    from: { currency: from.currency, payway: from.payway },
    to: { currency: to.currency, payway: to.payway },
    ...(transaction.unified
      ? { fixed: 'to', amount: trimZeros(to.amount), unified: true }
      : { fixed: 'from', amount: trimZeros(from.amount) }),
    payoutKind: payoutKindOf(requisite),
    ...(known && requisite ? { requisite: known, requisiteLabel: requisite.display } : {}),
  }
}

/** Transfers have a form of their own. */
function payoutKindOf(requisite: Transaction['requisite']): ExchangeDraft['payoutKind'] {
  return !requisite || requisite.kind === 'customer' ? 'balance' : requisite.kind
}

/** The kind of movement that repeats a transaction. An exchange with a balance at one end is an exchange too. */
function kindOf(transaction: Transaction): MovementKind {
  const { display_type, side } = transaction
  if (side && display_type !== 'convert' && !transaction.unified) return side
  switch (display_type) {
    case 'deposit':
      return 'DEPOSIT'
    case 'withdraw':
      return 'WITHDRAW'
    case 'convert':
      return 'CONVERT'
    default:
      return side ?? 'BUY'
  }
}

function requisiteAgain({ requisite }: Transaction, payway: PaywayInfo | undefined): RequisiteInput | undefined {
  const { kind, value, memo, full_name } = requisite ?? {}
  if (!value || !kind || kind === 'card' || kind === 'customer' || kind === 'code') return undefined
  if (kind === 'iban') return full_name ? { kind, value, full_name } : undefined
  // On a network with memos, an empty memo states that there is none, as in the original order.
  return payway?.memo ? { kind, value, memo: memo ?? '' } : { kind, value }
}
