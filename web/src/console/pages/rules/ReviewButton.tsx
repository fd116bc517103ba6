import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { invalidates } from '../../api/refresh'
import type { Act } from '../../api/queries'
import { rulesQuery } from '../../api/rules'
import { Panel } from '../../parts/Panel'
import { Proposed } from './Proposed'
import { Review } from './Review'
import type { Draft } from './useDraft'

/** Opens the review of the draft, which ends with the proposal. */
export function ReviewButton({ draft }: { draft: Draft }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<Act>()
  const reload = () => {
    draft.discard()
    void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
  }
  const close = () => {
    setOpen(false)
    if (!made) return
    // Only on close: without a draft there is no bar, and no panel.
    draft.discard()
    void queries.invalidateQueries({ predicate: ({ queryKey }) => invalidates(made, queryKey) })
  }
  const dismiss = () => {
    if (!busy) close()
  }
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        <Trans context="changes">Review</Trans>
      </Button>
      <Panel open={open} onClose={dismiss} title={<Trans>Review the changes</Trans>}>
        {made ? (
          <Proposed act={made} onClose={close} />
        ) : (
          <Review
            draft={{ version: draft.from.version, rules: draft.rules }}
            busy={busy}
            onBusy={setBusy}
            onMade={setMade}
            onReload={reload}
            onClose={close}
          />
        )}
      </Panel>
    </>
  )
}
