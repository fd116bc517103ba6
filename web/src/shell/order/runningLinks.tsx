import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '../../domain/queries'
import { BackIcon, backClass } from '../../ui/BackButton'
import { buttonClass } from '../../ui/Button'
import { orderParams } from './orderLinks'

/** The round link from an order back to all of them. */
export function ActivityBack() {
  return (
    <Link to="/activity" className={backClass}>
      <BackIcon />
    </Link>
  )
}

/** Link from an order to all its fields. */
export function DetailsLink({ order }: { order: Pick<Transaction, 'type' | 'id'> }) {
  return (
    <Link
      to="/transaction-details/$transactionType/$externalId"
      params={orderParams(order)}
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
      params={orderParams(order)}
      className="inline-flex min-h-11 items-center font-semibold underline"
    >
      <Trans>Open it</Trans>
    </Link>
  )
}
