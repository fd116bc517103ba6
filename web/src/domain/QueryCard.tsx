import type { ReactNode } from 'react'
import { errorText } from '../api/problemText'
import { Card } from '../ui/Card'
import { SkeletonRows } from '../ui/Skeleton'
import { StaleNote } from '../ui/StaleNote'
import { ErrorState } from '../ui/States'

type LoadedProps<T> = {
  asked: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** The number of skeleton rows while loading. */
  rows: number
  /** A skeleton of another shape than the rows of a list. */
  waiting?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * The data of a query with its other states: a skeleton, an error with a retry, and a note that the data may be stale.
 */
export function Loaded<T>({ asked, rows, waiting, children }: LoadedProps<T>) {
  const { data, error, refetch } = asked
  const again = () => void refetch()
  if (data === undefined)
    return error ? (
      <ErrorState onRetry={again}>{errorText(error)}</ErrorState>
    ) : (
      (waiting ?? <SkeletonRows count={rows} />)
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {error ? <StaleNote onRetry={again} /> : null}
      {children(data)}
    </div>
  )
}

/** The same for content with its own cards: the other states are shown in a card. */
export function QueryCard<T>(props: LoadedProps<T>) {
  return props.asked.data === undefined ? (
    <Card>
      <Loaded {...props} />
    </Card>
  ) : (
    <Loaded {...props} />
  )
}
