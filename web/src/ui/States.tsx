/*
 * <EmptyState icon title action>what is empty</EmptyState>
 * <ErrorState title onRetry>what failed</ErrorState>
 */
import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'

type EmptyStateProps = { icon?: ReactNode; title: ReactNode; action?: ReactNode; children?: ReactNode }

export function EmptyState({ icon, title, action, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-2 py-8 text-center">
      {icon ? (
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-brand-soft text-brand">{icon}</span>
      ) : null}
      <p className="text-[17px] font-semibold">{title}</p>
      {children ? <div className="max-w-[42ch] text-muted">{children}</div> : null}
      {action ? <div className="mt-4 w-full max-w-80">{action}</div> : null}
    </div>
  )
}

type ErrorStateProps = { title?: ReactNode; onRetry?: () => void; children?: ReactNode }

export function ErrorState({ title, onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-2 py-8 text-center">
      <p className="text-[17px] font-semibold">{title ?? <Trans>Could not load this</Trans>}</p>
      {children ? <div className="max-w-[42ch] break-words text-muted">{children}</div> : null}
      {onRetry ? (
        <div className="mt-4 w-full max-w-80">
          <Button variant="quiet" onClick={onRetry}>
            <RefreshCw size={18} aria-hidden="true" />
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  )
}
