import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/Button'
import { ReviewButton } from './ReviewButton'
import type { Draft } from './useDraft'
import './changesBar.css'

/** How much the draft changes, at the bottom of the page, with what can be done with it. */
export function ChangesBar({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const { changes } = draft
  return (
    <section
      aria-label={t`Your changes`}
      className="changes-bar flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card bg-surface py-2.5 pr-2.5 pl-4 shadow-(--e3)"
    >
      <p role="status" className="font-[580]">
        <Plural value={changes} one="# change" other="# changes" />
      </p>
      <div className="flex items-center gap-2">
        <Button variant="text" onClick={draft.discard}>
          <Trans>Discard</Trans>
        </Button>
        <ReviewButton draft={draft} />
      </div>
    </section>
  )
}
