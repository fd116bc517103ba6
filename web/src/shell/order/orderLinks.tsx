import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Transaction } from '../../domain/queries'
import { buttonClass } from '../../ui/Button'

/** Link to continue from a missing order. */
export function AllActivityLink() {
  return (
    <Link to="/activity" className={buttonClass('quiet')}>
      <Trans>See your activity</Trans>
    </Link>
  )
}

/** The parameters of an order's address. */
export function orderParams({ type, id }: Pick<Transaction, 'type' | 'id'>) {
  return { transactionType: type.toLowerCase(), externalId: id }
}

/** Wraps the order's reference in a link. */
export function orderLink(order: Pick<Transaction, 'type' | 'id'>, words: ReactNode) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={orderParams(order)}
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
