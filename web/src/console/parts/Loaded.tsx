import type { ReactNode } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { StaleNote } from '../../ui/StaleNote'
import { ErrorState } from '../../ui/States'
import { NotForRole } from './NotForRole'
import { RowsSkeleton } from './RowsSkeleton'

type Asked<T> = { data: T | undefined; error: unknown; refetch: () => unknown }
type LoadedProps<T> = {
  asked: Asked<T>
  /** What is shown instead of the list if there is nothing in it. */
  empty?: (data: T) => ReactNode
  /** The loading state, in the shape of the list. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** The states of a list: loading, empty, error, stale, and loaded. */
export function Loaded<T>({ asked, empty, skeleton = <RowsSkeleton />, children }: LoadedProps<T>) {
  const { data, error, refetch } = asked
  const again = () => void refetch()
  if (data === undefined && error) {
    if (isApiError(error) && error.code === 'ACCESS_DENIED') return <NotForRole />
    return <ErrorState onRetry={again}>{problemWords(error)}</ErrorState>
  }
  if (data === undefined) return skeleton
  return (
    <div className="grid gap-3">
      {error ? <StaleNote onRetry={again} /> : null}
      {empty?.(data) ?? children(data)}
    </div>
  )
}

/** The server's text for rejected input; otherwise the text of the error code. */
export function problemWords(error: unknown): string {
  const said = isApiError(error) && (error.code === 'VALIDATION_ERROR' || error.status === 409) ? error.message : ''
  return said || errorText(error)
}
