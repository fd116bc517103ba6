import { Trans } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { Skeleton } from '../../../ui/Skeleton'

/** The placeholder of the cost, with the same height, so that the layout does not shift. */
export function CostSkeleton({ loading }: { loading: boolean }) {
  return (
    <div
      className="flex min-h-[52px] items-center gap-2.5 rounded-m border border-line px-4 text-muted"
      aria-busy={loading}
    >
      <ReceiptText size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <Trans>Total cost</Trans>
      <span className="ml-auto">{loading ? <Skeleton className="h-3.5 w-24" /> : '—'}</span>
    </div>
  )
}
