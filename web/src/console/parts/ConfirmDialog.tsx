import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { ask } from '../api/ask'
import { answerConfirm, confirmStore } from '../api/confirm'
import { CodeForm } from './CodeForm'
import { Panel } from './Panel'

/** Asks for a code before something dangerous, for whoever waits for it. */
export function ConfirmDialog() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.isAsked)
  const check = async (code: string) => {
    await ask('session/confirm', { method: 'POST', body: { code } })
    answerConfirm(true)
  }
  return (
    <Panel open={asked} onClose={() => answerConfirm(false)} title={<Trans>Confirm that it is you</Trans>}>
      <p className="mb-4 text-muted">
        <Trans>This can do harm, so it asks for a new code. For five minutes you are not asked again.</Trans>
      </p>
      <CodeForm action={<Trans>Confirm</Trans>} onCode={check} />
    </Panel>
  )
}
