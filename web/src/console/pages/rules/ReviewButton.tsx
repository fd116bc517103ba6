import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { changeOf, rulesQuery } from '../../api/rules'
import { ReviewPanel } from './ReviewPanel'
import type { Draft } from './useDraft'

/** Opens the review of the draft, which ends with the proposal. */
export function ReviewButton({ draft }: { draft: Draft }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const reload = () => {
    draft.discard()
    void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
  }
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        <Trans context="changes">Review</Trans>
      </Button>
      <ReviewPanel
        open={open}
        title={<Trans>Review the changes</Trans>}
        change={changeOf({ version: draft.from.version, rules: draft.rules })}
        onClose={() => setOpen(false)}
        // Only on close: without a draft there is no bar, and no panel.
        onProposed={draft.discard}
        onReload={reload}
      />
    </>
  )
}
