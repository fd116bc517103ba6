import { Skeleton } from '../../ui/Skeleton'

/** The rows of a dense list while it loads. */
export function RowsSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line rounded-card bg-surface px-3 shadow-(--e1)">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-[49px] items-center gap-6 px-1">
          <span className="grid w-28 shrink-0 gap-1.5">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3 w-28" />
          </span>
          <Skeleton className="h-3.5 w-40 max-desk:hidden" />
          <Skeleton className="ml-auto h-3.5 w-24" />
          <Skeleton className="h-5 w-20 rounded-full" />
        </div>
      ))}
    </div>
  )
}
