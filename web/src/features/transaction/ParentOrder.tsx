import { lazy, Suspense } from 'react'
import type { ParentProps } from './ParentLine'

const ParentLine = lazy(() => import('./ParentLine'))

/** Links an unmatched payment to the order it was meant for. Other transactions have none. */
export function ParentOrder(props: ParentProps) {
  return props.transaction.parent ? (
    <Suspense fallback={null}>
      <ParentLine {...props} />
    </Suspense>
  ) : null
}
