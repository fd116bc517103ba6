import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { dayText } from '../../i18n/format'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Guarded, Guards } from './Guards'
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

/** The second factors and the actions they protect. `setUp` wraps words in a link to the authenticator setup. */
export function TwoFactorPage({ setUp }: { setUp: (words: ReactNode) => ReactNode }) {
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
          <Columns
            side={
              isGuarded(data) ? (
                <Codes left={data.recovery_codes_left} busy={change.busy === 'codes'} onMake={make} />
              ) : (
                <Guarded />
              )
            }
          >
            <App
              data={data}
              setUp={setUp(<Trans>Set up</Trans>)}
              busy={change.busy === 'totp'}
              onRemove={() => setWeakening({ does: 'remove' })}
            />
            {isGuarded(data) ? (
              <Guards
                switches={data.switches}
                onChange={(next) =>
                  weakens(data.switches, next) ? setWeakening({ does: 'switch', next }) : guard(next)
                }
              />
            ) : null}
          </Columns>
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

/** Whether there is a second factor to ask for. */
const isGuarded = ({ totp_since, passkeys }: TwoFactor) => totp_since !== undefined || passkeys > 0

/** A change that removes protection, before confirmation. */
type Weakening = { does: 'remove' } | { does: 'switch'; next: Switches }

/** Refetches the factors afterwards. A cancelled confirmation is not an error. */
function useFactorChange() {
  const queries = useQueryClient()
  const words = (error: unknown) =>
    isApiError(error) && error.code === 'AUTH_2FA_REQUIRED' ? undefined : errorText(error)
  // The user data contains the payout hold.
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
  const { i18n } = useLingui()
  const since = data.totp_since ? dayText(data.totp_since, i18n.locale, new Date()) : ''
  return (
    <Card title={<Trans>Authenticator app</Trans>}>
      {data.totp_since ? (
        <>
          <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="ok">
              <Trans>Turned on</Trans>
            </Badge>
            <span className="text-muted">
              <Trans>Since {since}</Trans>
            </span>
          </p>
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
