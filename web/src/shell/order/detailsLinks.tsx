import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isFinal } from '../../domain/isFinal'
import type { Transaction } from '../../domain/queries'
import { BackIcon, backClass } from '../../ui/BackButton'
import { buttonClass } from '../../ui/Button'
import { orderParams } from './orderLinks'

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

/** The main action of an order that cannot be repeated: a new exchange, or the order while it runs. */
export function OnwardLink({ order }: { order: Transaction }) {
  return isFinal(order.status) ? (
    <Link to="/exchange" className={buttonClass('primary')}>
      <Trans>New exchange</Trans>
    </Link>
  ) : (
    <Link to="/transaction/$transactionType/$externalId" params={orderParams(order)} className={buttonClass('primary')}>
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
