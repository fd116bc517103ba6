import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { ItemRow } from '../../ui/ItemRow'
import { CopyButton } from '../../ui/CopyButton'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { keyState, type PartnerKey } from './keys'
import { StateBadge } from './KeyList'
import { Moment } from './Moment'
import { Webhooks } from './Webhooks'
import { DomainRows } from './widget/DomainRows'
import { WidgetOrders } from './widget/WidgetOrders'
import { KIND, SCOPE } from './words'

// Only widget keys have one.
const Configurator = lazy(() => import('./widget/Configurator'))

type KeyDetailProps = {
  of: PartnerKey
  busy: string | undefined
  onEdit: () => void
  onRotate: (hours: number) => void
  onRevoke: () => void
  onVerify: () => void
}

/** One key: what it may do, its secrets, and rotate, change and revoke. */
export function KeyDetail({ of, busy, onEdit, onRotate, onRevoke, onVerify }: KeyDetailProps) {
  const { i18n } = useLingui()
  const [asks, setAsks] = useState(false)
  const any = <Trans>any address</Trans>
  const scopes = of.scopes.map((code) => (SCOPE[code] ? i18n._(SCOPE[code]) : code))
  const isLive = !of.revoked_at
  const isWidget = of.kind === 'widget'
  const shown = of.secrets.find(({ expires_at }) => !expires_at)?.public
  return (
    <>
      <Card tight title={of.name} aside={<StateBadge state={keyState(of, Date.now())} />}>
        <div className="grid divide-y divide-line/60">
          <ItemRow title={<Trans>Kind</Trans>} value={i18n._(KIND[of.kind].name)} />
          <ItemRow title={<Trans>Created</Trans>} value={<Moment at={of.created_at} />} />
          <ItemRow
            title={<Trans>Last used</Trans>}
            value={of.used_at ? <Moment at={of.used_at} /> : <Trans>Never used</Trans>}
          />
          {isWidget ? (
            <PublicKey text={shown} />
          ) : (
            <>
              <ItemRow
                title={<Trans>May be used from</Trans>}
                value={
                  of.addresses.length > 0 ? (
                    <span className="font-mono text-[14px]">{of.addresses.join(', ')}</span>
                  ) : (
                    any
                  )
                }
              />
              <ItemRow title={<Trans>Permissions</Trans>} note={scopes.join(' · ') || '–'} />
            </>
          )}
        </div>
        {isLive ? (
          <div className="py-3">
            <Button variant="quiet" onClick={onEdit}>
              <Trans>Change the key</Trans>
            </Button>
          </div>
        ) : null}
      </Card>
      {isWidget ? <DomainRows of={of} busy={busy === 'verify'} onVerify={onVerify} /> : null}
      {isWidget ? <WidgetOrders keyId={of.id} /> : null}
      {isWidget && isLive && shown ? (
        <Suspense fallback={<Skeleton className="h-[720px] rounded-card" />}>
          <Configurator apiKey={shown} />
        </Suspense>
      ) : null}
      {isLive ? <Secrets of={of} busy={busy === 'rotate'} onRotate={onRotate} /> : null}
      {isLive && of.kind !== 'widget' ? <Webhooks keyId={of.id} /> : null}
      {isLive ? (
        <Button variant="danger" busy={busy === 'revoke'} onClick={() => setAsks(true)}>
          <Trans>Revoke the key</Trans>
        </Button>
      ) : null}
      <DangerQuestion
        open={asks}
        title={<Trans>Revoke this key?</Trans>}
        stay={<Trans>Cancel</Trans>}
        goOn={<Trans>Revoke</Trans>}
        onClose={() => setAsks(false)}
        onGoOn={() => {
          setAsks(false)
          onRevoke()
        }}
      >
        <p className="text-muted">
          <Trans>Every program that uses it is refused at once. This cannot be undone.</Trans>
        </p>
      </DangerQuestion>
    </>
  )
}

function PublicKey({ text }: { text: string | undefined }) {
  const { t } = useLingui()
  if (!text) return null
  return (
    <ItemRow
      title={<Trans>Public key</Trans>}
      note={<code className="font-mono text-[13px]">{text}</code>}
      value={<CopyButton text={text} label={t`Copy the public key`} />}
    />
  )
}

const HOURS = [24, 1, 72, 168, 0] as const

function Secrets({ of, busy, onRotate }: { of: PartnerKey; busy: boolean; onRotate: (hours: number) => void }) {
  const { t } = useLingui()
  const [hours, setHours] = useState('24')
  const words: Record<string, string> = {
    '0': t`End at once`,
    '1': t`1 more hour`,
    '24': t`24 more hours`,
    '72': t`3 more days`,
    '168': t`7 more days`,
  }
  return (
    <Card tight title={<Trans>Secrets</Trans>}>
      <div className="grid divide-y divide-line/60">
        {of.secrets.map(({ hint, created_at, expires_at }) => (
          <ItemRow
            key={created_at}
            title={<code className="font-mono text-[14px]">{hint}…</code>}
            value={expires_at ? <Trans>Ends</Trans> : <Trans context="API key">Active</Trans>}
            below={<Moment at={expires_at ?? created_at} />}
          />
        ))}
      </div>
      <div className="grid gap-3 py-3">
        <p className="text-[14px] text-muted">
          <Trans>A new secret replaces the present one. For a time both work, so that nothing stops.</Trans>
        </p>
        <Select label={<Trans>The present secret works</Trans>} value={hours} onChange={setHours}>
          {HOURS.map((each) => (
            <option key={each} value={each}>
              {words[String(each)]}
            </option>
          ))}
        </Select>
        <Button variant="quiet" busy={busy} onClick={() => onRotate(Number(hours))}>
          <Trans>Make a new secret</Trans>
        </Button>
      </div>
    </Card>
  )
}
