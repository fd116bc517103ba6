import type { ReactNode } from 'react'
import { errorText } from '../api/problemText'
import { Card } from '../ui/Card'
import { SkeletonRows } from '../ui/Skeleton'
import { StaleNote } from '../ui/StaleNote'
import { ErrorState } from '../ui/States'

type LoadedProps<T> = {
  asked: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** How many rows are drawn until it is there. */
  rows: number
  children: (data: T) => ReactNode
}

/** What was asked for, once it is there: a skeleton before, what went wrong and another try, and a word when it may be old. */
export function Loaded<T>({ asked, rows, children }: LoadedProps<T>) {
  const { data, error, refetch } = asked
  const again = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState onRetry={again}>{errorText(error)}</ErrorState> : <SkeletonRows count={rows} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {error ? <StaleNote onRetry={again} /> : null}
      {children(data)}
    </div>
  )
}

/** The same where the content brings its own cards: until it is there, one stands in its place. */
export function QueryCard<T>(props: LoadedProps<T>) {
  return props.asked.data === undefined ? (
    <Card>
      <Loaded {...props} />
    </Card>
  ) : (
    <Loaded {...props} />
  )
}
