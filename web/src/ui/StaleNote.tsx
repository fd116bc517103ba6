/* <StaleNote onRetry /> above data that could not be refreshed */
import { Trans } from '@lingui/react/macro'
import { Notice } from './Notice'

export function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="wait"
      action={
        <button type="button" className="min-h-11 justify-self-start font-semibold underline" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      }
    >
      <Trans>Could not refresh. You see the last known state.</Trans>
    </Notice>
  )
}
