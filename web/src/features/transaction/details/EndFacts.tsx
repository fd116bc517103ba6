import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/Skeleton'

// Loaded lazily: most orders are exchanged.
const EndFactRows = lazy(() => import('./EndFactRows'))

/** The outcome of an order without an exchange. */
export function EndFacts(props: ComponentProps<typeof EndFactRows>) {
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <EndFactRows {...props} />
    </Suspense>
  )
}
