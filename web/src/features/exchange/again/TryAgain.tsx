import { lazy, Suspense } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'

// Most orders come to their end: what begins one anew is fetched for those that did not.
const TryAgainButton = lazy(() => import('./TryAgainButton'))

/** Fills the exchanger with what a failed order was about; `onReady` opens it. */
export function TryAgain(props: { transaction: Transaction; onReady: () => void }) {
  return (
    <Suspense fallback={null}>
      <TryAgainButton {...props} />
    </Suspense>
  )
}
