import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { BALANCE } from './balance'
import type { Transaction } from './queries'

type Ended = { display_type: Transaction['display_type']; from: Pick<Transaction['from'], 'payway'> }

/** The word for an order that ended before its money moved. Money on the balance is not paid: it stays there. */
export function notPaidWord({ display_type, from }: Ended): MessageDescriptor {
  if (display_type === 'transfer') return msg`Not transferred`
  if (from.payway !== BALANCE) return msg`Not paid`
  switch (display_type) {
    case 'withdraw':
      return msg`Not withdrawn`
    case 'convert':
      return msg`Not converted`
    default:
      return msg`Not exchanged`
  }
}
