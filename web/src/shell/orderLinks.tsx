import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Transaction } from '../domain/queries'
import { BackIcon, backClass } from '../ui/BackButton'
import { buttonClass } from '../ui/Button'

/** Link to continue from a missing order. */
export function AllActivityLink() {
  return (
    <Link to="/activity" className={buttonClass('quiet')}>
      <Trans>See your activity</Trans>
    </Link>
  )
}

/** The round link from an order back to all of them. */
export function ActivityBack() {
  return (
    <Link to="/activity" className={backClass}>
      <BackIcon />
    </Link>
  )
}

/** The round link from the details back to the order. */
export function OrderBack({ type, id }: { type: string; id: string }) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={{ transactionType: type, externalId: id }}
      className={backClass}
    >
      <BackIcon />
    </Link>
  )
}

/** Wraps the order's reference in a link. */
export function orderLink(order: Pick<Transaction, 'type' | 'id'>, words: ReactNode) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={{ transactionType: order.type.toLowerCase(), externalId: order.id }}
      className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline"
    >
      {words}
    </Link>
  )
}

/** Link to support with the order: a button in a panel, plain text in a sentence. */
export function supportLink({ reference, id }: Pick<Transaction, 'reference' | 'id'>, look: 'quiet' | 'text') {
  const dress = look === 'quiet' ? buttonClass('quiet') : 'inline-flex min-h-11 items-center font-semibold underline'
  return (
    <Link to="/support" search={{ order: reference, tx: id }} className={dress}>
      <Trans>Contact support</Trans>
    </Link>
  )
}
