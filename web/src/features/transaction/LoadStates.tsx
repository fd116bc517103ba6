import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { Skeleton } from '../../ui/Skeleton'
import { EmptyState, ErrorState } from '../../ui/States'

type MissingProps = {
  error: unknown
  retry: () => void
  /** Link to continue from a URL without an order. */
  elsewhere: ReactNode
}

/** An order that cannot be shown: not found, or currently unavailable. */
export function Missing({ error, retry, elsewhere }: MissingProps) {
  if (isApiError(error) && error.code === 'NOT_FOUND') {
    return (
      <EmptyState art="search" title={<Trans>Transaction not found</Trans>} action={elsewhere}>
        <Trans>The address may be wrong, or it belongs to another account.</Trans>
      </EmptyState>
    )
  }
  return <ErrorState onRetry={retry}>{errorText(error)}</ErrorState>
}

/** The skeleton of an order. */
export function Loading() {
  return (
    <div className="grid gap-6" aria-busy="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-4 w-32" />
        </div>
      </div>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
      <Skeleton className="h-24" />
    </div>
  )
}
