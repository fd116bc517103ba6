import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasPasskeys } from '../../api/hasPasskeys'
import { passkeys } from '../../api/passkeys'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { PasskeyClosed, PasskeyKnown } from '../../api/webauthn'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { deviceName } from '../../domain/deviceName'
import { PasskeyRow } from '../../domain/PasskeyRow'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { HoldQuestion } from './HoldQuestion'
import { RecoveryCodes } from './RecoveryCodes'

/** The customer's passkeys: purpose, list and add. `back` links to the profile page. */
export default function PasskeysPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Passkeys</Trans>} back={back}>
      <Passkeys />
    </Page>
  )
}

function Passkeys() {
  const { t } = useLingui()
  const asked = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => passkeys.list(signal) })
  const [codes, setCodes] = useState<readonly string[]>()
  const [leaving, setLeaving] = useState<string>()
  const change = usePasskeyChange()
  if (codes && codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  const name = deviceName(navigator.userAgent) ?? t`This device`
  const remove = () => {
    setLeaving(undefined)
    if (leaving) void change.run(leaving, () => passkeys.remove(leaving))
  }
  const add = () => change.run('add', async () => setCodes(await passkeys.add(name)))
  return (
    <QueryCard asked={asked} rows={2}>
      {(all) => (
        <>
          {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
          <Columns side={<Add busy={change.busy === 'add'} onAdd={add} />}>
            <Card tight title={<Trans>Your passkeys</Trans>}>
              {all.length === 0 ? (
                <EmptyState art="shield" title={<Trans>No passkeys yet</Trans>}>
                  <Trans>Add one on each device that you use.</Trans>
                </EmptyState>
              ) : null}
              <ul className="grid divide-y divide-line/60">
                {all.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    busy={change.busy === passkey.id}
                    onRename={(next) => change.attempt(passkey.id, () => passkeys.rename(passkey.id, next))}
                    onRemove={() => setLeaving(passkey.id)}
                  />
                ))}
              </ul>
            </Card>
          </Columns>
          <HoldQuestion
            open={leaving !== undefined}
            title={<Trans>Remove this passkey?</Trans>}
            action={<Trans>Remove the passkey</Trans>}
            onClose={() => setLeaving(undefined)}
            onGoOn={remove}
          />
        </>
      )}
    </QueryCard>
  )
}

function Add({ busy, onAdd }: { busy: boolean; onAdd: () => void }) {
  return (
    <Card>
      <p className="mb-4 text-muted">
        <Trans>
          A passkey signs you in and confirms payments with your fingerprint, your face or your screen lock. It stays on
          your devices, and no one can spy it out.
        </Trans>
      </p>
      {hasPasskeys() ? (
        <Button busy={busy} onClick={onAdd}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <Notice tone="wait">
          <Trans>This browser does not support passkeys here.</Trans>
        </Notice>
      )}
    </Card>
  )
}

/** Refetches the list and the second factors afterwards. A cancelled prompt is not an error. */
function usePasskeyChange() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const words = (error: unknown): string | undefined => {
    if (error instanceof PasskeyClosed) return undefined
    if (error instanceof PasskeyKnown) return t`This device already has a passkey for your account.`
    if (!isApiError(error)) return errorText(error)
    if (error.code === 'AUTH_2FA_REQUIRED') return undefined
    if (error.code === 'AUTH_2FA_INVALID') return t`This passkey was not accepted.`
    return error.code === 'CONFLICT_ERROR' ? t`You have 20 passkeys. Remove one first.` : errorText(error)
  }
  return useChange(words, () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['passkeys'] }),
      queries.invalidateQueries({ queryKey: ['two-factor'] }),
      queries.invalidateQueries({ queryKey: ['person'] }),
    ]),
  )
}
