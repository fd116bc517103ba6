import { Skeleton } from '../../ui/Skeleton'
import { RowsSkeleton } from './RowsSkeleton'

/** A page while its code loads. */
export function PageSkeleton() {
  return (
    <>
      <div className="-order-1 flex min-h-11 items-center px-12 desk:px-0">
        <Skeleton className="h-6 w-40" />
      </div>
      <RowsSkeleton />
    </>
  )
}
