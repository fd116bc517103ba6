import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hasPasskeys } from '../../api/hasPasskeys'
import type { Passkey } from '../../api/passkeys'
import { deviceName } from '../../domain/deviceName'
import { PasskeyRow } from '../../domain/PasskeyRow'
import { type Change, useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { passkeys, passkeysQuery } from '../api/passkeys'
import { Card } from '../parts/Card'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { usePasskeyWords } from '../parts/passkeyWords'
import { AlertMailCard } from './AlertMailCard'

/** The operator's own settings: passkeys, and alerts by email. */
export function PasskeysPage() {
  const own = useQuery(passkeysQuery)
  const queries = useQueryClient()
  const change = useChange(usePasskeyWords(), () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }))
  return (
    <>
      <PageHead title={<Trans>Your settings</Trans>} />
      <div className="grid max-w-[640px] gap-3">
        {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
        <Loaded asked={own} empty={({ passkeys: all }) => (all.length === 0 ? <None /> : null)}>
          {({ passkeys: all }) => <List passkeys={all} change={change} />}
        </Loaded>
        <Add change={change} />
        <AlertMailCard />
      </div>
    </>
  )
}

function None() {
  return (
    <EmptyCard art="lock" title={<Trans>You have no passkeys yet</Trans>}>
      <Trans>With one you sign in by fingerprint, face or screen lock, and sign approvals.</Trans>
    </EmptyCard>
  )
}

function List({ passkeys: all, change }: { passkeys: readonly Passkey[]; change: Change }) {
  return (
    <Card>
      <ul className="-my-3 grid divide-y divide-line/60">
        {all.map(({ id, ...rest }) => (
          <PasskeyRow
            key={id}
            passkey={{ id, ...rest }}
            busy={change.busy === id}
            onRename={(name) => change.attempt(id, () => passkeys.rename(id, name))}
            onRemove={() => change.run(id, () => passkeys.remove(id))}
          />
        ))}
      </ul>
    </Card>
  )
}

function Add({ change }: { change: Change }) {
  const { t } = useLingui()
  const name = deviceName(navigator.userAgent) ?? t`This device`
  return (
    <Card>
      <p className="mb-4 text-muted">
        <Trans>
          A passkey signs you in from any browser and replaces the code when you confirm risky actions. Your
          authenticator app stays as it is.
        </Trans>
      </p>
      {hasPasskeys() ? (
        <Button busy={change.busy === 'add'} onClick={() => change.run('add', () => passkeys.add(name))}>
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
