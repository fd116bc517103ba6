import { Trans } from '@lingui/react/macro'
import { isApiError } from '../../../api/problem'
import { Notice } from '../../../ui/Notice'
import { problemWords } from '../../parts/Loaded'

/** Why the server refused the draft. If the rules have changed meanwhile, they can be loaded again. */
export function Refused({ error, onReload }: { error: unknown; onReload: () => void }) {
  if (!isApiError(error) || error.status !== 409) return <Notice tone="bad">{problemWords(error)}</Notice>
  return (
    <Notice
      tone="bad"
      action={
        <button type="button" className="min-h-11 justify-self-start font-semibold underline" onClick={onReload}>
          <Trans>Load the rules again</Trans>
        </button>
      }
    >
      {problemWords(error)} <Trans>Your changes are lost when you load the rules again.</Trans>
    </Notice>
  )
}
