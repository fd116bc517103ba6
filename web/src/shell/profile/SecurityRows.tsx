import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Handshake, MessageSquareQuote, MonitorSmartphone, ShieldCheck } from 'lucide-react'
import { phraseQuery, sessionsQuery, type TwoFactor, twoFactorQuery } from '../../features/security/queries'
import { host } from '../../host/adapter'
import { Badge } from '../../ui/Badge'
import { ListRows } from '../../ui/ListRow'
import { LockRow } from '../native/LockRow'
import { known } from './known'
import { RowLink } from './RowLink'

/** What protects the account. */
export function SecurityRows() {
  return (
    <ListRows label={<Trans>Security</Trans>}>
      <FactorRows />
      <DevicesRow />
      <PhraseRow />
      <PartnersRow />
      {host.lock ? <LockRow lock={host.lock} /> : null}
    </ListRows>
  )
}

const isOn = ({ totp_since, passkeys }: TwoFactor) => totp_since !== undefined || passkeys > 0

/** The second factor and the passkeys, from one query. */
function FactorRows() {
  const asked = useQuery(twoFactorQuery)
  const { data } = asked
  return (
    <>
      <RowLink
        to="/profile/two-factor-authentication"
        icon={ShieldCheck}
        tone={data && (isOn(data) ? 'ok' : 'wait')}
        title={<Trans>Two-factor authentication</Trans>}
        detail={<FactorDetail factor={data} />}
        badge={known(asked, (factor) =>
          isOn(factor) ? (
            <Badge tone="ok">
              <Trans context="a setting">On</Trans>
            </Badge>
          ) : (
            <Badge tone="wait">
              <Trans context="a setting">Off</Trans>
            </Badge>
          ),
        )}
      />
      <RowLink
        to="/profile/$page"
        params={{ page: 'passkeys' }}
        icon={Fingerprint}
        title={<Trans>Passkeys</Trans>}
        detail={<Trans>Sign in with your fingerprint, face or screen lock</Trans>}
        value={known(asked, ({ passkeys }) => (passkeys > 0 ? passkeys : <Trans context="passkeys">None</Trans>))}
      />
    </>
  )
}

function FactorDetail({ factor }: { factor: TwoFactor | undefined }) {
  if (factor?.totp_since) return <Trans>Authenticator app</Trans>
  if (factor && factor.passkeys > 0) return <Trans>With a passkey</Trans>
  return <Trans>A second step when you sign in and send money</Trans>
}

function DevicesRow() {
  const asked = useQuery(sessionsQuery)
  const own = asked.data?.find(({ current }) => current)
  const name = [own?.browser, own?.system].filter(Boolean).join(', ')
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'devices' }}
      icon={MonitorSmartphone}
      title={<Trans>Devices</Trans>}
      detail={name ? <Trans>This one: {name}</Trans> : <Trans>Where you are signed in</Trans>}
      value={known(asked, (sessions) => sessions.length)}
    />
  )
}

function PhraseRow() {
  const asked = useQuery(phraseQuery)
  const phrase = asked.data?.phrase
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'phrase' }}
      icon={MessageSquareQuote}
      tone={asked.data && !phrase ? 'wait' : undefined}
      title={<Trans>Phrase in our emails</Trans>}
      detail={phrase ?? <Trans>An email without it is not ours</Trans>}
      badge={known(asked, ({ phrase }) =>
        phrase ? (
          <Badge tone="ok">
            <Trans context="phrase">Set</Trans>
          </Badge>
        ) : (
          <Badge tone="wait">
            <Trans context="phrase">Not set</Trans>
          </Badge>
        ),
      )}
    />
  )
}

function PartnersRow() {
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'partner-access' }}
      icon={Handshake}
      title={<Trans>Partners with access</Trans>}
      detail={<Trans>Companies that see how far you are verified</Trans>}
    />
  )
}
