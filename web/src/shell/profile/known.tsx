import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton'

type Asked<T> = { data: T | undefined; isError: boolean }

/** The state of a row: a skeleton until the query has data. A failed query shows none; the row still leads on. */
export function known<T>({ data, isError }: Asked<T>, show: (data: T) => ReactNode): ReactNode {
  if (data !== undefined) return show(data)
  return isError ? null : (
    <span aria-busy="true">
      <Skeleton className="h-4 w-14" />
    </span>
  )
}
