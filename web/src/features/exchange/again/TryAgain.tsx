import { lazy, Suspense } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'

// Most orders complete, so this code is loaded only for the others.
const TryAgainButton = lazy(() => import('./TryAgainButton'))

/** Fills the exchange form with the terms of a failed order; `onReady` opens it. */
export function TryAgain(props: { transaction: Transaction; onReady: () => void }) {
  return (
    <Suspense fallback={null}>
      <TryAgainButton {...props} />
    </Suspense>
  )
}
