/*
 * <EmptyState art title action>what this is and the first step</EmptyState>
 * <ErrorState art title onRetry>what failed</ErrorState>
 */
import { Trans } from '@lingui/react/macro'
import { RefreshCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Art } from './art/Art'
import type { ArtName } from './art/names'
import { Button } from './Button'

type EmptyStateProps = {
  art?: ArtName
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function EmptyState({ art, title, action, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-2 py-8 text-center">
      {art ? <Art of={art} /> : null}
      <p className="mt-2 text-[16px] font-semibold">{title}</p>
      {children ? <div className="max-w-[42ch] text-[14px] text-muted">{children}</div> : null}
      {action ? <div className="mt-4 w-full max-w-80">{action}</div> : null}
    </div>
  )
}

type ErrorStateProps = { art?: ArtName; title?: ReactNode; onRetry?: () => void; children?: ReactNode }

export function ErrorState({ art, title, onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-2 py-8 text-center">
      {art ? (
        <Art of={art} />
      ) : (
        <span aria-hidden="true" className="grid size-[50px] place-items-center rounded-m bg-bad-soft text-bad">
          <Unplug size={24} />
        </span>
      )}
      <p className="mt-2 text-[16px] font-semibold">{title ?? <Trans>Could not load this</Trans>}</p>
      {children ? <div className="max-w-[42ch] text-pretty text-[14px] break-words text-muted">{children}</div> : null}
      {onRetry ? (
        <div className="mt-4 w-full max-w-60">
          <Button variant="quiet" onClick={onRetry}>
            <RefreshCw size={18} aria-hidden="true" />
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  )
}
