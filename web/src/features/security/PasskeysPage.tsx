import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasPasskeys } from '../../api/hasPasskeys'
import { PasskeyClosed, PasskeyKnown, passkeys } from '../../api/passkeys'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'
import { deviceName } from './deviceName'
import { PasskeyRow } from './PasskeyRow'
import { RecoveryCodes } from './RecoveryCodes'

/** A person's passkeys: what they are for, which there are, and another one. `back` leads to the profile. */
export function PasskeysPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Passkeys</Trans>} actions={back} narrow>
      <Passkeys />
    </Page>
  )
}

function Passkeys() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => passkeys.list(signal) })
  const [codes, setCodes] = useState<readonly string[]>()
  const change = useChange()
  if (codes && codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (!data)
    return (
      <Card>
        {error ? (
          <ErrorState onRetry={() => void refetch()}>{errorText(error)}</ErrorState>
        ) : (
          <SkeletonRows count={2} />
        )}
      </Card>
    )
  const name = deviceName(navigator.userAgent) ?? t`This device`
  const add = () => change.run('add', async () => setCodes(await passkeys.add(name)))
  return (
    <div className="grid gap-5">
      {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
      {data.length > 0 ? (
        <Card tight title={<Trans>Your passkeys</Trans>}>
          <ul className="grid divide-y divide-line/60">
            {data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                busy={change.busy === passkey.id}
                onRename={(next) => change.run(passkey.id, () => passkeys.rename(passkey.id, next))}
                onRemove={() => change.run(passkey.id, () => passkeys.remove(passkey.id))}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <Card>
        <p className="mb-4 text-muted">
          <Trans>
            A passkey signs you in and confirms payments with your finger, your face or the lock of your screen. It
            stays with your devices, and nobody can read it from you.
          </Trans>
        </p>
        {hasPasskeys() ? (
          <Button busy={change.busy === 'add'} onClick={add}>
            <Trans>Add a passkey</Trans>
          </Button>
        ) : (
          <Notice tone="wait">
            <Trans>This browser has no passkeys here.</Trans>
          </Notice>
        )}
      </Card>
    </div>
  )
}

/** One change at a time, then what is so now; a question that was closed is no failure. */
function useChange() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const words = (error: unknown): string | undefined => {
    if (error instanceof PasskeyClosed) return undefined
    if (error instanceof PasskeyKnown) return t`This device has a passkey for your account already.`
    if (!isApiError(error)) return errorText(error)
    if (error.code === 'AUTH_2FA_REQUIRED') return undefined
    if (error.code === 'AUTH_2FA_INVALID') return t`This passkey was not accepted.`
    return error.code === 'CONFLICT_ERROR' ? t`You have 20 passkeys. Remove one first.` : errorText(error)
  }
  const run = (name: string, task: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    setProblem(undefined)
    task()
      .catch((error: unknown) => setProblem(words(error)))
      .then(() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['passkeys'] }),
          queries.invalidateQueries({ queryKey: ['two-factor'] }),
        ]),
      )
      .finally(() => setBusy(undefined))
  }
  return { busy, problem, run }
}
