import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../Button'

type OverProps = { onRetry?: () => void; children: ReactNode }

/** A message over an empty grid, with a retry button after a failure. */
export function Over({ onRetry, children }: OverProps) {
  return (
    <div role={onRetry ? 'alert' : undefined} className="absolute inset-0 grid place-content-center text-center">
      <p className={`rounded-control bg-surface px-3 ${onRetry ? 'font-semibold' : 'text-muted'}`}>{children}</p>
      {onRetry ? (
        <Button variant="text" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      ) : null}
    </div>
  )
}
