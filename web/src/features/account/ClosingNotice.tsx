import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/problemText'
import { dayText } from '../../i18n/format'
import { Notice } from '../../ui/Notice'
import { useKeepAccount } from './useKeepAccount'

/** The notice on every page during the cooling-off period of an account closure. */
export default function ClosingNotice({ at }: { at: string }) {
  const { i18n } = useLingui()
  const { keep, busy, problem } = useKeepAccount()
  const day = dayText(at, i18n.locale, new Date())
  return (
    <div className="mb-4">
      <Notice
        tone="wait"
        action={
          <button
            type="button"
            className="-my-1 min-h-11 justify-self-start font-semibold underline"
            aria-disabled={busy || undefined}
            onClick={busy ? undefined : keep}
          >
            <Trans>Keep my account</Trans>
          </button>
        }
      >
        <Trans>Your account will be deleted: {day}.</Trans>
        {problem ? <span role="alert"> {errorText(problem)}</span> : null}
      </Notice>
    </div>
  )
}
