import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isFinal } from '../../domain/isFinal'
import type { Transaction } from '../../domain/queries'
import { BackIcon, backClass } from '../../ui/BackButton'
import { buttonClass } from '../../ui/Button'

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
      params={params(order)}
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

function params({ type, id }: Pick<Transaction, 'type' | 'id'>) {
  return { transactionType: type.toLowerCase(), externalId: id }
}

/** Link from an order to all its fields. */
export function DetailsLink({ order }: { order: Pick<Transaction, 'type' | 'id'> }) {
  return (
    <Link
      to="/transaction-details/$transactionType/$externalId"
      params={params(order)}
      className={buttonClass('quiet')}
    >
      <Trans>Details</Trans>
    </Link>
  )
}

/** Link to the order of an unmatched payment, in a notice. */
export function OpenItLink({ order }: { order: Pick<Transaction, 'type' | 'id'> }) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={params(order)}
      className="inline-flex min-h-11 items-center font-semibold underline"
    >
      <Trans>Open it</Trans>
    </Link>
  )
}

/** The main action of an order that cannot be repeated: a new exchange, or the order while it runs. */
export function OnwardLink({ order }: { order: Transaction }) {
  return isFinal(order.status) ? (
    <Link to="/exchange" className={buttonClass('primary')}>
      <Trans>New exchange</Trans>
    </Link>
  ) : (
    <Link to="/transaction/$transactionType/$externalId" params={params(order)} className={buttonClass('primary')}>
      <Trans>Open the order</Trans>
    </Link>
  )
}

/** Link to the page that verifies any receipt. */
export function CheckReceiptLink() {
  return (
    <Link
      to="/$paper"
      params={{ paper: 'receipt' }}
      className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand"
    >
      <Trans>Check a saved receipt</Trans>
    </Link>
  )
}

/** The title of the details. */
export function DetailsTitle() {
  return <Trans>Transaction</Trans>
}
