import { lazy, type ReactNode, Suspense } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { isSettled } from './facts'

// Loaded lazily: most orders run, or are completed.
const OutcomeNotice = lazy(() => import('./OutcomeNotice'))

export type OutcomeProps = { transaction: Transaction; support: ReactNode }

const NOTICED = new Set<Transaction['status']>(['RESOLVED', 'EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'MANUAL'])

/** How the order ended, or why it is paused, in one sentence. */
export function Outcome(props: OutcomeProps) {
  const { transaction } = props
  // Of a settled order, the headline says where the money is.
  const isNoticed =
    transaction.sub_state === 'refunding' || (NOTICED.has(transaction.status) && !isSettled(transaction))
  return isNoticed ? (
    <Suspense fallback={null}>
      <OutcomeNotice {...props} />
    </Suspense>
  ) : null
}
