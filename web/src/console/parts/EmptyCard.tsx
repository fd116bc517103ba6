import type { ComponentProps } from 'react'
import { EmptyState } from '../../ui/States'

/** <EmptyCard icon title>the first step</EmptyCard> — the empty state of a whole list, on its surface. */
export function EmptyCard(props: ComponentProps<typeof EmptyState>) {
  return (
    <div className="rounded-card bg-surface py-6 shadow-(--e1)">
      <EmptyState {...props} />
    </div>
  )
}
