/*
 * <Skeleton className="h-6 w-40" /> — one grey block; <SkeletonRows count /> — the rows of a list. The parent sets
 * aria-busy.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-control bg-sunken ${className}`} />
}

export function SkeletonRows({ count = 4 }: { count?: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            <Skeleton className="h-4 w-28 max-w-full" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="h-4 w-20 shrink-0" />
        </div>
      ))}
    </div>
  )
}
