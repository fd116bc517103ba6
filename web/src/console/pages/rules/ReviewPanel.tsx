import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Act } from '../../api/queries'
import { invalidates } from '../../api/refresh'
import type { Change } from '../../api/rules'
import { Panel } from '../../parts/Panel'
import { Proposed } from './Proposed'
import { Review } from './Review'

type ReviewPanelProps = {
  open: boolean
  title: ReactNode
  change: Change
  onClose: () => void
  /** Called when the panel closes after the proposal. */
  onProposed?: () => void
  onReload: () => void
}

/** The review of a change, which ends with the proposal. */
export function ReviewPanel({ open, title, change, onClose, onProposed, onReload }: ReviewPanelProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<Act>()
  const close = () => {
    onClose()
    if (!made) return
    setMade(undefined)
    onProposed?.()
    void queries.invalidateQueries({ predicate: ({ queryKey }) => invalidates(made, queryKey) })
  }
  const dismiss = () => {
    if (!busy) close()
  }
  return (
    <Panel open={open} onClose={dismiss} title={title}>
      {made ? (
        <Proposed act={made} onClose={close} />
      ) : (
        <Review change={change} busy={busy} onBusy={setBusy} onMade={setMade} onReload={onReload} onClose={close} />
      )}
    </Panel>
  )
}
