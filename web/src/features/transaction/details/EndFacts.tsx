import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/Skeleton'

// Most orders are exchanged.
const EndFactRows = lazy(() => import('./EndFactRows'))

/** What really became of an order that was not exchanged. */
export function EndFacts(props: ComponentProps<typeof EndFactRows>) {
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <EndFactRows {...props} />
    </Suspense>
  )
}
