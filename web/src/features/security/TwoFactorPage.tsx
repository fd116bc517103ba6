import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { dayText } from '../../i18n/format'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ItemRow } from '../../ui/ItemRow'
import { Notice } from '../../ui/Notice'
import { Switch } from '../../ui/Switch'
import { HoldQuestion } from './HoldQuestion'
import {
  cancelReset,
  newRecoveryCodes,
  removeTotp,
  resetQuery,
  type Switches,
  setSwitches,
  type TwoFactor,
  twoFactorQuery,
} from './queries'
import { RecoveryCodes } from './RecoveryCodes'
import { weakens } from './weakens'

const FEW_CODES = 3

/** The second factors and the actions they protect. `setUp` links to the authenticator setup. */
export function TwoFactorPage({ setUp }: { setUp: ReactNode }) {
  const asked = useQuery(twoFactorQuery)
  const change = useFactorChange()
  const [codes, setCodes] = useState<readonly string[]>()
  const [weakening, setWeakening] = useState<Weakening>()
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  const guard = (next: Switches) => change.run('switches', () => setSwitches(next))
  const goOn = () => {
    setWeakening(undefined)
    if (weakening?.does === 'remove') void change.run('totp', removeTotp)
    if (weakening?.does === 'switch') void guard(weakening.next)
  }
  const make = () => change.run('codes', async () => setCodes(await newRecoveryCodes()))
  return (
    <QueryCard asked={asked} rows={3}>
      {(data) => (
        <>
          {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
          <Reset busy={change.busy === 'reset'} onCancel={() => change.run('reset', cancelReset)} />
          <App
            data={data}
            setUp={setUp}
            busy={change.busy === 'totp'}
            onRemove={() => setWeakening({ does: 'remove' })}
          />
          {data.totp_since || data.passkeys > 0 ? (
            <>
              <Guards
                switches={data.switches}
                onChange={(next) =>
                  weakens(data.switches, next) ? setWeakening({ does: 'switch', next }) : guard(next)
                }
              />
              <Codes left={data.recovery_codes_left} busy={change.busy === 'codes'} onMake={make} />
            </>
          ) : null}
          <HoldQuestion
            open={weakening !== undefined}
            title={
              weakening?.does === 'remove' ? <Trans>Remove the app?</Trans> : <Trans>Guard less of your account?</Trans>
            }
            action={weakening?.does === 'remove' ? <Trans>Remove the app</Trans> : <Trans>Turn off</Trans>}
            onClose={() => setWeakening(undefined)}
            onGoOn={goOn}
          />
        </>
      )}
    </QueryCard>
  )
}

/** A change that removes protection, before confirmation. */
type Weakening = { does: 'remove' } | { does: 'switch'; next: Switches }

/** Refetches the factors afterwards. A cancelled confirmation is not an error. */
function useFactorChange() {
  const queries = useQueryClient()
  const words = (error: unknown) =>
    isApiError(error) && error.code === 'AUTH_2FA_REQUIRED' ? undefined : errorText(error)
  // The user data contains the order hold.
  return useChange(words, () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['two-factor'] }),
      queries.invalidateQueries({ queryKey: ['person'] }),
    ]),
  )
}

/** A factor was reported lost to support; the customer can cancel its removal. */
function Reset({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const { data } = useQuery(resetQuery)
  if (!data) return null
  return (
    <Notice
      tone="wait"
      action={
        <Button variant="quiet" busy={busy} onClick={onCancel}>
          <Trans>Keep my second factor</Trans>
        </Button>
      }
    >
      <Trans>Support was asked to remove your second factor because it was lost.</Trans>
    </Notice>
  )
}

type AppProps = { data: TwoFactor; setUp: ReactNode; busy: boolean; onRemove: () => void }

function App({ data, setUp, busy, onRemove }: AppProps) {
  const { t, i18n } = useLingui()
  const since = data.totp_since ? dayText(data.totp_since, i18n.locale, new Date()) : ''
  return (
    <Card title={<Trans>Authenticator app</Trans>}>
      {data.totp_since ? (
        <>
          <ItemRow title={t`Turned on`} note={t`Since ${since}`} />
          <Button variant="danger" busy={busy} onClick={onRemove}>
            <Trans>Remove the app</Trans>
          </Button>
        </>
      ) : (
        <>
          <p className="mb-4 text-muted">
            <Trans>
              An app on your phone shows a new code every 30 seconds. With it, even someone who can read your email
              cannot sign in or send your money away.
            </Trans>
          </p>
          {setUp}
        </>
      )}
    </Card>
  )
}

function Guards({ switches, onChange }: { switches: Switches; onChange: (next: Switches) => void }) {
  const { t } = useLingui()
  const rows: [keyof Switches, string, string][] = [
    ['signin', t`Signing in`, t`After the code from the email`],
    ['transfer', t`Sending money`, t`Orders and refunds`],
    ['card_details', t`Card details`, t`Number, expiry and CVV`],
  ]
  return (
    <Card title={<Trans>Ask for it when</Trans>} tight>
      {rows.map(([name, title, note]) => (
        <div key={name} className="flex items-center gap-3 border-line/60 not-last:border-b">
          <div className="flex-1">
            <ItemRow title={title} note={note} />
          </div>
          <Switch
            label={<span className="sr-only">{title}</span>}
            checked={switches[name]}
            onChange={(on) => onChange({ ...switches, [name]: on })}
          />
        </div>
      ))}
    </Card>
  )
}

function Codes({ left, busy, onMake }: { left: number; busy: boolean; onMake: () => void }) {
  return (
    <Card title={<Trans>Recovery codes</Trans>}>
      <p className="mb-4 text-muted">
        {left === 0 ? (
          <Trans>None left. Without your app you could no longer sign in.</Trans>
        ) : (
          <Trans>Left: {left} of 10. Each lets you in once without your app.</Trans>
        )}
      </p>
      <Button variant={left <= FEW_CODES ? 'primary' : 'quiet'} busy={busy} onClick={onMake}>
        <Trans>Make new codes</Trans>
      </Button>
    </Card>
  )
}
