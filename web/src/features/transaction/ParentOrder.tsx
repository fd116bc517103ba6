import { lazy, Suspense } from 'react'
import type { ParentProps } from './ParentLine'

const ParentLine = lazy(() => import('./ParentLine'))

/** A payment that came too late or twice says which order it was meant for, and leads there. Most have none. */
export function ParentOrder(props: ParentProps) {
  return props.transaction.parent ? (
    <Suspense fallback={null}>
      <ParentLine {...props} />
    </Suspense>
  ) : null
}
