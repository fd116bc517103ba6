import { lazy, Suspense } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import type { ExchangeDraft } from '../draft'

// Loaded lazily: most visits of an order do not repeat it.
const TryAgainButton = lazy(() => import('./TryAgainButton'))

export type TryAgainProps = {
  transaction: Transaction
  /** The exchange was completed, and is repeated. */
  repeats?: boolean
  /** The form holds the terms now. */
  onReady: (draft: ExchangeDraft) => void
}

/** Fills the exchange form with the terms of an earlier order; `onReady` opens it. */
export function TryAgain(props: TryAgainProps) {
  return (
    <Suspense fallback={null}>
      <TryAgainButton {...props} />
    </Suspense>
  )
}
