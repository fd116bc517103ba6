import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ask } from '../api/ask'
import { answerConfirm, confirmStore } from '../api/confirm'
import { passkeys, passkeysQuery } from '../api/passkeys'
import { sessionQuery } from '../api/queries'
import { CodeForm } from './CodeForm'
import { DemoButton } from './DemoButton'
import { Panel } from './Panel'
import { PasskeyButton } from './PasskeyButton'

/** Asks for a code or a passkey before a sensitive action. */
export function ConfirmDialog() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.isAsked)
  const own = useQuery({ ...passkeysQuery, enabled: asked })
  const hasOne = own.data?.passkeys.some(({ host }) => host === location.hostname) ?? false
  const session = useQuery({ ...sessionQuery, enabled: false }).data
  const me = session?.me?.id
  const isDemo = session?.demo_operators?.some(({ id }) => id === me) ?? false
  const usePasskey = async () => {
    await passkeys.confirm()
    answerConfirm(true)
  }
  const check = async (code: string) => {
    await ask('session/confirm', { method: 'POST', body: { code } })
    answerConfirm(true)
  }
  return (
    <Panel open={asked} onClose={() => answerConfirm(false)} title={<Trans>Confirm that it is you</Trans>}>
      <p className="mb-4 text-muted">
        <Trans>
          This action is risky, so confirm once more that it is you. You will not be asked again for five minutes.
        </Trans>
      </p>
      {me && isDemo ? (
        <div className="grid gap-3">
          <DemoButton operator={me} onDone={() => answerConfirm(true)}>
            <Trans>Confirm as this demo operator</Trans>
          </DemoButton>
        </div>
      ) : (
        <CodeForm action={<Trans>Confirm</Trans>} onCode={check} />
      )}
      {hasOne ? <PasskeyButton onUse={usePasskey} /> : null}
    </Panel>
  )
}
